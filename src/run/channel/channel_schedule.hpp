// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include "channel/settings.hpp"

namespace eagre::run {

/// The end of a time step: its number, the time before and after it [H/V], and whether it is the last one.
struct ChannelStepEnd {
  std::int64_t step = 0;
  double before = 0, after = 0;
  bool last = false;
};

/// Whether something is due after a step: its number is a multiple of `every`, or a multiple of `interval` lies within the step
/// or at its end. Each of them: 0 or below is never. A time that misses a multiple by rounding is taken for it.
bool isDue(std::int64_t every, double interval, const ChannelStepEnd& end);

/// Which fields are to be written: the interface (phi or C), the velocities u, v, w, the pressure p, and
/// the temperature T.
struct DueFields {
  bool phi = true, uvw = true, p = true, temperature = true;
  bool any() const { return phi || uvw || p || temperature; }
  bool has(const std::string& field) const;
};

/// What the settings ask for after a step; all of it after the last one.
DueFields dueFields(const channel::Settings& settings, const ChannelStepEnd& end);

}  // namespace eagre::run
