// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

namespace eagre::physics::waves {

/// The coefficients of Stokes waves of fifth order in water of one depth (J. D. Fenton, "A fifth-order Stokes theory for steady
/// waves", J. Waterway, Port, Coastal, Ocean Eng. 111 (1985) 216, table 1), functions of S = 1/cosh(2kd).
class StokesCoefficients {
 public:
  explicit StokesCoefficients(double kd);

  /// Celerity over that of a small wave; e: wave number times amplitude.
  double celerity(int order, double e) const;
  /// Of cos(j theta), j = 1 ..: k times the elevation.
  std::array<double, 5> elevation(int order, double e) const;
  /// Of cos(j theta) and sin(j theta) in profile(j, .), over the celerity of a small wave and j.
  std::array<double, 5> velocity(int order, double e) const;
  struct Profile {
    double cosine, sine;
  };
  /// cosh(jk(z + d))/sinh(kd) and sinh; exp(kz) in deep water, where j = 1 is all there is. Below the bottom: as at the bottom.
  Profile profile(int j, double kz) const;

 private:
  double kd_;
  bool deep_;     ///< S is 0 in numbers
  double S_, T_;  ///< T = tanh(kd)
};

}  // namespace eagre::physics::waves
