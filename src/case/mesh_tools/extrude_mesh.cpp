// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/extrude_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

#include "case/mesh_tools/edges.hpp"
#include "case/mesh_tools/loose_faces.hpp"

namespace eagre::case_ {

using config::Dictionary;
using mesh::PolyMesh;

namespace {

Label patchNamed(const PolyMesh& mesh, const std::string& name, const Place& place) {
  std::vector<std::string> names;
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    if (mesh.patches[p].name == name) return static_cast<Label>(p);
    names.push_back(mesh.patches[p].name);
  }
  throw Error(place, unknownWordMessage("patch of the source mesh", name, names));
}

/// Builds the columns above the faces of some patches.
class Extruder {
 public:
  Extruder(const PolyMesh& source, const ExtrudeSettings& settings)
      : source_(source), settings_(settings), n_(settings.model.nLayers), patchOf_(patchOfBoundaryFaces(source)) {
    for (const auto& name : settings.patches) {
      const auto& patch = source.patches[patchNamed(source, name, settings.patchesPlace)];
      for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) faces_.push_back(static_cast<Label>(f));
    }
    collectPoints();
    findSides();
    placePoints();
  }

  PolyMesh run() {
    PolyMesh like = source_;
    if (settings_.fromPatch) {
      for (auto* zones : {&like.cellZones, &like.faceZones, &like.pointZones})
        for (auto& zone : *zones) zone = {zone.name, {}, {}};
    } else {
      addSource();
    }
    for (std::size_t i = 0; i < faces_.size(); ++i) addColumn(static_cast<Label>(i));
    for (const Side& side : sides_) addSide(side);
    PolyMesh mesh = out_.order(like, std::move(points_));
    extendZones(mesh);
    return mesh;
  }

 private:
  /// An edge of a face that is extruded, and what is beyond it.
  struct Side {
    Label face, a, b;
    Label otherFace = -1, patch = -1;  ///< one of them: another face that is extruded, or the patch of a boundary face
  };

  std::vector<Label> pointsOf(Label f) const {
    const auto points = source_.pointsOf(f);
    std::vector<Label> list(points.begin(), points.end());
    if (settings_.flipNormals) std::reverse(list.begin() + 1, list.end());
    return list;
  }

  void collectPoints() {
    const auto geometry = mesh::uncheckedGeometry(source_);
    for (const Label f : faces_) {
      Vec3 unit = normalised(geometry.faceAreas[f]);
      if (settings_.flipNormals) unit = -unit;
      for (const Label p : pointsOf(f)) {
        const auto [it, isNew] = local_.try_emplace(p, static_cast<Label>(order_.size()));
        if (isNew) {
          order_.push_back(p);
          normals_.emplace_back();
        }
        normals_[it->second] += unit;
      }
    }
    for (Vec3& normal : normals_) normal = normalised(normal);
  }

  void findSides() {
    std::vector<Label> index(source_.owner.size(), -1);
    for (std::size_t i = 0; i < faces_.size(); ++i) index[faces_[i]] = static_cast<Label>(i);
    std::map<std::pair<Label, Label>, Label> besides;  // edges of boundary faces that are not extruded
    for (Label f = source_.nInternalFaces(); f < source_.nFaces(); ++f) {
      if (index[f] >= 0) continue;
      const auto points = source_.pointsOf(f);
      for (std::size_t i = 0; i < points.size(); ++i)
        besides.try_emplace(std::minmax(points[i], points[(i + 1) % points.size()]), patchOf_[f - source_.nInternalFaces()]);
    }
    std::map<std::pair<Label, Label>, std::size_t> met;
    for (std::size_t i = 0; i < faces_.size(); ++i) {
      const auto points = pointsOf(faces_[i]);
      for (std::size_t j = 0; j < points.size(); ++j) {
        const Label a = points[j], b = points[(j + 1) % points.size()];
        const auto [it, isNew] = met.try_emplace(std::minmax(a, b), sides_.size());
        if (!isNew) {
          sides_[it->second].otherFace = static_cast<Label>(i);
          continue;
        }
        sides_.push_back({static_cast<Label>(i), a, b});
        if (const auto beside = besides.find(std::minmax(a, b)); beside != besides.end()) sides_.back().patch = beside->second;
      }
    }
    for (const Side& side : sides_)
      if (side.otherFace < 0 && side.patch < 0)
        throw Error(settings_.patchesPlace, "an edge of the faces to extrude has no boundary face on its other side");
  }

  void placePoints() {
    if (!settings_.fromPatch) points_ = source_.points;
    first_ = static_cast<Label>(points_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Vec3 start = settings_.model.at(source_.points[order_[i]], normals_[i], 0);
      if (settings_.fromPatch)
        points_.push_back(start);
      else
        points_[order_[i]] = start;
    }
    if (settings_.fromPatch) first_ = static_cast<Label>(points_.size());
    for (std::size_t i = 0; i < order_.size(); ++i)
      for (int layer = 1; layer <= n_; ++layer)
        points_.push_back(settings_.model.at(source_.points[order_[i]], normals_[i], layer));
  }

  /// A point of the source in a layer.
  Label at(Label point, int layer) const {
    const Label i = local_.at(point);
    if (layer > 0) return first_ + i * n_ + layer - 1;
    return settings_.fromPatch ? i : point;
  }
  std::vector<Label> faceAt(Label f, int layer) const {
    std::vector<Label> points = pointsOf(f);
    for (Label& p : points) p = at(p, layer);
    return points;
  }
  Label cell(Label i, int layer) const { return (settings_.fromPatch ? 0 : source_.nCells()) + i * n_ + layer; }
  Label patchOf(Label f) const { return patchOf_[f - source_.nInternalFaces()]; }

  /// The mesh that is extended: the faces that are extruded become internal.
  void addSource() {
    std::map<Label, Label> column;
    for (std::size_t i = 0; i < faces_.size(); ++i) column[faces_[i]] = static_cast<Label>(i);
    for (Label f = 0; f < source_.nFaces(); ++f) {
      const auto it = column.find(f);
      const Label beyond = f < source_.nInternalFaces() ? source_.neighbour[f]
                           : it != column.end()         ? cell(it->second, 0)
                                                        : LooseFaces::none;
      out_.addFrom(source_, f, source_.pointsOf(f), source_.owner[f], beyond);
    }
  }

  void addColumn(Label i) {
    const Label f = faces_[i];
    if (settings_.fromPatch) {
      auto exposed = faceAt(f, 0);
      std::reverse(exposed.begin() + 1, exposed.end());
      out_.addBoundary(exposed, cell(i, 0), patchNamed(source_, settings_.exposedPatch, settings_.exposedPlace));
    }
    for (int layer = 1; layer < n_; ++layer) out_.addInternal(faceAt(f, layer), cell(i, layer - 1), cell(i, layer));
    out_.addBoundary(faceAt(f, n_), cell(i, n_ - 1), patchOf(f));
  }

  void addSide(const Side& side) {
    for (int layer = 0; layer < n_; ++layer) {
      const std::vector<Label> face{at(side.a, layer), at(side.b, layer), at(side.b, layer + 1), at(side.a, layer + 1)};
      if (side.otherFace >= 0)
        out_.addInternal(face, cell(side.face, layer), cell(side.otherFace, layer));
      else
        out_.addBoundary(face, cell(side.face, layer), side.patch);
    }
  }

  /// New cells join the cell zones of the cells that they stand on.
  void extendZones(PolyMesh& mesh) const {
    for (std::size_t z = 0; z < source_.cellZones.size(); ++z) {
      std::vector<char> inZone(static_cast<std::size_t>(source_.nCells()), 0);
      for (const Label c : source_.cellZones[z].members) inZone[c] = 1;
      for (std::size_t i = 0; i < faces_.size(); ++i)
        for (int layer = 0; layer < n_ && inZone[source_.owner[faces_[i]]]; ++layer)
          mesh.cellZones[z].members.push_back(cell(static_cast<Label>(i), layer));
    }
  }

  const PolyMesh& source_;
  const ExtrudeSettings& settings_;
  const int n_;
  std::vector<Label> patchOf_, faces_, order_;  ///< order_: points of the faces, as they are met
  std::map<Label, Label> local_;                ///< where they are in order_
  std::vector<Vec3> normals_, points_;
  Label first_ = 0;  ///< the first point of the layers
  std::vector<Side> sides_;
  LooseFaces out_;
};

void setType(PolyMesh& mesh, const std::string& name, const std::string& type) {
  for (auto& patch : mesh.patches)
    if (patch.name == name) {
      patch.type = type;
      patch.inGroups = {type};
      patch.neighbourPatch.clear();
      patch.otherEntries.clear();
    }
}

}  // namespace

ExtrudeSettings readExtrudeSettings(const Dictionary& dict) {
  ExtrudeSettings settings;
  const std::vector<std::string> sources{"mesh", "patch", "surface"};
  const auto from = dict.getChoice("constructFrom", sources);
  if (from == "surface")
    throw Error(dict.at("constructFrom").place, "constructFrom surface: Eagre extrudes from a mesh or a patch only");
  settings.fromPatch = from == "patch";
  if (!dict.has("sourcePatches") && dict.has("sourceFaceZones"))
    throw Error(dict.at("sourceFaceZones").place, "sourceFaceZones: Eagre extrudes patches only; give sourcePatches");
  settings.patches = dict.get<std::vector<std::string>>("sourcePatches");
  settings.patchesPlace = dict.at("sourcePatches").place;
  settings.model = readExtrudeModel(dict);
  settings.flipNormals = dict.get<bool>("flipNormals");
  if (settings.flipNormals && !settings.fromPatch)
    throw Error(dict.at("flipNormals").place, "flipNormals: only for constructFrom patch");
  if (settings.fromPatch) {
    settings.exposedPatch = dict.get<std::string>("exposedPatchName");
    settings.exposedPlace = dict.at("exposedPatchName").place;
  }
  if (dict.getOr("mergeFaces", false))
    throw Error(dict.at("mergeFaces").place,
                "mergeFaces: Eagre does not stitch the two ends of an extrusion together; use a sector of "
                "less than 360 degrees with cyclic patches");
  settings.mergeTolerance = dict.getOr("mergeTol", 1e-4);
  return settings;
}

namespace {

/// Each point with the first of those that edges shorter than a length join to it.
class JoinedPoints {
 public:
  JoinedPoints(const PolyMesh& mesh, double length) : parent_(mesh.points.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    const EdgeMesh edges(mesh);
    for (Label e = 0; e < edges.nEdges(); ++e) {
      if (mag(edges.vector(e)) >= length) continue;
      const Label a = of(edges.ends(e)[0]), b = of(edges.ends(e)[1]);
      parent_[std::max(a, b)] = std::min(a, b);
      any_ = true;
    }
  }
  bool any() const { return any_; }
  Label of(Label p) {
    while (parent_[p] != p) p = parent_[p] = parent_[parent_[p]];
    return p;
  }

 private:
  std::vector<Label> parent_;
  bool any_ = false;
};

/// The points of a face under their new labels, each of those that follow one another once.
std::vector<Label> collapsedFace(std::span<const Label> face, const std::vector<Label>& newPoint) {
  std::vector<Label> kept;
  for (const Label p : face)
    if (const Label q = newPoint[p]; kept.empty() || kept.back() != q) kept.push_back(q);
  if (kept.size() > 1 && kept.front() == kept.back()) kept.pop_back();
  return kept;
}

}  // namespace

PolyMesh collapseEdges(const PolyMesh& mesh, double length) {
  JoinedPoints joined(mesh, length);
  if (!joined.any()) return mesh;
  std::vector<Label> newPoint(mesh.points.size(), -1);
  std::vector<Vec3> points;
  for (Label p = 0; p < static_cast<Label>(newPoint.size()); ++p) {
    if (joined.of(p) == p) {
      newPoint[p] = static_cast<Label>(points.size());
      points.push_back(mesh.points[p]);
    } else {
      newPoint[p] = newPoint[joined.of(p)];
    }
  }
  LooseFaces faces;
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const std::vector<Label> kept = collapsedFace(mesh.pointsOf(f), newPoint);
    if (kept.size() < 3) continue;
    faces.addFrom(mesh, f, kept, mesh.owner[f], f < mesh.nInternalFaces() ? mesh.neighbour[f] : LooseFaces::none);
  }
  PolyMesh result = faces.order(mesh, std::move(points));
  for (auto& zone : result.pointZones) {
    for (Label& p : zone.members) p = newPoint[p];
    std::sort(zone.members.begin(), zone.members.end());
    zone.members.erase(std::unique(zone.members.begin(), zone.members.end()), zone.members.end());
  }
  return result;
}

PolyMesh extrudeMesh(const PolyMesh& source, const ExtrudeSettings& settings) {
  if (settings.fromPatch) patchNamed(source, settings.exposedPatch, settings.exposedPlace);
  PolyMesh mesh = Extruder(source, settings).run();
  if (mesh.points.empty()) throw Error(settings.patchesPlace, "the patches to extrude have no faces");
  Vec3 low = mesh.points[0], high = mesh.points[0];
  for (const Vec3& p : mesh.points) {
    low = cmptMin(low, p);
    high = cmptMax(high, p);
  }
  const Vec3 span = high - low;
  if (settings.mergeTolerance > 0) mesh = collapseEdges(mesh, settings.mergeTolerance * std::min({span.x, span.y, span.z}));
  const std::string type = settings.model.type == "wedge" ? "wedge" : settings.model.type == "plane" ? "empty" : "";
  if (!type.empty()) {
    if (settings.patches.size() != 1)
      throw Error(settings.patchesPlace, fmt::format("a {} is extruded from one patch", settings.model.type));
    setType(mesh, settings.patches[0], type);
    if (settings.fromPatch) setType(mesh, settings.exposedPatch, type);
  }
  return mesh;
}

}  // namespace eagre::case_
