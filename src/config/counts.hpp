// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <optional>
#include <string>

#include "config/dictionary.hpp"

namespace eagre::config {

/// How often a loop within a time step runs. A run answers signals between its steps, so a step has to end: at most 10,000.
/// A negative number is none, as in OpenFOAM. otherwise: where the keyword may be missing. Errors (badCase, with the place): not
/// an integer, larger.
inline int readCount(const Dictionary& dict, const std::string& keyword, std::optional<int> otherwise = {}) {
  constexpr int most = 10'000;
  if (otherwise && !dict.has(keyword)) return *otherwise;
  const int count = dict.get<int>(keyword);
  if (count > most) throw Error(dict.at(keyword).place, fmt::format("{} must be at most {}, it is {}", keyword, most, count));
  return count;
}

}  // namespace eagre::config
