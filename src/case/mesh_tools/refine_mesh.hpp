// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "case/mesh_tools/refine_hexes.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"

/// What OpenFOAM's refineMesh does: cells cut in two, in one direction after another.
namespace eagre::case_ {

struct RefineSettings {
  std::vector<Vec3> directions;  ///< in which cells are cut, one after another
  bool hexTopology = false;      ///< with three directions, hexes are divided into eight at once
  bool geometricCut = false;     ///< true: every cell is cut by a plane through its centre; false: only those that are no hexes
  bool onlyHexes = false;        ///< all into eight, and any other cell is an error (hexRef8)
};

/// Reads a refineMeshDict of any version: coordinateSystem, globalCoeffs (tan1, tan2 or e1, e2; also named `global`) and
/// directions (tan1, tan2, normal or e1, e2, e3), useHexTopology, geometricCut; or hexRef8. zone: where a sub-dictionary
/// `coordinates` may be (OpenFOAM 12 and later), else the same dictionary. Errors (badCase): what is missing, unknown words,
/// other coordinate systems than global.
RefineSettings readRefineSettings(const config::Dictionary& dict, const config::Dictionary& zone);

/// What refineMesh does without a dictionary: in all directions of a mesh of three dimensions, or in the two of its plane.
RefineSettings refineEverywhere(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry);

/// Refines these cells. A cell that cannot be cut in one direction stays whole in it, with a warning on the log.
/// Error (badCase): a cell that is no hex where only hexes may be refined.
Refined refineMesh(const mesh::PolyMesh& mesh, std::vector<Label> cells, const RefineSettings& settings, Log& log);

}  // namespace eagre::case_
