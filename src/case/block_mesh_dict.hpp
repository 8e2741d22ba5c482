// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "case/block_mesh_edges.hpp"
#include "case/block_mesh_grading.hpp"
#include "case/patch_entries.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "core/vec.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// One hexahedral block. Corners, edges (12) and faces in OpenFOAM's numbering.
struct BlockDefinition {
  std::array<Label, 8> vertices{};
  std::array<Label, 3> cells{};
  std::array<Grading, 12> grading;
  std::string zone;
  Place place;
};

/// A block face that a patch names: four vertices, or a block and the index of its face.
struct PatchFace {
  std::vector<Label> labels;
  Place place;
};

/// A face of blocks that is projected onto a surface.
struct BlockFace {
  std::array<Label, 4> vertices{};  ///< ascending
  std::function<Vec3(const Vec3&)> nearest;
};

struct PatchDefinition {
  mesh::PolyPatch patch;  ///< start and size still 0
  std::vector<PatchFace> faces;
  Place place;
};

/// A blockMeshDict as values. Vertex labels are in range; lengths are not yet scaled.
struct BlockMeshDict {
  Vec3 scale{1, 1, 1};
  bool verbose = true, checkFaceCorrespondence = true;
  std::vector<Vec3> vertices;
  std::vector<BlockEdge> edges;
  std::vector<BlockFace> faces;
  std::vector<BlockDefinition> blocks;
  std::vector<PatchDefinition> patches;
  mesh::PolyPatch defaultPatch;
  std::vector<std::pair<std::string, std::string>> mergePatchPairs;
  Place place;
};

/// Reads a blockMeshDict (OpenFOAM v1912). Error (badCase) that lists every problem found, each with file and line.
/// caseDirectory: where the files of its surfaces are looked for.
BlockMeshDict readBlockMeshDict(const config::Dictionary& dict, Log& log, const std::filesystem::path& caseDirectory = {});

/// A patch as OpenFOAM v1912 keeps it: groups that the type implies added, entries that the type does not know dropped,
/// a cyclic's defaults filled in. Entries: every entry of its dictionary, as text, but `faces`, nFaces and startFace.
/// Error if a cyclic lacks its neighbourPatch or a transform's data.
mesh::PolyPatch makePatch(const std::string& name, const TextEntries& entries, const Place& place);
/// Error at `place` if no version of OpenFOAM has patches of this type; the nearest is named.
void checkPatchType(const std::string& type, const Place& place);

}  // namespace eagre::case_
