// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "mesh/poly_mesh.hpp"
#include "output/dumps/dump_data.hpp"

/// A mesh that a dump holds itself, in place of links to the mesh file beside it: that of one time of a run whose cells change
/// (docs/dumps.md).
namespace eagre::output {

/// What a mesh of hexes that are divided needs beside the mesh to be written as OpenFOAM's.
struct OwnMeshExtras {
  std::map<std::string, std::vector<Label>> lists;  ///< by names of data sets: levels, the history
  double level0Edge = 0;                            ///< [m]
};

/// A global mesh on rank 0.
struct OwnMeshToWrite {
  const mesh::PolyMesh* mesh = nullptr;
  const mesh::PolyGeometry* geometry = nullptr;  ///< areas and volumes
  std::span<const Vec3> places;                  ///< of a mesh that moves: where its points are; its own are those at rest
  OwnMeshExtras extras;
};
/// Writes the grid for ParaView (but for the points of a mesh that moves, which are written as /eagre/points), the polygons of
/// its patches, and what the mesh is made from again. Errors: those of the sink.
void writeOwnMesh(DataSink& sink, const OwnMeshToWrite& own);

struct OwnMesh {
  mesh::PolyMesh mesh;             ///< that has passed checkTopology, with the points at the time of the dump
  std::vector<Vec3> pointsAtRest;  ///< of a mesh that moves; else empty
  OwnMeshExtras extras;
};
/// That of a dump that has one (DumpHeader::ownMesh). Serial. Errors (io): lists that are none of a mesh.
OwnMesh readOwnMesh(const std::filesystem::path& dump);

}  // namespace eagre::output
