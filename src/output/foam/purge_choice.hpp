// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "output/foam/time_directory.hpp"

namespace eagre::output {

/// What `eagre purge` keeps.
struct PurgeRule {
  double every = 0;  ///< s; > 0: the first dump of each interval [k every, (k + 1) every)
  int last = 1;      ///< so many of the latest dumps
};

/// Those of the dumps, sorted by time, that the rule does not keep. A time that is a multiple of `every` but for the rounding of
/// its name (1e-6 of it) begins an interval.
std::vector<TimeDir> purgeable(std::span<const TimeDir> dumps, const PurgeRule& rule);

}  // namespace eagre::output
