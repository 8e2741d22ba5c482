// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/face_corners.hpp"

#include <algorithm>

#include "mesh/layout.hpp"

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
    // Of the whole patch, on rank 0: how many corners each face has, and these, each face's in the room of the longest.
    std::vector<double> counts, points;
    double longest = 1;
    if (found != corners.end()) {
      const FaceCorners& whole = found->second;
      for (std::size_t i = 0; i + 1 < whole.starts.size(); ++i) counts.push_back(whole.starts[i + 1] - whole.starts[i]);
      for (const double count : counts) longest = std::max(longest, count);
    }
    longest = communicator.max(longest);
    const auto room = static_cast<std::size_t>(3 * longest);
    points.resize(counts.size() * room);
    for (std::size_t i = 0; i < counts.size(); ++i)
      for (std::size_t k = 0; k < static_cast<std::size_t>(3 * counts[i]); ++k)
        points[i * room + k] =
            found->second.points[static_cast<std::size_t>(found->second.starts[i]) + k / 3][static_cast<int>(k % 3)];
    counts = scatterPatch(mesh, patch.globalIndex, counts, 1);
    points = scatterPatch(mesh, patch.globalIndex, points, static_cast<int>(room));
    FaceCorners& own = mesh.corners[patch.name];
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double* p = points.data() + i * room;
      for (int k = 0; k < static_cast<int>(counts[i]); ++k, p += 3) own.points.push_back({p[0], p[1], p[2]});
      own.starts.push_back(static_cast<Label>(own.points.size()));
    }
  }
}

}  // namespace eagre::mesh
