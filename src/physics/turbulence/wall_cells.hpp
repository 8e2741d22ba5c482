// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "fv/wall_functions.hpp"
#include "physics/turbulence/turbulence_model.hpp"

namespace eagre::physics {

/// The cells behind walls with an epsilonWallFunction. There, instead of a transport equation, the dissipation and production of
/// the logarithmic layer in equilibrium hold (Launder and Spalding 1974), u_tau = Cmu^(1/4) sqrt(k):
///     epsilon = Cmu^(3/4) k^(3/2) / (kappa y),   G = (nut_w + nu_w) |dU/dn|_w Cmu^(1/4) sqrt(k) / (kappa y),
/// in a cell with several such faces their mean. With lowReCorrection, in the viscous sublayer: epsilon = 2 k nu_w / y^2, G = 0.
class WallCells {
 public:
  /// Errors (badCase): a patch with an epsilonWallFunction whose nut is no wall function.
  WallCells(fv::VolScalarField& epsilon, const fv::VolScalarField& nut);
  /// Sets epsilon (cells, patches, ghosts) and G (nCells) there. k, U: cells and boundary up to date. Collective.
  void set(const Flow& flow, const fv::VolScalarField& k, const fv::VolScalarField& nut, fv::VolScalarField& epsilon,
           std::span<double> G) const;
  /// Marks, one a cell.
  std::span<const char> marked() const { return marked_; }

 private:
  struct Wall {
    const mesh::Patch* patch;
    fv::DissipationWallFunction* dissipation;
    fv::WallLaw law;
  };
  std::vector<Wall> walls_;
  std::vector<char> marked_;     ///< nCells
  std::vector<double> weights_;  ///< of the cell behind each boundary face: 1 over the number of such faces that it has
};

}  // namespace eagre::physics
