// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/mesh_times.hpp"

#include <algorithm>

#include "config/dictionary.hpp"
#include "output/foam/time_directory.hpp"

namespace eagre::output {

namespace fs = std::filesystem;

MeshTimes::MeshTimes(const fs::path& caseDirectory) : constant_(caseDirectory / "constant" / "polyMesh") {
  std::error_code none;
  for (const TimeDir& time : findTimes(caseDirectory)) {
    const fs::path own = caseDirectory / time.name / "polyMesh";
    if (!fs::is_directory(own, none)) continue;
    const bool faces = config::fileExists(own / "faces");
    if (faces || config::fileExists(own / "points")) entries_.push_back({time.value, own, faces});
  }
}

bool MeshTimes::haveFaces() const {
  return std::ranges::any_of(entries_, [](const Entry& entry) { return entry.hasFaces; });
}

MeshPlace MeshTimes::at(double time) const {
  MeshPlace place{constant_, constant_};
  for (const Entry& entry : entries_) {
    if (entry.value > time) break;
    if (entry.hasFaces) place.faces = entry.polyMesh;
    place.points = entry.polyMesh;
  }
  return place;
}

}  // namespace eagre::output
