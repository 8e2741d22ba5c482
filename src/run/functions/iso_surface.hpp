// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "mesh/corner_mesh.hpp"
#include "run/functions/surface_files.hpp"

namespace eagre::run {

/// What is wanted of the surface where a field has a value.
struct IsoSurface {
  std::string field;
  double value = 0;
  bool atPoints = false, triangulate = false;
  mesh::PointScheme scheme = mesh::PointScheme::cell;  ///< of values at points
};

/// A surface with the values of fields on it.
struct SampledSurface {
  SurfaceShape shape;
  std::vector<FieldColumn> columns;
};

/// Cuts the cells where the values of their points, as PointStencils makes them, cross the value (mesh::cutCells). Polygons stand
/// in the order of the global mesh's cells and share their points. On rank 0; empty elsewhere. Collective.
SampledSurface sampleIsoSurface(const fv::Registry& registry, const mesh::CornerMesh& corners,
                                const comm::Communicator& communicator, const IsoSurface& iso,
                                const std::vector<std::string>& scalars, const std::vector<std::string>& vectors);

}  // namespace eagre::run
