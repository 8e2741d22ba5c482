// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "mesh/face_corners.hpp"
#include "mesh/mesh.hpp"

namespace eagre::run {

class CaseDictionaries;
class Samplings;

/// What a case needs of its mesh besides the part of each rank: cell zones, the corners of the faces of patches with
/// waves or patchProbes, and where function objects sample fields.
/// Gathered on rank 0 from the global mesh, and dealt out.
class MeshExtras {
 public:
  MeshExtras(CaseDictionaries& dictionaries, Samplings& samplings);
  /// From the global mesh, before it is used up. Rank 0 only.
  void take(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry);
  /// Of a packed mesh: from constant/polyMesh, as far as it is needed. Rank 0 only. Errors (badCase): it is needed and not there.
  void read(const std::filesystem::path& caseDirectory, Label nCells);
  /// Collective.
  void deal(const comm::Communicator& communicator, mesh::Mesh& mesh);

 private:
  Samplings& samplings_;
  /// The patches that the patchProbes of controlDict name. A wrong entry is found where these are made.
  void addPatchProbes(const config::Dictionary& controlDict);
  std::vector<std::string> patches_;
  std::vector<std::function<bool(const mesh::PolyPatch&)>> probedPatches_;  ///< one of these fits a patch with patchProbes
  bool allPatches_ = false;                                                 ///< the waves are openfoam.org's, which name no patch
  std::vector<mesh::Zone> zones_;
  std::map<std::string, mesh::FaceCorners> corners_;
};

}  // namespace eagre::run
