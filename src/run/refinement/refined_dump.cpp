// SPDX-License-Identifier: BSD-3-Clause
#include "run/refinement/refined_dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace eagre::run {

namespace {

constexpr const char *cellLevel = "cellLevel", *pointLevel = "pointLevel", *parents = "historyParents",
                     *children = "historyFirstChildren", *ofCells = "historyOfCells";
constexpr Label nChildren = 8;  // of OpenFOAM's history

}  // namespace

output::OwnMeshExtras extrasOf(const case_::MeshLevels& levels) {
  output::OwnMeshExtras extras{{}, levels.level0Edge};
  extras.lists[cellLevel] = levels.cells;
  extras.lists[pointLevel] = levels.points;
  extras.lists[ofCells] = levels.historyOfCells;
  auto &parent = extras.lists[parents], &first = extras.lists[children];
  for (const auto& [above, below] : levels.history) {
    parent.push_back(above);
    first.push_back(below.empty() ? -1 : below.front());
  }
  return extras;
}

void writeMeshOfDump(const std::filesystem::path& dump, const std::filesystem::path& timeDirectory,
                     const output::FieldFormat& format) {
  output::OwnMesh own = output::readOwnMesh(dump);
  const auto require = [&](bool right, const char* list) {
    if (!right)
      throw Error(fmt::format("{}: its mesh: the list {} is missing or of another length than the mesh", dump.string(), list),
                  ExitCode::io);
  };
  auto& lists = own.extras.lists;
  const auto nCells = static_cast<std::size_t>(own.mesh.nCells());
  require(lists[cellLevel].size() == nCells, cellLevel);
  require(lists[pointLevel].size() == own.mesh.points.size(), pointLevel);
  require(lists[ofCells].size() == nCells, ofCells);
  require(lists[children].size() == lists[parents].size(), children);
  case_::MeshLevels levels;
  levels.cells = std::move(lists[cellLevel]);
  levels.points = std::move(lists[pointLevel]);
  levels.historyOfCells = std::move(lists[ofCells]);
  levels.level0Edge = own.extras.level0Edge;
  for (std::size_t i = 0; i < lists[parents].size(); ++i) {
    const Label first = lists[children][i];
    require(first <= std::numeric_limits<Label>::max() - nChildren, children);
    levels.history.push_back({lists[parents][i], {}});
    for (Label k = 0; first >= 0 && k < nChildren; ++k) levels.history.back().second.push_back(first + k);
  }
  if (!own.pointsAtRest.empty()) own.mesh.points = std::move(own.pointsAtRest);
  case_::writePolyMesh(own.mesh, timeDirectory / "polyMesh", {format.binary, format.compressed, std::max(format.precision, 10)},
                       &levels);
}

}  // namespace eagre::run
