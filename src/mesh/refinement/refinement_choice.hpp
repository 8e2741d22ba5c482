// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "mesh/refinement/hex_forest.hpp"

namespace eagre::mesh {

/// Where a field says that a mesh is to be fine (entries of OpenFOAM's dynamicRefineFvMesh).
struct RefinementCriteria {
  double lowerRefineLevel = 0, upperRefineLevel = 0;          ///< between them cells are divided
  bool byCells = false;                                       ///< of a cell its own value decides, not those of its points
  int nLayers = 0;                                            ///< of cells around the candidates that are candidates, too
  double unrefineLevel = std::numeric_limits<double>::max();  ///< below it cells are put together again
  int nBufferLayers = 0;                                      ///< of cells around the divided ones, which are not put together
  Label maxRefinement = 1;                                    ///< level of the finest cells
  std::int64_t maxCells = 0;                                  ///< about; no cell is divided once there are as many
};

struct RefinementChoice {
  std::vector<Label> divide;  ///< cells, ascending
  std::vector<HexForest::Family> unite;
  std::size_t nFamilies = 0;  ///< that could be put together
  bool looked = false;        ///< whether there was room for more cells
};

/// Chooses as OpenFOAM v1912's dynamicRefineFvMesh does. A point has the mean of the values of its cells; a cell with a point
/// between the two levels is a candidate. Where there are more than maxCells allows for, coarse ones come first. Neighbours
/// follow until all across faces are within one level (and in what is put together, drop out). values: one for each cell of the
/// forest's mesh.
RefinementChoice chooseRefinement(const HexForest& forest, std::span<const double> values, const RefinementCriteria& criteria);

}  // namespace eagre::mesh
