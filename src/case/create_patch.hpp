// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "case/source_table.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

/// OpenFOAM's createPatch: new patches of boundary faces.
namespace eagre::case_ {

/// A createPatchDict, checked.
struct CreatePatchPlan {
  struct Patch {
    mesh::PolyPatch patch;                          ///< name and entries, for where the mesh has none of that name
    std::vector<NamePattern> patches;               ///< whose faces it gets, or
    std::string set, zone;                          ///< the faceSet or the faceZone that it gets, or
    std::optional<config::Dictionary> generator{};  ///< what chooses its faces (generateZone)
    Place place;
  };
  std::vector<Patch> patches;
  bool pointSync = false;
};

/// Reads pointSync and patches, a list with names or, from openfoam.org's version 12 on, dictionaries under their names
/// (patchInfo or dictionary; constructFrom patches | set | zone; patches | set | zone). needsPointSync: whether the list must
/// have pointSync beside it, as before openfoam.org's version 10; without, it is false. Errors (badCase, all of them at once).
CreatePatchPlan readCreatePatchDict(const config::Dictionary& dict, bool needsPointSync);

/// Adds the patches (one that is there keeps its type and place), moves faces into them, orders cyclic pairs, and removes patches
/// without faces that are neither coupled nor new. Patches that match no name are warned about, as in OpenFOAM.
/// facesOf: those of a patch's set, zone or generator; Error if there is none. Serial (rank 0).
/// Errors (badCase): a set or zone with internal faces, cyclic patches that do not match.
mesh::PolyMesh createPatch(const CreatePatchPlan& plan, const mesh::PolyMesh& mesh,
                           const std::function<std::vector<Label>(const CreatePatchPlan::Patch&)>& facesOf, Log& log);

}  // namespace eagre::case_
