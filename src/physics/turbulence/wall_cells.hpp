// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "fv/conditions/wall_functions.hpp"
#include "mesh/derived.hpp"
#include "physics/turbulence/turbulence_model.hpp"

namespace eagre::physics {

/// The cells behind walls with an epsilonWallFunction or omegaWallFunction. There, instead of a transport equation, the
/// dissipation and production of the wall function hold (fv/conditions/wall_functions.cpp), in a cell with several such faces
/// their mean. On the blockage of a cyclicACMI patch (mesh/blockages.hpp) they hold to the part w of it that is closed,
///     G = (1 - w) G + w G_wall,
/// and likewise the dissipation, which is then not solved for; where w is at most 1e-5 the cell is like any other.
class WallCells {
 public:
  /// dissipation: epsilon or omega, which outlives this. Errors (badCase): a patch with a wall function of it whose nut has none.
  WallCells(fv::VolScalarField& dissipation, const fv::VolScalarField& nut);
  /// Sets the dissipation (cells, patches, ghosts) and G (nCells) there. k, U: cells and boundary up to date. Collective.
  void set(const Flow& flow, const fv::VolScalarField& k, const fv::VolScalarField& nut, fv::VolScalarField& dissipation,
           std::span<double> G);
  /// Marks, one per cell.
  std::span<const char> marked() const { return marked_; }

 private:
  struct Wall {
    const mesh::Patch* patch;
    fv::DissipationWallFunction* dissipation;
    fv::WallLaw law;
  };
  void findCells(const mesh::Mesh& mesh);

  std::vector<Wall> walls_;
  mesh::GeometryStamp stamp_;    ///< of the cells, where blockages change
  std::vector<char> marked_;     ///< nCells
  std::vector<Label> cells_;     ///< that are marked
  std::vector<double> open_;     ///< one per cell of these: 1 - w
  std::vector<double> weights_;  ///< of the cell behind each boundary face: w over the number of such faces that it has
};

}  // namespace eagre::physics
