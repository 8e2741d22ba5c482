// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/dimensions.hpp"
#include "core/vec.hpp"

namespace eagre::fv {

/// What the file of a point field says of each patch, in the order of Mesh::globalPatches. The lists of values ("nonuniform") are
/// on rank 0 alone; elsewhere they are empty.
struct PointFieldFile {
  std::vector<config::Dictionary> patches;
};

/// Values at the points of a rank's mesh (MeshPoints::shape), in the order of these points, and what stands in the file of the
/// field for its patches (OpenFOAM's pointVectorField, or with one component pointScalarField).
struct PointField {
  std::string name;
  Dimensions dimensions;
  int nComponents = 3;       ///< 1: x of the values alone
  std::vector<Vec3> values;  ///< the same to the last bit on all ranks that have the point
  PointFieldFile file{};     ///< an empty dictionary: a patch that needs no entry
};

}  // namespace eagre::fv
