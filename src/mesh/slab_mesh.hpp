// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/poly_mesh.hpp"

/// From a global mesh that stands in slabs on the ranks to the part of each: no rank holds more than its slab and its part. A
/// mesh that rank 0 has read as a whole is one slab of rank 0's.
namespace eagre::mesh {

/// What every rank knows of the global mesh.
struct MeshFacts {
  std::vector<PolyPatch> patches;
  GlobalLabel nCells = 0, nFaces = 0, nInternalFaces = 0;
  double volume = 0;  ///< m^3
  Vec3 extent{};      ///< of the box around all points, along the axes [m]
  Directions directions;
};

/// mesh must have passed checkTopology.
MeshFacts factsOf(const PolyMesh& mesh, const PolyGeometry& geometry);
/// The facts as lines of a keyword and its values, for messages and files; exact.
std::string toText(const MeshFacts& facts);
/// The inverse. Errors: no such text; counts that do not agree with each other or exceed what labels can count; patches that do
/// not follow one another from the first boundary face to the last.
MeshFacts meshFacts(const std::string& text);

/// The part of the global mesh that stands on this rank: cells [cellStarts[rank], cellStarts[rank + 1]), and faces likewise,
/// in OpenFOAM's ordering.
struct SlabMesh {
  MeshFacts facts;
  std::vector<GlobalLabel> cellStarts, faceStarts;  ///< as many as ranks, and the end; the same on all ranks
  std::vector<Label> owner;                         ///< of the faces of the slab
  std::vector<Label> neighbour;                     ///< of those that are internal: the first of them
  PolyGeometry geometry;                            ///< of the faces and cells of the slab
};

/// Where the boundary faces of each rank's slab begin among all boundary faces, and the end.
std::vector<GlobalLabel> boundaryStarts(const SlabMesh& slab);

/// The mesh of rank 0 (empty elsewhere) as a slab; mesh and geometry are used up. Collective.
/// Errors (badCase, on all ranks): what checkPatches finds; processor patches (a decomposed case).
SlabMesh slabOnMaster(const comm::Communicator& communicator, PolyMesh&& mesh, PolyGeometry&& geometry);

/// Divides the mesh: part as from partition(), of the cells of the slab. Local cells and internal faces keep the order of the
/// global mesh. The slab is used up: its lists are freed as soon as they are not needed. Collective.
///
/// Coupled faces: first the cuts, by neighbour rank and then global face index; then the cyclic patches, by patch,
/// neighbour rank and index in the patch; then the overlapping patches, which are apart until findOverlaps(). Geometry is that of
/// the slabs, bit by bit, on any number of ranks. Errors (on all ranks): part has not one rank for each cell; indices or lengths
/// that cannot be.
std::unique_ptr<Mesh> distribute(const comm::Communicator& communicator, SlabMesh&& slab, std::vector<int> part);

}  // namespace eagre::mesh
