// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/fluent_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "case/mesh_tools/fluent_sections.hpp"
#include "case/mesh_tools/loose_faces.hpp"

namespace eagre::case_ {

using mesh::PolyMesh;

namespace {

constexpr int wallType = 3, symmetryType = 7, periodicType = 12, shadowType = 8, axisType = 37;
constexpr double thinness = 0.02;  ///< of a layer of cells, by the diagonal

class Converter {
 public:
  Converter(FluentSections sections, const FluentOptions& options, Log& log)
      : in_(std::move(sections)), options_(options), log_(log) {}

  PolyMesh run() {
    const bool flat = in_.dimension == 2;
    countCells();
    orient();
    if (flat) placeLayer();
    for (auto& point : in_.points) point = options_.scale * point;
    for (const auto& group : in_.faces) addGroup(group);
    if (flat) addFrontAndBack();
    PolyMesh mesh = out_.order(like_, std::move(in_.points));
    dropEmptyPatches(mesh);
    if (options_.zones) addZones(mesh);
    return mesh;
  }

 private:
  void countCells() {
    Label last = -1;
    for (const auto& group : in_.faces)
      for (const auto& pair : group.cells) last = std::max({last, pair[0], pair[1]});
    if (in_.nCells == 0) in_.nCells = last + 1;
    for (const auto& group : in_.faces)
      for (const auto& pair : group.cells)
        if (std::max(pair[0], pair[1]) >= in_.nCells)
          throw Error(group.place, fmt::format("a face of zone {} has cell {:x} (hexadecimal), and there are {:x}", group.zone,
                                               std::max(pair[0], pair[1]) + 1, in_.nCells));
    if (last + 1 < in_.nCells)
      throw Error(in_.faces.back().place, fmt::format("cells {:x} to {:x} (hexadecimal) have no faces", last + 2, in_.nCells));
  }

  /// Programs do not agree on which of its two cells a face looks at: that of a group is seen from where its cells lie.
  void orient() {
    std::vector<Vec3> centres(static_cast<std::size_t>(in_.nCells));
    std::vector<int> nFacesOf(centres.size(), 0);
    for (const auto& group : in_.faces)
      for (Label f = 0; f < group.size(); ++f)
        for (const Label c : group.cells[f])
          if (c >= 0) {
            centres[c] += middle(group, f);
            ++nFacesOf[c];
          }
    for (std::size_t c = 0; c < centres.size(); ++c) centres[c] = centres[c] / std::max(nFacesOf[c], 1);
    for (auto& group : in_.faces) {
      Label right = 0;
      for (Label f = 0; f < group.size(); ++f) {
        const auto [ahead, behind] = group.cells[f];
        const Vec3 m = middle(group, f);
        const Vec3 way = (ahead >= 0 ? centres[ahead] : m) - (behind >= 0 ? centres[behind] : m);
        right += dot(normal(group, f), way) > 0 ? 1 : -1;
      }
      if (right < 0)
        for (auto& pair : group.cells) std::swap(pair[0], pair[1]);
    }
  }

  std::span<const Label> pointsOf(const FluentFaces& group, Label f) const {
    return {group.points.data() + group.offsets[f], group.points.data() + group.offsets[f + 1]};
  }

  Vec3 middle(const FluentFaces& group, Label f) const {
    Vec3 sum{};
    for (const Label p : pointsOf(group, f)) sum += in_.points[p];
    return sum / static_cast<double>(pointsOf(group, f).size());
  }

  /// By the right-hand rule; of an edge of two dimensions: to its right.
  Vec3 normal(const FluentFaces& group, Label f) const {
    const auto points = pointsOf(group, f);
    const Vec3 first = in_.points[points[0]];
    if (points.size() == 2) return cross(in_.points[points[1]] - first, Vec3{0, 0, 1});
    Vec3 sum{};
    for (std::size_t i = 2; i < points.size(); ++i)
      sum += cross(in_.points[points[i - 1]] - first, in_.points[points[i]] - first);
    return sum;
  }

  /// The points of the back of the layer, then those of its front.
  void placeLayer() {
    auto& points = in_.points;
    Vec3 low = points[0], high = points[0];
    for (const Vec3& p : points) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), 0};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), 0};
    }
    const double half = 0.5 * (options_.thickness > 0 ? options_.thickness : thinness * mag(high - low));
    nFlat_ = static_cast<Label>(points.size());
    points.insert(points.end(), points.begin(), points.end());
    for (Label p = 0; p < nFlat_; ++p) {
      points[p].z = -half;
      points[p + nFlat_].z = half;
    }
    edges_.resize(static_cast<std::size_t>(in_.nCells));
  }

  FluentZone zoneOf(const FluentFaces& group) const {
    const auto there = in_.zones.find(group.zone);
    if (there != in_.zones.end()) return there->second;
    const char* const type = group.type == wallType       ? "wall"
                             : group.type == symmetryType ? "symmetry"
                             : group.type == axisType     ? "axis"
                                                          : "patch";
    return {type, fmt::format("zone{}", group.zone)};
  }

  void addPatch(const FluentFaces& group) {
    const FluentZone zone = zoneOf(group);
    mesh::PolyPatch patch;
    patch.name = zone.name;
    patch.type = zone.type == "wall" ? "wall" : zone.type == "symmetry" || zone.type == "axis" ? "symmetry" : "patch";
    if (patch.type != "patch") patch.inGroups = {patch.type};
    if (group.type == periodicType || group.type == shadowType)
      log_.warnOnce(
          fmt::format("{}: periodic faces become a patch of type patch; createPatch makes cyclic ones of two such", zone.name));
    like_.patches.push_back(patch);
  }

  void addGroup(const FluentFaces& group) {
    addPatch(group);
    const auto patch = static_cast<Label>(like_.patches.size()) - 1;
    for (Label f = 0; f < group.size(); ++f) {
      const auto given = pointsOf(group, f);
      const auto [ahead, behind] = group.cells[f];
      std::vector<Label> points(given.begin(), given.end());
      if (nFlat_ > 0) {
        points = {given[0], given[1], given[1] + nFlat_, given[0] + nFlat_};
        // Against the clock, seen from the front.
        if (ahead >= 0) edges_[ahead].push_back({given[1], given[0]});
        if (behind >= 0) edges_[behind].push_back({given[0], given[1]});
      }
      if (ahead >= 0 && behind >= 0) {
        out_.addInternal(points, behind, ahead);
      } else {
        if (behind < 0) std::reverse(points.begin() + 1, points.end());
        out_.addBoundary(points, std::max(ahead, behind), patch);
      }
    }
  }

  /// The two faces of each cell that lie in the planes of the layer.
  void addFrontAndBack() {
    mesh::PolyPatch patch;
    patch.name = "frontAndBackPlanes";
    patch.type = "empty";
    patch.inGroups = {"empty"};
    like_.patches.push_back(patch);
    const auto number = static_cast<Label>(like_.patches.size()) - 1;
    for (const bool front : {true, false})
      for (Label c = 0; c < in_.nCells; ++c) {
        std::vector<Label> polygon = around(c);
        if (front)
          for (Label& p : polygon) p += nFlat_;
        else
          std::reverse(polygon.begin() + 1, polygon.end());
        out_.addBoundary(polygon, c, number);
      }
  }

  std::vector<Label> around(Label cell) const {
    const auto& edges = edges_[cell];
    std::map<Label, Label> next;
    for (const auto& [from, to] : edges) next[from] = to;
    std::vector<Label> polygon;
    if (!edges.empty())
      for (Label p = edges[0][0]; polygon.size() < edges.size() && next.contains(p); p = next[p]) polygon.push_back(p);
    if (polygon.size() < 3 || polygon.size() != next.size() || next[polygon.back()] != polygon[0])
      throw Error(in_.faces[0].place, fmt::format("the faces of cell {:x} (hexadecimal) do not close it", cell + 1));
    return polygon;
  }

  /// Groups of internal faces have made patches, too.
  void dropEmptyPatches(PolyMesh& mesh) const {
    std::erase_if(mesh.patches, [](const mesh::PolyPatch& p) { return p.size == 0; });
    std::set<std::string> names;
    for (auto& patch : mesh.patches)
      if (!names.insert(patch.name).second)
        throw Error(in_.faces[0].place, fmt::format("two zones of faces are called '{}'", patch.name));
  }

  void addZones(PolyMesh& mesh) const {
    for (const auto& group : in_.cells) {
      const auto there = in_.zones.find(group.zone);
      mesh::Zone zone{there == in_.zones.end() ? fmt::format("zone{}", group.zone) : there->second.name, {}, {}};
      for (Label c = group.first; c < std::min(group.last, in_.nCells); ++c) zone.members.push_back(c);
      mesh.cellZones.push_back(std::move(zone));
    }
    for (const auto& group : in_.faces) {
      mesh::Zone zone{zoneOf(group).name, {}, {}};
      for (const auto& [ahead, behind] : group.cells)
        if (ahead >= 0 && behind >= 0)
          zone.members.push_back(faceBetween(mesh, std::min(ahead, behind), std::max(ahead, behind)));
      if (zone.members.empty()) continue;
      std::sort(zone.members.begin(), zone.members.end());
      zone.flip.assign(zone.members.size(), 0);
      mesh.faceZones.push_back(std::move(zone));
    }
  }

  static Label faceBetween(const PolyMesh& mesh, Label owner, Label neighbour) {
    const auto begin = mesh.owner.begin(), end = begin + mesh.nInternalFaces();
    const auto range = std::equal_range(begin, end, owner);
    const auto first = mesh.neighbour.begin() + (range.first - begin), last = mesh.neighbour.begin() + (range.second - begin);
    return static_cast<Label>(std::lower_bound(first, last, neighbour) - mesh.neighbour.begin());
  }

  FluentSections in_;
  const FluentOptions& options_;
  Log& log_;
  LooseFaces out_;
  PolyMesh like_;
  Label nFlat_ = 0;                                       ///< points of a mesh of two dimensions; 0: of three
  std::vector<std::vector<std::array<Label, 2>>> edges_;  ///< of each cell of two dimensions
};

}  // namespace

PolyMesh readFluentMesh(const std::filesystem::path& file, const FluentOptions& options, Log& log) {
  return Converter(readFluentSections(file), options, log).run();
}

}  // namespace eagre::case_
