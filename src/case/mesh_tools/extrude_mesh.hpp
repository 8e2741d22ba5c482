// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "case/mesh_tools/extrude_models.hpp"
#include "mesh/poly_mesh.hpp"

/// What OpenFOAM's extrudeMesh does.
namespace eagre::case_ {

struct ExtrudeSettings {
  ExtrudeModel model;
  std::vector<std::string> patches;  ///< whose faces are extruded
  Place patchesPlace;
  bool fromPatch = false;    ///< true: a new mesh of the extrusion alone; false: it is added to the mesh
  std::string exposedPatch;  ///< fromPatch: the patch of the side that the extrusion starts from
  Place exposedPlace;
  bool flipNormals = false;
  double mergeTolerance = 1e-4;  ///< edges shorter than this times the smallest side of the mesh's box vanish
};

/// Reads an extrudeMeshDict, but for sourceCase. Errors (badCase): what Eagre does not have (constructFrom surface,
/// sourceFaceZones, mergeFaces), unknown words, missing entries.
ExtrudeSettings readExtrudeSettings(const config::Dictionary& dict);

/// Extrudes faces of patches into columns of cells. The sides of the columns join the patches of the boundary faces beside them.
/// The far ends take the patch extruded from. Of a wedge the two ends are patches of type wedge, of a plane, empty.
/// Errors (badCase): names that are no patches.
mesh::PolyMesh extrudeMesh(const mesh::PolyMesh& source, const ExtrudeSettings& settings);

/// Merges the ends of all edges shorter than `length`; faces that have fewer than three points left vanish.
mesh::PolyMesh collapseEdges(const mesh::PolyMesh& mesh, double length);

}  // namespace eagre::case_
