// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "linear/ldu.hpp"
#include "linear/settings.hpp"

namespace eagre::linear {

/// One step from a finer to a coarser level: the maps, and the coarse sparsity that they make. Cells are joined within a rank;
/// the coupled faces between two coarse cells become one.
struct Coarsening {
  std::vector<Label> cellMap;     ///< fine cell -> coarse cell
  std::vector<Label> faceMap;     ///< fine face -> coarse face, or -1 - coarse cell if it lies inside one
  std::vector<char> faceFlipped;  ///< fine face: 1 if its owner is in the neighbour of the coarse face
  std::vector<Label> coupledMap;  ///< fine coupled face -> coarse coupled face

  Label nCells = 0;
  std::vector<Label> owner, neighbour, ownerStart, losort, losortStart, lowerColumn, coupledOwner;
  std::unique_ptr<comm::Exchange> halo;
  std::vector<kernel::Stretch> stretches;
  LduAddressing addressing() const {
    return {nCells, owner, neighbour, ownerStart, losort, losortStart, coupledOwner, halo.get(), lowerColumn, stretches};
  }
};

/// Makes ownerStart, losort and what follows from owner and neighbour, which stand by owner.
void makeStarts(Coarsening& level);

/// Pairs each cell with the free neighbour across the face of largest weight, or joins it to the best cluster if there is none
/// (Jasak, Jemcov and Maruszewski 2007, as in v1912's pair agglomeration). forward: the order in which cells are visited.
/// Returns the number of coarse cells; cellMap: nCells.
Label pairCells(const LduAddressing& fine, std::span<const double> weights, bool forward, std::vector<Label>& cellMap);

/// The coarse level that cellMap makes. Collective.
Coarsening coarsen(const LduAddressing& fine, std::vector<Label> cellMap, Label nCoarse);

/// All levels below `finest`, by repeated pairing; weights: a face. Empty if the system is too small. Collective.
std::vector<Coarsening> agglomerate(const LduAddressing& finest, std::vector<double> weights, const MultigridSettings& settings);

}  // namespace eagre::linear
