// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <vector>

namespace eagre::output {

/// The directory polyMesh with the cells of a mesh (faces, owner, ..), and the one with its points.
struct MeshPlace {
  std::filesystem::path faces, points;
  bool operator==(const MeshPlace&) const = default;
};

/// Where the mesh of each time of a case is, by OpenFOAM's rule (Time::findInstance): its faces in the latest time directory up
/// to that time whose polyMesh has faces, else in constant; its points likewise.
class MeshTimes {
 public:
  /// Looks which times have a polyMesh. Errors: Error(io) if the directory cannot be listed.
  explicit MeshTimes(const std::filesystem::path& caseDirectory);
  /// Whether a time has faces of its own.
  bool haveFaces() const;
  /// time [s]
  MeshPlace at(double time) const;

 private:
  struct Entry {
    double value;
    std::filesystem::path polyMesh;
    bool hasFaces;
  };
  std::filesystem::path constant_;
  std::vector<Entry> entries_;  ///< times with faces or points of their own, sorted
};

}  // namespace eagre::output
