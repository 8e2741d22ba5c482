// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/refine_hexes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "case/mesh_tools/edges.hpp"
#include "case/mesh_tools/loose_faces.hpp"
#include "mesh/poly_addressing.hpp"

namespace eagre::case_ {

using mesh::PolyMesh;

namespace {

class HexRefiner {
 public:
  HexRefiner(const PolyMesh& mesh, const mesh::PolyGeometry& geometry, const std::vector<Label>& cells)
      : mesh_(mesh),
        edges_(mesh),
        partners_(mesh::cyclicPartners(mesh)),
        points_(mesh.points),
        origin_(static_cast<std::size_t>(mesh.nCells())) {
    std::iota(origin_.begin(), origin_.end(), 0);
    addPoints(geometry, cells);
    while (addPartnersPoints(geometry)) continue;
    for (const Label c : cells) {
      auto& corners = corners_[c];
      for (const Label p : edges_.pointsOf(c)) {
        corners[p] = corners.empty() ? c : static_cast<Label>(origin_.size());
        if (corners[p] != c) origin_.push_back(c);
      }
    }
  }

  Refined apply() {
    for (Label f = 0; f < mesh_.nFaces(); ++f) addFace(f);
    for (const auto& [cell, corners] : corners_)
      for (const Label e : edges_.edgesOf(cell)) addInner(cell, e);
    Refined result{faces_.order(mesh_, points_), origin_};
    extendCellZones(result.mesh, origin_, mesh_.nCells());
    return result;
  }

 private:
  Label addPoint(const Vec3& position) {
    points_.push_back(position);
    return static_cast<Label>(points_.size()) - 1;
  }
  void addPoints(const mesh::PolyGeometry& geometry, const std::vector<Label>& cells) {
    for (const Label c : cells) cellPoint_[c] = addPoint(geometry.cellCentres[c]);
    edgePoint_.assign(static_cast<std::size_t>(edges_.nEdges()), -1);
    facePoint_.assign(mesh_.owner.size(), -1);
    for (const Label c : cells)
      for (const Label e : edges_.edgesOf(c))
        if (edgePoint_[e] < 0)
          edgePoint_[e] = addPoint(0.5 * (mesh_.points[edges_.ends(e)[0]] + mesh_.points[edges_.ends(e)[1]]));
    for (const Label c : cells)
      for (const Label f : edges_.facesOf(c))
        if (facePoint_[f] < 0) facePoint_[f] = addPoint(geometry.faceCentres[f]);
  }
  Label partnerOf(Label f) const { return f < mesh_.nInternalFaces() ? -1 : partners_[f - mesh_.nInternalFaces()]; }
  /// A face is divided as that on the other side of a cyclic pair, whose points go round the other way. Whether one was.
  bool addPartnersPoints(const mesh::PolyGeometry& geometry) {
    const std::size_t before = points_.size();
    for (Label f = mesh_.nInternalFaces(); f < mesh_.nFaces(); ++f) {
      const Label partner = partnerOf(f);
      if (partner < 0) continue;
      if (facePoint_[f] >= 0 && facePoint_[partner] < 0) facePoint_[partner] = addPoint(geometry.faceCentres[partner]);
      const auto own = edges_.ofFace(f), others = edges_.ofFace(partner);
      for (std::size_t i = 0; i < own.size(); ++i)
        if (const Label e = others[own.size() - 1 - i]; edgePoint_[own[i]] >= 0 && edgePoint_[e] < 0)
          edgePoint_[e] = addPoint(0.5 * (mesh_.points[edges_.ends(e)[0]] + mesh_.points[edges_.ends(e)[1]]));
    }
    return points_.size() > before;
  }
  /// The cell at a corner of an old one.
  Label at(Label cell, Label point) const {
    const auto it = corners_.find(cell);
    return it == corners_.end() ? cell : it->second.at(point);
  }
  void addFace(Label f) {
    const auto points = mesh_.pointsOf(f);
    const auto around = edges_.ofFace(f);
    const std::size_t n = points.size();
    const auto add = [&](const std::vector<Label>& part, Label corner) {
      faces_.addFrom(mesh_, f, part, at(mesh_.owner[f], corner),
                     f < mesh_.nInternalFaces() ? at(mesh_.neighbour[f], corner) : LooseFaces::none);
    };
    if (facePoint_[f] >= 0) {
      const bool second = partnerOf(f) >= 0 && partnerOf(f) < f;  // of a cyclic pair: in the order of the first
      for (std::size_t k = 0; k < n; ++k) {
        const std::size_t i = second ? (n - k) % n : k;
        add({points[i], edgePoint_[around[i]], facePoint_[f], edgePoint_[around[(i + n - 1) % n]]}, points[i]);
      }
      return;
    }
    std::vector<Label> all;
    for (std::size_t i = 0; i < n; ++i) {
      all.push_back(points[i]);
      if (edgePoint_[around[i]] >= 0) all.push_back(edgePoint_[around[i]]);
    }
    add(all, points[0]);
  }
  /// The face between the two new cells at the ends of an edge.
  void addInner(Label cell, Label e) {
    std::vector<Label> sides;
    for (const Label f : edges_.facesOf(cell))
      if (std::ranges::count(edges_.ofFace(f), e) > 0) sides.push_back(facePoint_[f]);
    std::array<Label, 4> face{edgePoint_[e], sides.front(), cellPoint_.at(cell), sides.back()};
    const Vec3 area = cross(points_[face[2]] - points_[face[0]], points_[face[3]] - points_[face[1]]);
    if (dot(area, edges_.vector(e)) < 0) std::swap(face[1], face[3]);
    faces_.addInternal(face, at(cell, edges_.ends(e)[0]), at(cell, edges_.ends(e)[1]));
  }

  const PolyMesh& mesh_;
  EdgeMesh edges_;
  std::vector<Label> partners_;  ///< of boundary faces, across cyclic patches
  std::vector<Vec3> points_;
  std::vector<Label> origin_, edgePoint_, facePoint_;
  std::map<Label, Label> cellPoint_;
  std::map<Label, std::map<Label, Label>> corners_;  ///< of each cell that is divided: the new cell at each point
  LooseFaces faces_;
};

}  // namespace

void extendCellZones(PolyMesh& mesh, const std::vector<Label>& origin, Label nOld) {
  for (auto& zone : mesh.cellZones) {
    std::vector<char> inZone(static_cast<std::size_t>(nOld), 0);
    for (const Label c : zone.members) inZone[c] = 1;
    for (auto c = static_cast<std::size_t>(nOld); c < origin.size(); ++c)
      if (inZone[origin[c]]) zone.members.push_back(static_cast<Label>(c));
  }
}

Refined refineHexes(const PolyMesh& mesh, const mesh::PolyGeometry& geometry, const std::vector<Label>& cells) {
  return HexRefiner(mesh, geometry, cells).apply();
}

}  // namespace eagre::case_
