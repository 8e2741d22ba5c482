// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/face_corners.hpp"

#include <algorithm>

namespace eagre::mesh {

std::map<std::string, FaceCorners> faceCorners(const PolyMesh& mesh, const std::vector<std::string>& patches) {
  std::map<std::string, FaceCorners> corners;
  for (const auto& patch : mesh.patches) {
    if (patch.type == "empty" || std::find(patches.begin(), patches.end(), patch.name) == patches.end()) continue;
    FaceCorners& own = corners[patch.name];
    for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) {
      for (Label i = mesh.faceOffsets[f]; i < mesh.faceOffsets[f + 1]; ++i) own.points.push_back(mesh.points[mesh.facePoints[i]]);
      own.starts.push_back(static_cast<Label>(own.points.size()));
    }
  }
  return corners;
}

void dealFaceCorners(const comm::Communicator& communicator, std::map<std::string, FaceCorners> corners, Mesh& mesh) {
  for (const Patch& patch : mesh.patches) {
    const auto found = corners.find(patch.name);
    if (!communicator.any(found != corners.end())) continue;
    FaceCorners all;
    if (found != corners.end()) all = std::move(found->second);
    communicator.broadcast(all.starts);
    communicator.broadcast(all.points);
    FaceCorners& own = mesh.corners[patch.name];
    const GlobalLabel start = mesh.globalPatches[static_cast<std::size_t>(patch.globalIndex)].start;
    for (Label f = mesh.nInteriorFaces() + patch.start; f < mesh.nInteriorFaces() + patch.start + patch.size; ++f) {
      const auto i = static_cast<std::size_t>(mesh.faceGlobal[f] - start);
      own.points.insert(own.points.end(), all.points.begin() + all.starts[i], all.points.begin() + all.starts[i + 1]);
      own.starts.push_back(static_cast<Label>(own.points.size()));
    }
  }
}

}  // namespace eagre::mesh
