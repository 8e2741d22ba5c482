// SPDX-License-Identifier: BSD-3-Clause
#include "channel/initial_shape.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include "core/error.hpp"

namespace eagre::channel {

using std::numbers::pi;

InitialShape::InitialShape(const Settings& settings)
    : meanHeight_(settings.initial.height),
      isSphere_(settings.initial.shape == Shape::drop || settings.initial.shape == Shape::bubble ||
                settings.initial.shape == Shape::cap),
      is2D_(settings.is2D()),
      sign_(settings.initial.shape == Shape::bubble ? -1 : 1),
      radius_(settings.initial.radius),
      centre_(settings.initial.centre),
      period_{settings.boundary.x == Streamwise::periodic ? settings.grid.length[0] : 0, settings.grid.length[1], 0} {
  const InitialSettings& s = settings.initial;
  if (s.shape == Shape::file) throw Error("the initial interface stands in a file");
  if (s.shape == Shape::cap) {
    const double angle = s.angle * pi / 180;
    radius_ /= std::sin(angle);
    centre_[2] -= radius_ * std::cos(angle);
  }
  const double kx = 2 * pi / settings.grid.length[0], ky = 2 * pi / settings.grid.length[1];
  if (s.shape == Shape::wave) waves_.push_back({kx * s.mode[0], ky * s.mode[1], s.phase * pi / 180, s.amplitude});
  if (s.shape == Shape::modes) addModes(settings);
}

void InitialShape::addModes(const Settings& settings) {
  const double kx = 2 * pi / settings.grid.length[0], ky = 2 * pi / settings.grid.length[1];
  std::mt19937_64 random(static_cast<std::uint64_t>(settings.initial.seed));
  for (int a = 1; a <= 8; ++a)
    for (int b = 0; b <= 7; ++b) {
      // 53 bits make a number in [0, 1); the library's distributions are not the same everywhere.
      const double phase = 2 * pi * static_cast<double>(random() >> 11U) * 0x1p-53;
      waves_.push_back({kx * a, is2D_ ? 0 : ky * b, phase, settings.initial.amplitude / 9});
    }
}

double InitialShape::height(double x, double y) const {
  double eta = meanHeight_;
  for (const Wave& wave : waves_) eta += wave.amplitude * std::cos(wave.kx * x + wave.ky * y + wave.phase);
  return eta;
}

double InitialShape::sphere(double x, double y, double z) const {
  const std::array<double, 3> d{x - centre_[0], is2D_ ? 0 : y - centre_[1], z - centre_[2]};
  double square = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    // The nearest of its periodic images.
    const double nearest = period_[i] > 0 ? d[i] - period_[i] * std::round(d[i] / period_[i]) : d[i];
    square += nearest * nearest;
  }
  return sign_ * (std::sqrt(square) - radius_);
}

}  // namespace eagre::channel
