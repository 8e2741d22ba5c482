// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::mesh {

/// A patch of the global mesh: faces [start, start + size).
struct PolyPatch {
  std::string name;
  std::string type;  ///< patch, wall, empty, wedge, symmetry, symmetryPlane, cyclic, cyclicAMI, cyclicACMI, mappedPatch
  GlobalLabel start = 0;
  GlobalLabel size = 0;
  std::string neighbourPatch;  ///< of coupled patches
  std::vector<std::string> inGroups;
  /// Every other entry of the patch's dictionary, as text in the order read, so that a mesh is written as it was read.
  std::vector<std::pair<std::string, std::string>> otherEntries;
};

/// Faces of one of a pair that overlap those of the other one, where they do (mesh/blockages.hpp).
inline bool isPartlyOverlapping(const PolyPatch& patch) { return patch.type == "cyclicACMI"; }
/// Faces of one of a pair that overlap those of the other one, of any number (mesh/overlaps.hpp).
inline bool isOverlapping(const PolyPatch& patch) { return patch.type == "cyclicAMI" || isPartlyOverlapping(patch); }
/// Behind whose faces are cells: one behind each face of a cyclic patch, the mean of several behind an overlapping one.
inline bool isCoupled(const PolyPatch& patch) { return patch.type == "cyclic" || isOverlapping(patch); }

/// A named set of cells, faces or points (cellZones and the like).
struct Zone {
  std::string name;
  std::vector<Label> members;
  std::vector<char> flip;  ///< faceZones only
};

/// Empties a list and gives its memory back, which `list = {}` does not.
template <class T>
void release(std::vector<T>& list) {
  std::vector<T>().swap(list);
}

/// A global (undivided) mesh of polyhedra in OpenFOAM's ordering: internal faces first, by owner (in
/// most meshes, then by neighbour, on which nothing relies), then the patches one after another; normals point out of owner.
/// Exists while a case is set up, on rank 0 only; longer where cells change during the run, or function objects sample a mesh
/// that moves.
struct PolyMesh {
  std::vector<Vec3> points;
  std::vector<Label> faceOffsets{0};  ///< face f has points facePoints[faceOffsets[f] .. faceOffsets[f+1])
  std::vector<Label> facePoints;
  std::vector<Label> owner;
  std::vector<Label> neighbour;  ///< size nInternalFaces
  std::vector<PolyPatch> patches;
  std::vector<Zone> cellZones, faceZones, pointZones;

  Label nFaces() const { return static_cast<Label>(owner.size()); }
  Label nInternalFaces() const { return static_cast<Label>(neighbour.size()); }
  std::span<const Label> pointsOf(Label f) const {  ///< of face f, in its order
    return {facePoints.data() + faceOffsets[f], facePoints.data() + faceOffsets[f + 1]};
  }
  Label nCells() const;  ///< one more than the largest owner or neighbour
};

/// Centre and area vector of every face, volume and centre of every cell, by OpenFOAM's decomposition of faces
/// into triangles about their mean point and of cells into pyramids about the mean of their face centres; distances to walls.
struct PolyGeometry {
  std::vector<Vec3> faceCentres, faceAreas, cellCentres;
  std::vector<double> cellVolumes;
  std::vector<double> wallDistances{};  ///< one per boundary face (mesh/wall_distance.hpp)
  /// One per cell and one per boundary face; empty unless asked for (mesh/wall_wave.hpp).
  std::vector<double> cellWallDistances{}, boundaryWallDistances{};
  std::vector<Label>
      nearestWallFaces{};  ///< one per cell with a distance: that wall face, counted from the first boundary face; -1: none
};
/// Errors (badCase): what checkTopology finds, since nothing can be computed then.
PolyGeometry computeGeometry(const PolyMesh& mesh);
/// The same of a mesh that has passed checkTopology.
PolyGeometry uncheckedGeometry(const PolyMesh& mesh);
/// The same without distances to walls.
PolyGeometry facesAndCells(const PolyMesh& mesh);
/// Its two parts: the faces alone, and the cells of these faces.
PolyGeometry facesAlone(const PolyMesh& mesh);
void addCells(const PolyMesh& mesh, PolyGeometry& geometry);
/// Centre [m] and area vector [m^2] of face f, for the mesh's face points at `points`.
struct CentreAndArea {
  Vec3 centre, area;
};
CentreAndArea centreAndArea(const PolyMesh& mesh, std::span<const Vec3> points, Label f);

/// What a mesh read from a file may have wrong with its lists alone: indices out of range, faces with fewer than 3 points,
/// owner not lower than neighbour, internal faces not in the order of their owners, cells with fewer than 4 faces, patches that
/// overlap, leave gaps or share a name. One line per kind of problem, with its count and the first few indices.
/// Returns whether all is well.
bool checkTopology(const PolyMesh& mesh, Problems& problems);

/// Patch types that are not supported, wedges and symmetry
/// planes that are not plane or not aligned, cyclic patches without their partner, of unequal size, or not matching by a
/// translation (within matchTolerance, default 1e-4, of the face's size, as OpenFOAM).
bool checkPatches(const PolyMesh& mesh, const PolyGeometry& geometry, Problems& problems);

/// checkTopology, checkPatches, faces of no area, cells that are not closed (sum of areas above 1e-6 of their magnitudes,
/// OpenFOAM's threshold), and cells of no or negative volume. Returns the geometry, which is computed on the way; empty if
/// checkTopology fails.
PolyGeometry checkPolyMesh(const PolyMesh& mesh, Problems& problems);

/// Whether the faces of a patch have one normal, to the accuracy that checkPolyMesh asks of a symmetryPlane. The mesh has passed
/// checkTopology.
bool isPlane(const PolyMesh& mesh, const PolyPatch& patch);

/// Directions without extent, as OpenFOAM finds them from the areas of empty and wedge patches (polyMesh::calcDirections).
struct Directions {
  std::array<int, 3> geometric{1, 1, 1};  ///< -1: empty or wedge
  std::array<int, 3> solution{1, 1, 1};   ///< -1: empty
};
Directions findDirections(const PolyMesh& mesh, const PolyGeometry& geometry);

}  // namespace eagre::mesh
