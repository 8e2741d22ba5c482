// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace eagre::config {

/// What #includeEtc and #includeFunc mean where OpenFOAM is not installed: the contents, in Eagre's words, of the files under
/// OpenFOAM's etc/caseDicts that cases include. Both forks keep them under names that differ in their folders only.

/// The text of a file such as "caseDicts/setConstraintTypes" or "caseDicts/functions/graphs/graphUniform.cfg"; nothing if Eagre
/// has none of that name.
std::optional<std::string> builtInEtcFile(std::string_view path);

/// The text of the function object of that name, such as patchAverage; nothing if Eagre has none.
std::optional<std::string> builtInFunction(std::string_view name);

}  // namespace eagre::config
