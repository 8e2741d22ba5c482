// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// Makes the mesh that OpenFOAM v1912's blockMesh makes from a blockMeshDict: the same points (to round-off), faces,
/// owners, neighbours, patches and cell zones, in the same order.
///
/// Understood: scale or convertToMeters; vertices, also named; hex blocks with zones; simpleGrading, edgeGrading and their
/// multi-section form; edges line, arc, polyLine, spline, BSpline, bezier; boundary and patches; defaultPatch; collapsed
/// blocks; cyclic patches (faces of the second put in the order of the first); mergePatchPairs of patches that match point
/// by point; vertices, edges and faces projected onto surfaces of `geometry`, triangles included (files are looked for in
/// caseDirectory). Not supported, and an Error: projectCurve, extrudedCircle, merging of patches that do not match.
///
/// Log: OpenFOAM's account of the mesh (entry `verbose`). Error (badCase): every problem with file and line.
///
/// aboutCells: makes about so many cells of the same blocks, patches and zones instead, each edge with fewer, for those who look
/// at boundaries and not at cells; 0, or more than there are: the mesh as it is asked for.
mesh::PolyMesh blockMesh(const config::Dictionary& blockMeshDict, Log& log, std::int64_t aboutCells = 0,
                         const std::filesystem::path& caseDirectory = {});

/// How many cells the mesh of a blockMeshDict would have, and whether blockMesh() can make it of fewer (it cannot where
/// mergePatchPairs joins patches point by point). Error (badCase): every problem of the file, by line.
struct BlockMeshSize {
  std::int64_t nCells = 0;
  bool canBeCoarse = true;
};
BlockMeshSize blockMeshSize(const config::Dictionary& blockMeshDict, const std::filesystem::path& caseDirectory = {});

/// The patches of that mesh, found from its blocks without making cells; start and size are 0. Error (badCase): as blockMesh.
std::vector<mesh::PolyPatch> blockMeshPatches(const config::Dictionary& blockMeshDict,
                                              const std::filesystem::path& caseDirectory = {});

}  // namespace eagre::case_
