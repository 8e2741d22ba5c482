// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <span>
#include <vector>

#include "fv/fields/context.hpp"

/// What turbulence models know of the wall functions among the boundary conditions.
namespace eagre::fv {

/// The logarithmic law of a wall, u+ = ln(E y+) / kappa, and where the viscous sublayer's u+ = y+ meets it.
struct WallLaw {
  double Cmu = 0.09, kappa = 0.41, E = 9.8;
  double yPlusLam = 11.0;
  /// Fixed-point iteration for y+ = ln(E y+) / kappa.
  static WallLaw make(double Cmu, double kappa, double E);
  double Cmu25() const { return std::sqrt(std::sqrt(Cmu)); }
};

/// A condition of nut that is a wall function.
class ViscosityWallFunction {
 public:
  virtual ~ViscosityWallFunction() = default;
  virtual const WallLaw& law() const = 0;
  /// y+ of the cells behind the faces of the patch, as the function sees it; nut: the field of the condition.
  virtual std::vector<double> yPlus(const VolScalarField& nut, const Context& context) const = 0;
};

/// The law of the wall function that nut has on a patch; nullptr: it has none there, or there is no nut.
const WallLaw* lawOfWall(const Context& context, const mesh::Patch& patch);

/// A wall face as its cell sees it: distance y [m] and turbulent energy k of the cell; nu, nut and |dU/dn| at the wall.
struct WallFace {
  double y, k, nu, nut, magGradU;
};
/// What holds in the cell instead of a transport equation: its dissipation (epsilon or omega) and its production of k.
struct WallCellValues {
  double dissipation, G;
};

/// A condition of the dissipation (epsilon or omega) whose value the model sets together with that of the cell behind it.
class DissipationWallFunction {
 public:
  virtual ~DissipationWallFunction() = default;
  /// One value per face of the patch.
  virtual void cellValues(const WallLaw& law, std::span<const WallFace> faces, std::span<WallCellValues> values) const = 0;
  virtual void setValues(std::span<const double> values) = 0;  ///< one per face of the patch
};

}  // namespace eagre::fv
