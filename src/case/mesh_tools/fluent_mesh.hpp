// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

/// What OpenFOAM's fluentMeshToFoam and fluent3DMeshToFoam do.
namespace eagre::case_ {

struct FluentOptions {
  double scale = 1;  ///< of all lengths
  double thickness =
      0;               ///< of the layer of cells of a mesh of two dimensions, before scale; 0: a fiftieth of the mesh's diagonal
  bool zones = false;  ///< cell zones of the groups of cells, face zones of those of internal faces
};

/// Reads a mesh of Fluent (.msh, .cas as text; Fluent 6.3 User's Guide, appendix C). A mesh of two dimensions becomes one layer
/// of cells in z, with an empty patch frontAndBackPlanes. Patches are the zones of boundary faces in the order of the file: wall,
/// symmetry (symmetry, axis), else patch. Errors (badCase, with file and line): binary sections, hanging nodes, numbers out of
/// range, sections that are missing or broken off.
mesh::PolyMesh readFluentMesh(const std::filesystem::path& file, const FluentOptions& options, Log& log);

}  // namespace eagre::case_
