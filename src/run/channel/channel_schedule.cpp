// SPDX-License-Identifier: BSD-3-Clause
#include "run/channel/channel_schedule.hpp"

#include <cmath>

namespace eagre::run {

bool isDue(std::int64_t every, double interval, const ChannelStepEnd& end) {
  constexpr double rounding = 1e-9;  // of an interval: far above what a sum of time steps has
  if (every > 0 && end.step % every == 0) return true;
  return interval > 0 && std::floor(end.after / interval + rounding) > std::floor(end.before / interval + rounding);
}

bool DueFields::has(const std::string& field) const {
  if (field == "p") return p;
  if (field == "T" || field == "m") return temperature;
  return field == "u" || field == "v" || field == "w" ? uvw : phi;
}

DueFields dueFields(const channel::Settings& settings, const ChannelStepEnd& end) {
  const channel::OutputSettings& s = settings.output;
  const auto due = [&](std::int64_t every, double interval) {
    return end.last || isDue(every < 0 ? s.fieldsEvery : every, interval < 0 ? s.fieldsInterval : interval, end);
  };
  return {.phi = due(s.phiEvery, s.phiInterval),
          .uvw = due(s.uvwEvery, s.uvwInterval),
          .p = due(s.pEvery, s.pInterval),
          .temperature = settings.heat.solve && due(s.temperatureEvery, s.temperatureInterval)};
}

}  // namespace eagre::run
