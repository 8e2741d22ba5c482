// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

/// Moving faces between patches and splitting internal faces in two, as createPatch and createBaffles do: cells and points stay.
namespace eagre::case_ {

/// What one face of the new mesh is made from.
struct FaceOrigin {
  Label face = 0;         ///< of the old mesh
  bool reversed = false;  ///< the neighbour's side of an internal face
  Label patch = -1;       ///< -1: it stays an internal face
  /// The one face zone that it is in, with its orientation; nothing: it stays in those that it was in.
  std::optional<std::pair<std::size_t, bool>> zone{};
};

/// Every face as it is.
std::vector<FaceOrigin> faceOrigins(const mesh::PolyMesh& mesh);

/// A mesh of these faces, in OpenFOAM's order: internal faces as before, each patch's in the order of `faces`, cyclic pairs then
/// brought into agreement (orderCyclicPatches). patches: type, name and entries count. Face zones are renumbered, ascending; cell
/// and point zones stay. Errors (badCase): cyclic patches that do not match.
mesh::PolyMesh assembleFaces(const mesh::PolyMesh& old, std::vector<mesh::PolyPatch> patches,
                             const std::vector<FaceOrigin>& faces);

/// Removes patches without faces that are neither coupled (cyclic and its kin) nor in `kept`; says so on the log.
/// Returns the names of those that have gone.
std::vector<std::string> removeEmptyPatches(mesh::PolyMesh& mesh, const std::vector<std::string>& kept, Log& log);

}  // namespace eagre::case_
