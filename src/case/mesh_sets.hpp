// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "case/poly_mesh_io.hpp"
#include "core/error.hpp"
#include "mesh/poly_mesh.hpp"

/// Named sets of cells, faces and points in constant/polyMesh/sets, as OpenFOAM's topoSet writes them.
namespace eagre::case_ {

enum class SetKind { cells, faces, points };
/// "cell", "face", "point".
const char* nounOf(SetKind kind);
/// How many cells, faces or points a mesh has.
Label sizeOf(SetKind kind, const mesh::PolyMesh& mesh);

/// Reads sets/<name> of a polyMesh directory; ascending, each member once. asked: the place that names the set, for messages.
/// Errors (badCase): no such set (those of this kind are listed), a set of another kind, a member that is not in the mesh.
std::vector<Label> readMeshSet(const std::filesystem::path& polyMeshDir, SetKind kind, const std::string& name,
                               const mesh::PolyMesh& mesh, const Place& asked);

/// Names of the sets of a kind in a polyMesh directory, sorted.
std::vector<std::string> meshSetNames(const std::filesystem::path& polyMeshDir, SetKind kind);

/// Writes sets/<name>, whole or not at all: always as text, compressed if the format says so. Error (io).
void writeMeshSet(const std::filesystem::path& polyMeshDir, SetKind kind, const std::string& name,
                  const std::vector<Label>& members, const MeshFormat& format);

/// Removes sets/<name>; returns whether it was there.
bool removeMeshSet(const std::filesystem::path& polyMeshDir, const std::string& name);
/// Removes all sets: after a change of the mesh their numbers mean nothing.
void removeMeshSets(const std::filesystem::path& polyMeshDir);

}  // namespace eagre::case_
