// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/types.hpp"
#include "core/vec.hpp"

/// The sections of a mesh file of Fluent.
namespace eagre::case_ {

/// A group of faces, section 13. Cells and points count from 0; a cell that is not there is -1.
struct FluentFaces {
  int zone = 0, type = 0;
  std::vector<Label> offsets{0}, points{};
  std::vector<std::array<Label, 2>> cells{};  ///< the normal by the right-hand rule points from the second to the first
  Place place{};
  Label size() const { return static_cast<Label>(cells.size()); }
};

/// A group of cells, section 12: [first, last).
struct FluentCells {
  int zone = 0;
  Label first = 0, last = 0;
};

/// Sections 39 and 45.
struct FluentZone {
  std::string type, name;
};

struct FluentSections {
  int dimension = 3;
  std::vector<Vec3> points;
  std::vector<FluentFaces> faces;
  std::vector<FluentCells> cells;
  std::map<int, FluentZone> zones;
  Label nCells = 0;
};

/// Errors (badCase): as readFluentMesh.
FluentSections readFluentSections(const std::filesystem::path& file);

}  // namespace eagre::case_
