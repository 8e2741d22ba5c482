// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "grid/halo.hpp"

namespace eagre::channel {

/// Fills the ghosts of a cell value q that carries the interface, level set or phase field, from other ranks and from what is
/// known at the ends of the channel:
///   inlet (low x, if not periodic)   the profile given; without one as the outlet
///   outlet (high x), sides (y)       no gradient
///   plates (z)                       as asked for by `Plate`.
class InterfaceGhosts {
 public:
  enum class Plate {
    extrapolated,  ///< linearly: a level set near a plate that the interface does not follow
    angled,    ///< dq/dn = wetting, outwards: a distance, wetting minus the cosine of the contact angle; mirrored where it is 0
    inclined,  ///< dq/dn the same, and straight on: mirrored, a kink beside the plate grows where the line moves
    wetted     ///< dq/dn = wetting q (1 - q), outwards; q is mirrored where wetting is 0
  };
  InterfaceGhosts(const grid::Block& block, Plate plate);

  /// wetting ([1 / length]; of Plate::angled and inclined a number) of the plates at z = 0 and z = 1.
  void setWetting(const std::array<double, 2>& wetting) { wetting_ = wetting; }
  /// The same of each cell beside a plate, with its ghosts along the plate, for Plate::inclined; null: that of the plate.
  void setWetting(const grid::Field* ofCells) { wettingOfCells_ = ofCells; }
  /// q at the inlet by global z index, one for each cell. Errors (badCase): another number of values.
  void setInlet(std::vector<double> profile);

  /// What the ghosts are of: q itself, a change of it (none at the inlet, no wetting), or a value without flux through any
  /// boundary.
  enum class Of { value, change, noFlux };

  /// All ghosts, of Reach::all those beyond edges and corners too. band: see grid::Halo.
  void update(grid::Field& q, grid::Reach reach = grid::Reach::all, const grid::Band* band = nullptr) {
    halo_.update<double>({&q}, grid::haloWidth, reach, band);
    fillBoundaries(q, Of::value, grid::haloWidth);
  }
  /// Those that boundaries prescribe, where all others are right already.
  void updateBoundaries(grid::Field& q) { fillBoundaries(q, Of::value, grid::haloWidth); }
  /// Those of a quantity that no boundary prescribes: the plates as `Plate` says, without wetting, no gradient elsewhere.
  void updateFree(grid::Field& q, int width, grid::Reach reach, const grid::Band& band) {
    halo_.update<double>({&q}, width, reach, &band);
    fillBoundaries(q, Of::noFlux, width);
  }
  /// The band |q| < below; its ghosts are filled.
  grid::Band band(const grid::Field& q, double below) const { return halo_.band(q, below); }
  /// The ghosts next to faces of the block, one cell wide: what a seven-point stencil needs; of Reach::all those
  /// beyond edges too.
  void updateNext(grid::Field& q, Of of, grid::Reach reach = grid::Reach::faces) {
    halo_.update<double>({&q}, 1, reach);
    fillBoundaries(q, of, 1);
  }

 private:
  void fillBoundaries(grid::Field& q, Of of, int depth) const;
  void fillStreamwise(grid::Field& q, Of of, int depth) const;
  void fillSides(grid::Field& q, int depth) const;
  void fillPlates(grid::Field& q, Of of, int depth) const;
  void fillInclined(grid::Field& q, Of of, int depth) const;

  const grid::Block* block_;
  Plate plate_;
  grid::Halo halo_;
  std::array<double, 2> wetting_{0, 0};
  const grid::Field* wettingOfCells_ = nullptr;
  std::vector<double> inlet_;
};

}  // namespace eagre::channel
