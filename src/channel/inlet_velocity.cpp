// SPDX-License-Identifier: BSD-3-Clause
#include "channel/inlet_velocity.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace eagre::channel {

InletVelocity::InletVelocity(const Settings& settings) : profile_(settings), height_(settings.initial.height) {
  constexpr double pi = std::numbers::pi;
  const BoundarySettings& s = settings.boundary;
  if (s.x != Streamwise::inletOutlet) return;
  if (s.inlet == Inlet::perturbed)
    for (std::size_t i = 0; i < s.inletFrequencies.size(); ++i)  // a sine is a cosine a quarter later
      waves_.push_back({{0, 0, s.inletAmplitudes[i]}, 0, s.inletFrequencies[i], pi / 2, true});
  if (s.inlet != Inlet::turbulent) return;
  constexpr int nWaves = 32;
  std::mt19937_64 random(static_cast<std::uint64_t>(settings.initial.seed));
  const auto uniform = [&] { return static_cast<double>(random() >> 11) / 9007199254740992.0; };
  const double mean = std::abs(profile_.flowRate());
  // Each wave has the mean square a^2 / 2 in a direction of its own.
  const double amplitude = s.inletIntensity * mean * std::sqrt(6.0 / nWaves);
  for (int i = 0; i < nWaves; ++i) {
    const double cosine = 2 * uniform() - 1, sine = std::sqrt(1 - cosine * cosine), angle = 2 * pi * uniform();
    const Vec3 direction{sine * std::cos(angle), settings.is2D() ? 0 : sine * std::sin(angle), cosine};
    const double perY = settings.is2D() ? 0 : 2 * pi * std::floor(8 * uniform()) / settings.grid.length[1];
    const double frequency = 2 * pi * mean * (1 + 7 * uniform());
    waves_.push_back({amplitude * direction, perY, frequency, 2 * pi * uniform(), false});
  }
}

Vec3 InletVelocity::operator()(double y, double z, double t) const {
  Vec3 u{profile_(z), 0, 0};
  const double parabola = 4 * z * (1 - z);
  const double atInterface = 4 * height_ * (1 - height_);
  const double beside = (parabola / atInterface) * (parabola / atInterface);
  for (const Wave& w : waves_)
    u += (w.besideInterface ? beside : parabola) * std::cos(w.perY * y - w.frequency * t + w.phase) * w.amplitude;
  return u;
}

}  // namespace eagre::channel
