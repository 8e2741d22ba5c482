// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// Reads the mesh in a polyMesh directory: points, faces (plain or compact lists), owner, neighbour, boundary and, if they are
/// there, cellZones, faceZones and pointZones; ascii or binary, gzipped or not, labels of 32 or 64 bits and scalars of 32 or
/// 64 as the header's arch says, each file in its own way.
/// Error (badCase, with file and line where there is one): a file that is missing or damaged, counts that do not agree with each
/// other, an index out of range, a face of fewer than three points, patches that do not cover the boundary faces one after
/// another.
mesh::PolyMesh readPolyMesh(const std::filesystem::path& polyMeshDir);

/// The file points of a polyMesh directory alone, as times of meshes that move have it. Errors: as above.
std::vector<Vec3> readPoints(const std::filesystem::path& polyMeshDir);
/// Moves a mesh to other points. from: where they were read. Error (badCase): not as many as it has.
void replacePoints(mesh::PolyMesh& mesh, std::vector<Vec3> points, const std::filesystem::path& from);

/// The cell zones alone, of a mesh of nCells. Errors: as above.
std::vector<mesh::Zone> readCellZones(const std::filesystem::path& polyMeshDir, Label nCells);

/// The patches in the text of a file boundary, processor patches too; `file` stands for it in messages. Errors: as above.
std::vector<mesh::PolyPatch> parseBoundary(std::string text, const std::string& file);
/// The zones in the text of a file cellZones, faceZones or pointZones; kind: cell, face or point, of which the mesh has n.
std::vector<mesh::Zone> parseZones(std::string text, const std::string& file, const std::string& kind, Label n);

/// What must be known of a mesh to order fields as it does.
struct MeshOutline {
  Label nCells = 0, nFaces = 0, nInternalFaces = 0;
  std::vector<mesh::PolyPatch> patches;
};
MeshOutline outlineOf(const mesh::PolyMesh& mesh);
/// Reads the files owner, neighbour and boundary alone. Errors: as above.
MeshOutline readMeshOutline(const std::filesystem::path& polyMeshDir);

struct MeshFormat {
  bool binary = false;
  bool compressed = false;
  int precision = 6;  ///< significant digits of ascii points
};

/// What refinement leaves beside a mesh, in files of OpenFOAM's hexRef8: levels of cells and points, and the history, of which
/// cells are put together again: entries of a parent and its children (8 or none), and the entry of each cell, -1: none.
struct MeshLevels {
  std::vector<Label> cells, points;
  double level0Edge = 0;  ///< [m]
  std::vector<std::pair<Label, std::vector<Label>>> history;
  std::vector<Label> historyOfCells;
};
/// cellLevel and pointLevel of a polyMesh directory; empty lists where they are not. Errors: as above.
MeshLevels readMeshLevels(const std::filesystem::path& polyMeshDir);

/// Writes the mesh as OpenFOAM v1912 does (layout, header entries, note); zones only if there are any. Every file is written
/// aside; when all are whole, they replace those that are there, and older ones of the same name in the other compression, or
/// of zones that are no more, are removed. Error (io) if something cannot be written.
/// levels: of a mesh that is refined during a run; null: none, and files of levels stay as they are.
void writePolyMesh(const mesh::PolyMesh& mesh, const std::filesystem::path& polyMeshDir, const MeshFormat& format,
                   const MeshLevels* levels = nullptr);

/// Gives the points the values that are read back from a mesh written in this format: ascii keeps its digits only.
void roundPoints(mesh::PolyMesh& mesh, const MeshFormat& format);

/// Writes cellZones, faceZones and pointZones alone, in the same way.
void writeMeshZones(const mesh::PolyMesh& mesh, const std::filesystem::path& polyMeshDir, const MeshFormat& format);

}  // namespace eagre::case_
