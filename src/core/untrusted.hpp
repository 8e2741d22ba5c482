// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

/// What files say that come from elsewhere (docs/security.md): names that become paths, numbers that decide what is removed.
namespace eagre {

/// Whether a name can be one component of a path and nothing else: not empty, not "." or "..", without '/' and control
/// characters, at most 200 bytes.
bool isPlainName(std::string_view name);
/// Error (badCase) at `place` if it cannot: "<what> '../../evil' cannot be the name of a file: ...".
void requirePlainName(std::string_view what, std::string_view name, const Place& place);

/// Whether a relative path consists of plain names.
bool isInside(std::string_view relative);
/// directory / relative: the one way from a name out of a file to a path that is written, replaced or removed.
/// Error (badCase) if the path would not be inside of the directory. Links in the directory are followed.
std::filesystem::path inside(const std::filesystem::path& directory, std::string_view relative);

/// The number that a text consists of; nothing if it is none, or not finite.
std::optional<double> finiteNumber(std::string_view text);

}  // namespace eagre
