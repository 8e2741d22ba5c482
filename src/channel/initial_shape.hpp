// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "channel/settings.hpp"

namespace eagre::channel {

/// The interface at the start. Layers: phi = z - eta(x, y), exact on the interface, and a distance to first order in the slope.
/// Drops, bubbles and caps: the signed distance. phi < 0 in the lower fluid. Lengths in channel heights.
class InitialShape {
 public:
  /// Errors: Shape::file, which is no function.
  explicit InitialShape(const Settings& settings);
  double phi(double x, double y, double z) const { return isSphere_ ? sphere(x, y, z) : z - height(x, y); }
  /// eta; of layers.
  double height(double x, double y) const;

 private:
  struct Wave {
    double kx = 0, ky = 0, phase = 0, amplitude = 0;
  };
  double sphere(double x, double y, double z) const;
  /// TPLS's initial surface: waves (a, b) with a = 1..8 along x and b = 0..7 along y, random phases.
  void addModes(const Settings& settings);

  std::vector<Wave> waves_;
  double meanHeight_ = 0;
  bool isSphere_ = false, is2D_ = false;
  double sign_ = 1, radius_ = 0;
  std::array<double, 3> centre_{}, period_{};
};

}  // namespace eagre::channel
