// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::mesh {

/// A patch of the undivided mesh: faces [start, start + size).
struct PolyPatch {
  std::string name;
  std::string type;  ///< patch, wall, empty, wedge, symmetry, symmetryPlane, cyclic
  GlobalLabel start = 0;
  GlobalLabel size = 0;
  std::string neighbourPatch;  ///< cyclic only
  std::vector<std::string> inGroups;
  /// Every other entry of the patch's dictionary, as text in the order read, so that a mesh is written as it was read.
  std::vector<std::pair<std::string, std::string>> otherEntries;
};

/// A named set of cells, faces or points (cellZones and the like).
struct Zone {
  std::string name;
  std::vector<Label> members;
  std::vector<char> flip;  ///< faceZones only
};

/// A whole, undivided mesh of polyhedra in OpenFOAM's ordering: internal faces first, each owner's in the order
/// of their neighbours (upper-triangular order), then the patches one after another; normals point out of owner.
/// Exists while a case is set up, on rank 0 only.
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
  Label nCells() const;  ///< one more than the largest owner or neighbour
};

/// Centre and area vector of every face, volume and centre of every cell, by OpenFOAM's decomposition of faces
/// into triangles about their mean point and of cells into pyramids about the mean of their face centres.
struct PolyGeometry {
  std::vector<Vec3> faceCentres, faceAreas, cellCentres;
  std::vector<double> cellVolumes;
};
PolyGeometry computeGeometry(const PolyMesh& mesh);

}  // namespace eagre::mesh
