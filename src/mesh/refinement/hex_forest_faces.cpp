// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <numeric>
#include <utility>

#include "mesh/poly_addressing.hpp"
#include "mesh/refinement/hex_forest.hpp"

/// The mesh of the leaves of a forest.
namespace eagre::mesh {

/// Faces as they are found, with what they are and are parts of.
struct HexForest::Surface {
  std::vector<Label> owner, neighbour;  ///< -1: a boundary face
  std::vector<Label> base;              ///< face of the base mesh that it is (in); -1: inside of one of its cells
  std::vector<Label> starts{0}, points;
  std::vector<std::uint64_t> keys, parents;

  void add(Label own, Label other, std::uint64_t key, std::uint64_t parent) {
    owner.push_back(own);
    neighbour.push_back(other);
    base.push_back(present);
    starts.push_back(static_cast<Label>(points.size()));
    keys.push_back(key);
    parents.push_back(parent);
  }
  void turnFrom(std::size_t first) {
    for (std::size_t f = first; f < owner.size(); ++f) std::reverse(points.begin() + starts[f], points.begin() + starts[f + 1]);
  }
  Label present = -1;  ///< of the faces that are added
};

namespace {

std::uint64_t edgeKey(Label a, Label b) {
  return (static_cast<std::uint64_t>(std::min(a, b)) << 32U) | static_cast<std::uint64_t>(std::max(a, b));
}

std::uint64_t keyOfBaseFace(Label f) { return (std::uint64_t{1} << 63U) | static_cast<std::uint64_t>(f); }

/// Two faces have no diagonal in common.
std::uint64_t keyOf(const std::array<Label, 4>& quad) {
  const std::size_t least = static_cast<std::size_t>(std::ranges::min_element(quad) - quad.begin());
  return edgeKey(quad[least], quad[(least + 2) % 4]);
}

}  // namespace

void HexForest::build() {
  number();
  Surface surface;
  for (Label f = 0; f < base_.nInternalFaces(); ++f) emitBaseFace(f, surface);
  surface.present = -1;
  for (Label node = 0; node < static_cast<Label>(nodes_.size()); ++node) emitInside(node, surface);
  mesh_.patches = base_.patches;
  for (PolyPatch& patch : mesh_.patches) {
    const GlobalLabel first = patch.start, end = patch.start + patch.size;
    patch.start = static_cast<GlobalLabel>(surface.owner.size());
    for (GlobalLabel f = first; f < end; ++f) emitBaseFace(static_cast<Label>(f), surface);
    patch.size = static_cast<GlobalLabel>(surface.owner.size()) - patch.start;
  }
  take(surface);
  couple();
}

/// Numbers the leaves; what the nodes of no use have is -1.
void HexForest::number() {
  leaves_.clear();
  cellLevels_.clear();
  cellOfNode_.assign(nodes_.size(), -1);
  const auto visit = [&](const auto& self, Label node) -> void {
    if (const Label first = nodes_[node].children; first >= 0) {
      for (Label i = 0; i < nParts(); ++i) self(self, first + i);
      return;
    }
    cellOfNode_[node] = static_cast<Label>(leaves_.size());
    leaves_.push_back(node);
    cellLevels_.push_back(nodes_[node].level);
  };
  for (Label root = 0; root < base_.nCells(); ++root) visit(visit, root);
}

/// The points between two neighbouring points of a face: where cells on the edge between them are divided.
void HexForest::addHanging(Label a, Label b, std::vector<Label>& points) const {
  const auto found = middles_.find(edgeKey(a, b));
  if (found == middles_.end() || nDividedEdges_[found->second] == 0) return;
  addHanging(a, found->second, points);
  points.push_back(found->second);
  addHanging(found->second, b, points);
}

/// The octant of a divided node at one of its corners; -1: the point is none of them.
Label HexForest::octantAt(Label node, Label point) const {
  const auto& corners = nodes_[node].corners;
  const auto at = std::ranges::find(corners, point);
  return at == corners.end() ? -1 : nodes_[node].children + partAt(static_cast<std::size_t>(at - corners.begin()));
}

/// Of a node that is beside a quad of some level, or of its octants, the one of that level beside it, or the leaf that is
/// coarser.
Label HexForest::towards(Label node, const Quad& quad, Label level) const {
  while (node >= 0 && nodes_[node].children >= 0 && nodes_[node].level < level) {
    Label octant = -1;
    for (std::size_t k = 0; k < 4 && octant < 0; ++k) octant = octantAt(node, quad[k]);
    node = octant;
  }
  return node;
}

/// The corners of a face of the base mesh.
HexForest::Quad HexForest::cornersOf(Label face, Label level) const {
  Quad quad{};
  std::size_t n = 0;
  for (const Label p : base_.pointsOf(face))
    if (pointLevel_[p] <= level && n < 4) quad[n++] = p;
  return quad;
}

/// Those of the second face of a cyclic pair in the order of the first one's, which goes inwards here.
HexForest::Quad HexForest::cornersLikePartner(Label face, Label partner, Label level) const {
  const Quad own = cornersOf(face, level), other = cornersOf(partner, level);
  const auto mean = [&](const Quad& quad) {
    return 0.25 * (points_[quad[0]] + points_[quad[1]] + points_[quad[2]] + points_[quad[3]]);
  };
  const Vec3 shift = mean(own) - mean(other);
  Quad quad{};
  for (std::size_t k = 0; k < 4; ++k)
    quad[k] = *std::ranges::min_element(own, {}, [&](Label p) { return magSqr(points_[p] - points_[other[k]] - shift); });
  return quad;
}

void HexForest::couple() {
  coupledCells_.clear();
  const auto partners = cyclicPartners(mesh_);
  for (Label i = 0; i < static_cast<Label>(partners.size()); ++i)
    if (const Label f = mesh_.nInternalFaces() + i; partners[i] > f)
      coupledCells_.emplace_back(mesh_.owner[f], mesh_.owner[partners[i]]);
}

void HexForest::emitBaseFace(Label f, Surface& surface) const {
  surface.present = f;
  const Label a = base_.owner[f], b = f < base_.nInternalFaces() ? base_.neighbour[f] : -1;
  const auto points = base_.pointsOf(f);
  const bool divided = nodes_[a].children >= 0 || (b >= 0 && nodes_[b].children >= 0);
  const Label level = b < 0 ? nodes_[a].level : std::max(nodes_[a].level, nodes_[b].level);
  Label own = a, other = b;
  if (divided) {
    const Label partner = b < 0 ? partners_[f - base_.nInternalFaces()] : -1;
    const bool follows = partner >= 0 && partner < f;
    const Quad quad = follows ? cornersLikePartner(f, partner, level) : cornersOf(f, level);
    own = towards(a, quad, level);
    other = towards(b, quad, level);
    if (dividesAt(own, level) || dividesAt(other, level)) {
      const std::size_t first = surface.owner.size();
      emit(quad, level, own, other, keyOfBaseFace(f), surface);
      if (follows) surface.turnFrom(first);
      return;
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    surface.points.push_back(points[i]);
    addHanging(points[i], points[(i + 1) % points.size()], surface.points);
  }
  surface.add(cellOfNode_[own], other < 0 ? -1 : cellOfNode_[other], keyOfBaseFace(f), 0);
}

/// A quad of some level between two nodes, of which one at least is divided at that level: its four quarters (along a flat
/// mesh: halves, from one side to the other), or their parts.
/// `key`: of the quad.
void HexForest::emit(const Quad& quad, Label level, Label a, Label b, std::uint64_t key, Surface& surface) const {
  const Node& divided = nodes_[dividesAt(a, level) ? a : b];
  const auto bitsOf = [&](Label point) {
    return static_cast<std::size_t>(std::ranges::find(divided.corners, point) - divided.corners.begin());
  };
  // From a corner of the quad to another one: half-way lies the corner of the octant there that has the bits of the other.
  const auto halfWay = [&](std::size_t i, std::size_t j) {
    return nodes_[divided.children + partAt(bitsOf(quad[i]))].corners[bitsOf(quad[j])];
  };
  std::array<Quad, 4> quarters{};
  std::size_t n = 0;
  const auto isAcross = [&](std::size_t i, std::size_t j) { return ((bitsOf(quad[i]) ^ bitsOf(quad[j])) & 4U) != 0; };
  if (flat_ && isAcross(0, 2)) {  // two halves: the edges across stay
    const std::size_t k = isAcross(0, 1) ? 1 : 0;
    const auto at = [&](std::size_t i) { return (k + i) % 4; };
    const Label low = halfWay(k, at(1)), high = halfWay(at(2), at(3));
    quarters[n++] = {quad[k], low, high, quad[at(3)]};
    quarters[n++] = {low, quad[at(1)], quad[at(2)], high};
  } else {
    for (; n < 4; ++n) quarters[n] = {quad[n], halfWay(n, (n + 1) % 4), halfWay(0, 2), halfWay(n, (n + 3) % 4)};
  }
  for (const Quad& quarter : std::span(quarters).first(n)) {
    const Label own = towards(a, quarter, level + 1), other = towards(b, quarter, level + 1);
    if (dividesAt(own, level + 1) || dividesAt(other, level + 1)) {
      emit(quarter, level + 1, own, other, keyOf(quarter), surface);
      continue;
    }
    for (std::size_t i = 0; i < 4; ++i) {
      surface.points.push_back(quarter[i]);
      addHanging(quarter[i], quarter[(i + 1) % 4], surface.points);
    }
    surface.add(cellOfNode_[own], other < 0 ? -1 : cellOfNode_[other], keyOf(quarter), key);
  }
}

/// The twelve quads between the octants of a divided node; of a flat mesh four.
void HexForest::emitInside(Label node, Surface& surface) const {
  const Label first = nodes_[node].children, level = nodes_[node].level + 1;
  if (first < 0) return;
  for (int d = 0; d < (flat_ ? 2 : 3); ++d) {
    const int axis = 1 << d, u = 1 << ((d + 1) % 3), v = 1 << ((d + 2) % 3);
    for (const int i : {0, u, u | v, v}) {
      if (flat_ && (i & 4) != 0) continue;
      const Label a = first + i, b = first + (i | axis);
      const auto corner = [&](int bits) { return nodes_[a].corners[static_cast<std::size_t>(axis | bits)]; };
      const Quad quad{corner(0), corner(u), corner(u | v), corner(v)};
      if (dividesAt(a, level) || dividesAt(b, level)) {
        emit(quad, level, a, b, keyOf(quad), surface);
        continue;
      }
      for (std::size_t k = 0; k < 4; ++k) {
        surface.points.push_back(quad[k]);
        addHanging(quad[k], quad[(k + 1) % 4], surface.points);
      }
      surface.add(cellOfNode_[a], cellOfNode_[b], keyOf(quad), 0);
    }
  }
}

/// Puts the faces in OpenFOAM's order: internal ones by owner and neighbour, then the patches as they are.
void HexForest::take(const Surface& surface) {
  const auto nFaces = static_cast<Label>(surface.owner.size());
  std::vector<Label> order(static_cast<std::size_t>(nFaces));
  std::iota(order.begin(), order.end(), 0);
  const auto nInternal = std::ranges::find(surface.neighbour, -1) - surface.neighbour.begin();
  std::sort(order.begin(), order.begin() + nInternal, [&](Label f, Label g) {
    return std::pair(surface.owner[f], surface.neighbour[f]) < std::pair(surface.owner[g], surface.neighbour[g]);
  });

  mesh_.owner.clear(), mesh_.neighbour.clear(), mesh_.facePoints.clear(), mesh_.faceOffsets.assign(1, 0);
  faceKeys_.clear(), faceParents_.clear();
  std::vector<Label> newFace(static_cast<std::size_t>(nFaces));
  for (const Label f : order) {
    newFace[f] = mesh_.nFaces();
    mesh_.owner.push_back(surface.owner[f]);
    if (surface.neighbour[f] >= 0) mesh_.neighbour.push_back(surface.neighbour[f]);
    mesh_.facePoints.insert(mesh_.facePoints.end(), surface.points.begin() + surface.starts[f],
                            surface.points.begin() + surface.starts[f + 1]);
    mesh_.faceOffsets.push_back(static_cast<Label>(mesh_.facePoints.size()));
    faceKeys_.push_back(surface.keys[f]);
    faceParents_.push_back(surface.parents[f]);
  }
  takePoints();
  takeZones(surface.base, newFace);
}

/// The points of the base mesh, and what else the faces use, in the order of the faces, which the trees alone decide.
void HexForest::takePoints() {
  std::vector<Label> numbers(points_.size(), -1);
  pointOf_.resize(base_.points.size());
  std::iota(pointOf_.begin(), pointOf_.end(), 0);
  std::iota(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(pointOf_.size()), 0);
  for (Label& p : mesh_.facePoints) {
    if (numbers[p] < 0) {
      numbers[p] = static_cast<Label>(pointOf_.size());
      pointOf_.push_back(p);
    }
    p = numbers[p];
  }
  mesh_.points.resize(pointOf_.size());
  std::ranges::transform(pointOf_, mesh_.points.begin(), [&](Label p) { return points_[p]; });
}

/// What is in a cell or on a face of a zone is in that zone.
void HexForest::takeZones(std::span<const Label> baseFaces, std::span<const Label> newFace) {
  mesh_.pointZones = base_.pointZones;
  mesh_.cellZones = base_.cellZones;
  mesh_.faceZones = base_.faceZones;
  if (!base_.cellZones.empty()) {
    const std::vector<Label> root = roots();
    std::vector<Label> starts(static_cast<std::size_t>(base_.nCells()) + 1);
    for (const Label r : root) ++starts[r + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (Zone& zone : mesh_.cellZones) {
      std::vector<Label> members;
      for (const Label r : zone.members)
        for (Label c = starts[r]; c < starts[r + 1]; ++c) members.push_back(c);
      zone.members = std::move(members);
    }
  }
  if (base_.faceZones.empty()) return;
  std::vector<std::vector<Label>> parts(base_.owner.size());
  for (std::size_t f = 0; f < baseFaces.size(); ++f)
    if (baseFaces[f] >= 0) parts[baseFaces[f]].push_back(newFace[f]);
  for (Zone& zone : mesh_.faceZones) {
    Zone extended{zone.name, {}, {}};
    for (std::size_t i = 0; i < zone.members.size(); ++i)
      for (const Label f : parts[zone.members[i]]) {
        extended.members.push_back(f);
        if (!zone.flip.empty()) extended.flip.push_back(zone.flip[i]);
      }
    zone = std::move(extended);
  }
}

}  // namespace eagre::mesh
