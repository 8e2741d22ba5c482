// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/refine_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "case/mesh_tools/cut_cells.hpp"

namespace eagre::case_ {

using config::Dictionary;
using mesh::PolyMesh;

namespace {

/// The sub-dictionary with the two vectors of a global coordinate system.
const Dictionary& globalAxes(const Dictionary& coordinates) {
  const std::string keyword = coordinates.has("type") ? "type" : "coordinateSystem";
  const std::vector<std::string> valid{"global", "patchLocal", "fieldBased"};
  if (const auto system = coordinates.getChoice(keyword, valid); system != "global")
    throw Error(coordinates.at(keyword).place,
                fmt::format("{} {}: Eagre's refineMesh has the coordinate system 'global' only", keyword, system));
  for (const char* name : {"globalCoeffs", "global"})
    if (const auto* found = coordinates.findDict(name)) return *found;
  if (keyword == "type") return coordinates;
  return coordinates.subDict("globalCoeffs");
}

Vec3 axis(const Dictionary& dict, const char* name, const char* otherName) {
  const char* const keyword = dict.has(otherName) ? otherName : name;
  const auto v = dict.get<Vec3>(keyword);
  if (mag(v) < vSmall) throw Error(dict.at(keyword).place, fmt::format("{}: a vector of length zero is no direction", keyword));
  return v;
}

/// The vectors that an entry `directions` names. OpenFOAM takes the normal first, in whatever order they are named.
std::vector<Vec3> readDirections(const Dictionary& coordinates) {
  const std::vector<std::string> valid{"tan1", "tan2", "normal", "e1", "e2", "e3"};
  const auto names = coordinates.get<std::vector<std::string>>("directions");
  for (const auto& name : names)
    if (std::ranges::find(valid, name) == valid.end())
      throw Error(coordinates.at("directions").place, unknownWordMessage("direction", name, valid));
  const Dictionary& axes = globalAxes(coordinates);
  const Vec3 e1 = axis(axes, "tan1", "e1"), e2 = axis(axes, "tan2", "e2"), e3 = cross(e1, e2);
  if (mag(e3) < small * mag(e1) * mag(e2)) throw Error(axes.place(), "the two vectors of the coordinate system are parallel");
  std::vector<Vec3> directions;
  const auto wanted = [&](const char* a, const char* b) {
    return std::ranges::count(names, a) + std::ranges::count(names, b) > 0;
  };
  if (wanted("normal", "e3")) directions.push_back(normalised(e3));
  if (wanted("tan1", "e1")) directions.push_back(e1);
  if (wanted("tan2", "e2")) directions.push_back(e2);
  return directions;
}

std::string text(const Vec3& v) { return fmt::format("({} {} {})", v.x, v.y, v.z); }

/// Cuts cells in one direction after another.
class Cutter {
 public:
  Cutter(PolyMesh mesh, std::vector<Label> origin, Log& log) : mesh_(std::move(mesh)), origin_(std::move(origin)), log_(log) {}

  /// Cuts the cells, as many at a time as fit together. cells: gets the new ones, too.
  void cut(std::vector<Label>& cells, const Vec3& direction, bool geometric) {
    std::vector<Label> left = cells;
    while (!left.empty()) {
      const auto added = cutOnce(left, direction, geometric);
      if (added.empty()) break;
      std::erase_if(left, [&](Label c) { return added.contains(c); });
      for (const auto& [cell, other] : added) cells.push_back(other);
    }
    if (left.empty()) return;
    const Vec3 where = mesh::uncheckedGeometry(mesh_).cellCentres[left.front()];
    log_.warnOnce(
        fmt::format("refineMesh: {} of {} cells could not be cut in direction {}, such as the one at {}; they stay whole in it",
                    left.size(), cells.size(), text(direction), text(where)));
  }
  Refined result() && { return {std::move(mesh_), std::move(origin_)}; }

 private:
  std::map<Label, Label> cutOnce(const std::vector<Label>& cells, const Vec3& direction, bool geometric) {
    const auto geometry = mesh::uncheckedGeometry(mesh_);
    const EdgeMesh edges(mesh_);
    CellCuts cuts(edges);
    for (const Label c : cells)
      cuts.add(c, geometric || !edges.isHex(c) ? loopOfPlane(edges, c, geometry.cellCentres[c], direction)
                                               : loopOfHex(edges, c, direction));
    if (cuts.size() == 0) return {};
    auto result = cuts.apply();
    origin_.resize(origin_.size() + result.added.size());
    for (const auto& [cell, other] : result.added) origin_[other] = origin_[cell];
    mesh_ = std::move(result.mesh);
    return std::move(result.added);
  }

  PolyMesh mesh_;
  std::vector<Label> origin_;
  Log& log_;
};

}  // namespace

RefineSettings readRefineSettings(const Dictionary& dict, const Dictionary& zone) {
  RefineSettings settings;
  settings.onlyHexes = dict.getOr("hexRef8", false);
  if (settings.onlyHexes) return settings;
  const auto* coordinates = zone.findDict("coordinates");
  if (!coordinates) coordinates = dict.findDict("coordinates");
  settings.directions = readDirections(coordinates ? *coordinates : dict);
  settings.hexTopology = dict.getOr("useHexTopology", false);
  settings.geometricCut = dict.getOr("geometricCut", false);
  if (dict.getOr("writeMesh", false))
    throw Error(dict.at("writeMesh").place, "writeMesh: Eagre's refineMesh writes no meshes in between; set it to false");
  return settings;
}

RefineSettings refineEverywhere(const PolyMesh& mesh, const mesh::PolyGeometry& geometry) {
  RefineSettings settings;
  const auto extent = mesh::findDirections(mesh, geometry).geometric;
  const bool threeD = std::ranges::count(extent, 1) == 3;
  settings.hexTopology = threeD;
  constexpr std::array<Vec3, 3> axes{Vec3{0, 0, 1}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
  // In two dimensions the direction left out is x if that is empty, else y, else z, as in OpenFOAM.
  const Vec3 out = extent[0] == -1 ? axes[1] : extent[1] == -1 ? axes[2] : axes[0];
  for (const Vec3& a : axes)
    if (threeD || a != out) settings.directions.push_back(a);
  return settings;
}

Refined refineMesh(const PolyMesh& mesh, std::vector<Label> cells, const RefineSettings& settings, Log& log) {
  std::vector<Label> origin(static_cast<std::size_t>(mesh.nCells()));
  std::iota(origin.begin(), origin.end(), 0);
  Refined result{mesh, origin};
  if (settings.onlyHexes || (settings.hexTopology && settings.directions.size() == 3)) {
    std::vector<Label> hexes;
    const EdgeMesh edges(mesh);
    std::ranges::copy_if(cells, std::back_inserter(hexes), [&](Label c) { return edges.isHex(c); });
    std::erase_if(cells, [&](Label c) { return edges.isHex(c); });
    if (settings.onlyHexes && !cells.empty())
      throw Error(fmt::format("refineMesh: cell {} is no hex, and hexRef8 divides hexes only", cells.front()), ExitCode::badCase);
    if (!hexes.empty()) result = refineHexes(mesh, mesh::uncheckedGeometry(mesh), hexes);
  }
  if (cells.empty()) return result;
  Cutter cutter(std::move(result.mesh), std::move(result.origin), log);
  for (const Vec3& direction : settings.directions) cutter.cut(cells, direction, settings.geometricCut);
  return std::move(cutter).result();
}

}  // namespace eagre::case_
