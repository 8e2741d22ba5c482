// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "run/control/time_control.hpp"

namespace eagre::run {

/// What function objects tell each other and ask of the run; the same on all ranks.
struct RunBoard {
  /// The last results of each function object, as OpenFOAM names them: "max(p)", "areaAverage(outlet,p)". A number or the
  /// components of a vector.
  std::map<std::string, std::map<std::string, std::vector<double>>> results;
  static constexpr int none = std::numeric_limits<int>::lowest();
  int trigger = none;   ///< the largest that runTimeControl has set, from which others begin or end (triggerStart, triggerEnd)
  bool writes = false;  ///< the present time is to be written
  bool ends = false;    ///< the present time is the last one
  /// Time step [s] from a time [s] on, in place of that by the Courant numbers, which the clock has when this is asked and which
  /// is returned while nothing else is wanted; none: nothing sets it.
  std::function<double(double)> deltaT{};
  double lastStep = 0;           ///< length of the step before that [s]; 0: none was made
  std::optional<StopAt> stopAt;  ///< as if the entry of controlDict were this from here on
};

}  // namespace eagre::run
