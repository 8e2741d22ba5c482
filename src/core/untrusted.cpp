// SPDX-License-Identifier: BSD-3-Clause
#include "core/untrusted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace eagre {
namespace {

/// Beside it a file system's 255 bytes have room for ".again.vtkhdf" and ".partial".
constexpr std::size_t longestName = 200;

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

}  // namespace

bool isPlainName(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.size() <= longestName && name.find('/') == std::string_view::npos &&
         std::none_of(name.begin(), name.end(), isControl);
}

void requirePlainName(std::string_view what, std::string_view name, const Place& place) {
  if (!isPlainName(name))
    throw Error(place, fmt::format("{} '{}' cannot be the name of a file: it must be without '/' and at most {} bytes long", what,
                                   name, longestName));
}

bool isInside(std::string_view relative) {
  for (auto slash = relative.find('/'); slash != std::string_view::npos; slash = relative.find('/')) {
    if (!isPlainName(relative.substr(0, slash))) return false;
    relative.remove_prefix(slash + 1);
  }
  return isPlainName(relative);
}

std::filesystem::path inside(const std::filesystem::path& directory, std::string_view relative) {
  if (!isInside(relative))
    throw Error(fmt::format("'{}' is not the name of a file inside {}", relative, directory.string()), ExitCode::badCase);
  return directory / relative;
}

std::optional<double> finiteNumber(std::string_view text) {
  double value = 0;
  const auto [last, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || last != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace eagre
