// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

/// What turbulence models know of the wall functions among the boundary conditions.
namespace eagre::fv {

/// The logarithmic law of a wall, u+ = ln(E y+) / kappa, and where the viscous sublayer's u+ = y+ meets it.
struct WallLaw {
  double Cmu = 0.09, kappa = 0.41, E = 9.8;
  double yPlusLam = 11.0;
  /// Fixed-point iteration for y+ = ln(E y+) / kappa.
  static WallLaw make(double Cmu, double kappa, double E);
};

/// A condition of nut that is a wall function.
class ViscosityWallFunction {
 public:
  virtual ~ViscosityWallFunction() = default;
  virtual const WallLaw& law() const = 0;
};

/// A condition of the dissipation (epsilon) whose value the model sets together with that of the cell behind it.
class DissipationWallFunction {
 public:
  virtual ~DissipationWallFunction() = default;
  /// Whether the viscous sublayer has a formula of its own.
  virtual bool lowReCorrection() const = 0;
  virtual void setValues(std::span<const double> values) = 0;  ///< one a face of the patch
};

}  // namespace eagre::fv
