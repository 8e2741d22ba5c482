// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/refinement/hex_forest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "mesh/poly_addressing.hpp"
#include "mesh/rotations.hpp"

namespace eagre::mesh {

namespace {

std::uint64_t pairKey(Label a, Label b) {
  return (static_cast<std::uint64_t>(std::min(a, b)) << 32U) | static_cast<std::uint64_t>(std::max(a, b));
}

constexpr Vec3 noPlace{std::numeric_limits<double>::quiet_NaN(), 0, 0};

/// Corners of the faces of a hex by bits, x low, x high, y low, ..; normals along the positive axes.
constexpr std::array<std::array<int, 4>, 6> hexFaces{
    {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 4, 5, 1}, {2, 6, 7, 3}, {0, 1, 3, 2}, {4, 5, 7, 6}}};

/// The centre of a quad, to the last bit the same from either side and from any first corner.
Vec3 centreOfQuad(std::span<const Vec3> points, const std::array<Label, 4>& quad) {
  const auto place = [&](std::size_t k) {
    const Vec3& x = points[quad[k % 4]];
    return std::tuple(x.x, x.y, x.z);
  };
  std::size_t first = 0;
  for (std::size_t k = 1; k < 4; ++k)
    if (place(k) < place(first)) first = k;
  const std::size_t next = place(first + 1) < place(first + 3) ? 1 : 3;
  PolyMesh one;
  one.faceOffsets.push_back(4);
  one.facePoints = {quad[first], quad[(first + next) % 4], quad[(first + 2) % 4], quad[(first + 4 - next) % 4]};
  return centreAndArea(one, points, 0).centre;
}

Vec3 centreOfHex(std::span<const Vec3> points, const std::array<Label, 8>& corners) {
  PolyMesh hex;
  for (const Label p : corners) hex.points.push_back(points[p]);
  for (std::size_t f = 0; f < 6; ++f) {
    const auto& face = hexFaces[f];
    if (f % 2 == 0)  // outwards
      hex.facePoints.insert(hex.facePoints.end(), face.rbegin(), face.rend());
    else
      hex.facePoints.insert(hex.facePoints.end(), face.begin(), face.end());
    hex.faceOffsets.push_back(static_cast<Label>(hex.facePoints.size()));
    hex.owner.push_back(0);
  }
  PolyGeometry geometry = facesAlone(hex);
  addCells(hex, geometry);
  return geometry.cellCentres[0];
}

/// Of a mesh of one cell across, whose front and back it is.
bool isAcross(const PolyPatch& patch) { return patch.type == "empty" || patch.type == "wedge"; }

/// Whether the first two faces of a hex, and they alone, are marked, with the low corners and the high ones.
bool liesBetween(const std::array<Label, 8>& corners, const PolyMesh& mesh, std::span<const Label> faces,
                 std::span<const char> marks) {
  if (std::ranges::count_if(faces, [&](Label f) { return marks[f] != 0; }) != 2) return false;
  const auto high = mesh.pointsOf(faces[1]);
  return std::all_of(corners.begin() + 4, corners.end(), [&](Label p) { return std::ranges::find(high, p) != high.end(); });
}

}  // namespace

HexForest::HexForest(PolyMesh base, std::vector<Label> cellLevels, std::vector<Label> pointLevels)
    : base_(std::move(base)), points_(base_.points), pointLevel_(std::move(pointLevels)) {
  const auto nCells = static_cast<std::size_t>(base_.nCells());
  if (cellLevels.empty()) cellLevels.assign(nCells, 0);
  if (pointLevel_.empty()) pointLevel_.assign(points_.size(), 0);
  if (cellLevels.size() != nCells || pointLevel_.size() != points_.size())
    throw Error(fmt::format("cellLevel and pointLevel have {} and {} entries; the mesh has {} cells and {} points",
                            cellLevels.size(), pointLevel_.size(), nCells, points_.size()),
                ExitCode::badCase);
  for (const PolyPatch& patch : base_.patches)
    if (isOverlapping(patch) || isRotational(patch))
      throw Error(
          fmt::format("a mesh with patches of type {} ('{}') cannot be refined during a run; write staticFvMesh "
                      "(openfoam.org: topoChanger of type none) in constant/dynamicMeshDict for a run on the mesh as it is",
                      patch.type, patch.name),
          ExitCode::badCase);
  for (const PolyPatch& patch : base_.patches) flat_ = flat_ || (isAcross(patch) && patch.size > 0);
  nDividedEdges_.assign(points_.size(), 0);
  partners_ = cyclicPartners(base_);
  makeRoots(cellLevels);
  build();
  if (std::ranges::any_of(coupledCells_, [&](const auto& pair) { return cellLevels_[pair.first] != cellLevels_[pair.second]; }))
    throw Error("cells on the two sides of a cyclic patch have other levels of refinement: they cannot be refined during a run",
                ExitCode::badCase);
}

void HexForest::makeRoots(std::span<const Label> cellLevels) {
  const LabelRows facesOf = facesOfCells(base_);
  std::vector<char> lieAcross(base_.owner.size(), 0);
  for (const PolyPatch& patch : base_.patches)
    if (isAcross(patch)) std::fill_n(lieAcross.begin() + patch.start, patch.size, 1);
  nodes_.resize(cellLevels.size());
  for (Label c = 0; c < facesOf.size(); ++c) {
    nodes_[c].level = cellLevels[c];
    std::vector<Label> faces(facesOf[c].begin(), facesOf[c].end());
    if (flat_)
      std::stable_partition(faces.begin(), faces.end(),
                            [&](Label f) { return lieAcross[f] != 0; });  // hexOf starts from the first
    const auto shape = hexOf(base_, c, faces, pointLevel_, cellLevels[c]);
    if (!shape || (flat_ && !liesBetween(shape->corners, base_, faces, lieAcross))) continue;
    nodes_[c].corners = shape->corners;
    noteDivided(*shape, faces, cellLevels[c]);
  }
}

/// By what the sides of a cell, and the edges of its faces, are divided already in the base mesh: for ever.
void HexForest::noteDivided(const HexShape& shape, std::span<const Label> faces, Label level) {
  const auto note = [&](Label a, Label middle, Label b) {
    middles_[pairKey(a, b)] = middle;
    nDividedEdges_[middle] = 1;
  };
  for (const HexSide& side : shape.sides) {
    if (side.centre < 0) continue;
    for (std::size_t k = 0; k < 4; ++k) note(side.corners[k], side.middles[k], side.corners[(k + 1) % 4]);
    const auto first = static_cast<std::size_t>(std::ranges::min_element(side.corners) - side.corners.begin());
    centres_[pairKey(side.corners[first], side.corners[(first + 2) % 4])] = side.centre;
  }
  for (const Label f : faces) {
    const auto points = base_.pointsOf(f);
    const std::size_t n = points.size();
    for (std::size_t i = 0; n > 4 && i < n; ++i) {
      const Label a = points[i], middle = points[(i + 1) % n], b = points[(i + 2) % n];
      if (pointLevel_[a] <= level && pointLevel_[b] <= level && pointLevel_[middle] == level + 1) note(a, middle, b);
    }
  }
}

Label HexForest::addPoint(const Vec3& point, Label level) {
  points_.push_back(point);
  pointLevel_.push_back(level);
  nDividedEdges_.push_back(0);
  return static_cast<Label>(points_.size()) - 1;
}

/// Where a point is that a change brings into a mesh that moves.
template <class F>
void HexForest::putWhereItMoved(Label point, F&& middle) {
  if (places_.empty()) return;
  places_.resize(points_.size(), noPlace);
  if (std::isnan(places_[point].x)) places_[point] = middle(places_);
}

Label HexForest::middleOf(Label a, Label b, Label level) {
  const auto [at, isNew] = middles_.try_emplace(pairKey(a, b), -1);
  const auto middle = [&](const std::vector<Vec3>& points) { return 0.5 * (points[a] + points[b]); };
  if (isNew) at->second = addPoint(middle(points_), level);
  putWhereItMoved(at->second, middle);
  return at->second;
}

/// Of a quad: its diagonal from its least corner names it.
Label HexForest::centreOf(const Quad& quad, Label level) {
  const auto least = static_cast<std::size_t>(std::ranges::min_element(quad) - quad.begin());
  const auto [at, isNew] = centres_.try_emplace(pairKey(quad[least], quad[(least + 2) % 4]), -1);
  const auto centre = [&](const std::vector<Vec3>& points) { return centreOfQuad(points, quad); };
  if (isNew) at->second = addPoint(centre(points_), level);
  putWhereItMoved(at->second, centre);
  return at->second;
}

/// Of a hex: its diagonal from the first corner names it.
Label HexForest::centreOf(const std::array<Label, 8>& corners, Label level) {
  const auto [at, isNew] = centres_.try_emplace(pairKey(corners[0], corners[7]), -1);
  const auto centre = [&](const std::vector<Vec3>& points) { return centreOfHex(points, corners); };
  if (isNew) at->second = addPoint(centre(points_), level);
  putWhereItMoved(at->second, centre);
  return at->second;
}

/// f(i, j) of the edges of a hex that are divided with it, by their corners; the bit in which they differ is not in i.
template <class F>
void HexForest::eachDividedEdge(F&& f) const {
  for (std::size_t i = 0; i < 8; ++i)
    for (const std::size_t axis : {1U, 2U, 4U})
      if ((i & axis) == 0 && (axis != 4 || !flat_)) f(i, i | axis);
}

void HexForest::divide(Label node) {
  const Node parent = nodes_[node];
  const auto& corners = parent.corners;
  const Label level = parent.level + 1;
  std::array<Label, 27> lattice{};  // the corners, the middles of edges, the centres of faces and the centre, x fastest
  const auto place = [&](std::size_t i, std::size_t j) -> Label& {  // half-way from corner i to corner j
    return lattice[(i & 1U) + (j & 1U) + 3 * (((i >> 1U) & 1U) + ((j >> 1U) & 1U)) + 9 * ((i >> 2U) + (j >> 2U))];
  };
  for (std::size_t i = 0; i < 8; ++i) place(i, i) = corners[i];
  eachDividedEdge([&](std::size_t i, std::size_t j) {
    const Label middle = middleOf(corners[i], corners[j], level);
    ++nDividedEdges_[middle];
    place(i, j) = middle;
  });
  for (std::size_t f = flat_ ? 4 : 0; f < 6; ++f) {
    const auto& face = hexFaces[f];
    Quad quad{};
    for (std::size_t k = 0; k < 4; ++k) quad[k] = corners[static_cast<std::size_t>(face[k])];
    place(static_cast<std::size_t>(face[0]), static_cast<std::size_t>(face[2])) = centreOf(quad, level);
  }
  if (!flat_) { place(0, 7) = centreOf(corners, level); }

  auto first = static_cast<Label>(nodes_.size());
  if (freeNodes_.empty()) {
    nodes_.resize(nodes_.size() + static_cast<std::size_t>(nParts()));
  } else {
    first = freeNodes_.back();
    freeNodes_.pop_back();
  }
  nodes_[node].children = first;
  for (Label i = 0; i < nParts(); ++i) {
    Node child{.corners = {}, .parent = node, .children = -1, .level = level};
    const auto own = static_cast<std::size_t>(i);
    for (std::size_t j = 0; j < 8; ++j) child.corners[j] = place(flat_ ? own | (j & 4U) : own, j);
    nodes_[first + i] = child;
  }
}

void HexForest::unite(Label node) {
  const Label first = nodes_[node].children;
  eachDividedEdge([&](std::size_t i, std::size_t j) { --nDividedEdges_[nodes_[first + partAt(i)].corners[j]]; });
  freeNodes_.push_back(first);
  nodes_[node].children = -1;
}

std::vector<Label> HexForest::roots() const {
  std::vector<Label> roots(leaves_.size());
  for (std::size_t c = 0; c < roots.size(); ++c) {
    Label node = leaves_[c];
    while (nodes_[node].parent >= 0) node = nodes_[node].parent;
    roots[c] = node;
  }
  return roots;
}

std::vector<HexForest::Family> HexForest::families() const {
  std::vector<Family> families;
  for (std::size_t c = 0; c < leaves_.size(); ++c) {
    const Label parent = nodes_[leaves_[c]].parent;
    if (parent < 0 || nodes_[parent].children != leaves_[c]) continue;  // each once, at its first octant
    Family family{parent, {}};
    for (Label i = 0; i < nParts(); ++i) family.cells.push_back(cellOfNode_[nodes_[parent].children + i]);
    if (std::ranges::count(family.cells, -1) == 0) families.push_back(family);
  }
  return families;
}

std::vector<Label> HexForest::pointLevels() const {
  std::vector<Label> levels(pointOf_.size());
  std::ranges::transform(pointOf_, levels.begin(), [&](Label p) { return pointLevel_[p]; });
  return levels;
}

MeshChange HexForest::change(std::span<const Label> divided, std::span<const Family> families, std::span<const Vec3> places) {
  const std::vector<Label> oldCellOfNode = cellOfNode_;
  const std::vector<std::uint64_t> oldKeys = std::move(faceKeys_), oldParents = std::move(faceParents_);
  std::unordered_map<Label, Label> united;  // node: index in change.united
  MeshChange change;
  if (!places.empty()) places_.assign(points_.size(), noPlace);
  for (std::size_t p = 0; p < places.size(); ++p) places_[pointOf_[p]] = places[p];
  for (const Label c : divided) divide(leaves_[c]);
  for (const Family& family : families) {
    unite(family.node);
    united[family.node] = static_cast<Label>(change.united.size());
    change.united.push_back(family.cells);
  }
  build();

  const auto oldCell = [&](Label node) {
    return node >= 0 && node < static_cast<Label>(oldCellOfNode.size()) ? oldCellOfNode[node] : Label{-1};
  };
  for (const Label node : leaves_) {
    const auto whole = united.find(node);
    const Label ofParent = oldCell(nodes_[node].parent);
    change.cells.push_back(whole != united.end() ? ~whole->second : ofParent >= 0 ? ofParent : oldCell(node));
  }
  compareFaces(oldKeys, oldParents, change);
  if (!places_.empty())
    for (const Label p : pointOf_) change.places.push_back(places_[p]);
  places_.clear();
  return change;
}

void HexForest::compareFaces(const std::vector<std::uint64_t>& oldKeys, const std::vector<std::uint64_t>& oldParents,
                             MeshChange& change) const {
  std::unordered_map<std::uint64_t, Label> old;
  std::unordered_map<std::uint64_t, std::vector<Label>> parts;
  old.reserve(oldKeys.size());
  for (std::size_t f = 0; f < oldKeys.size(); ++f) {
    old[oldKeys[f]] = static_cast<Label>(f);
    if (oldParents[f] != 0) parts[oldParents[f]].push_back(static_cast<Label>(f));
  }
  change.faces.assign(faceKeys_.size(), MeshChange::newFace);
  change.isPart.assign(faceKeys_.size(), 0);
  for (std::size_t f = 0; f < faceKeys_.size(); ++f) {
    if (const auto same = old.find(faceKeys_[f]); same != old.end()) {
      change.faces[f] = same->second;
    } else if (const auto whole = old.find(faceParents_[f]); whole != old.end()) {
      change.faces[f] = whole->second;
      change.isPart[f] = 1;
    } else if (const auto four = parts.find(faceKeys_[f]); four != parts.end() && four->second.size() >= (flat_ ? 2U : 4U)) {
      change.faces[f] = MeshChange::newFace - 1 - static_cast<Label>(change.merged.size());
      change.merged.push_back(four->second);
    }
  }
}

HexForest::History HexForest::history() const {
  History history;
  history.ofCells.assign(leaves_.size(), -1);
  const auto add = [&](const auto& self, Label node, Label entry) -> void {
    const Label first = nodes_[node].children;
    if (first < 0) {
      history.ofCells[cellOfNode_[node]] = entry;
      return;
    }
    const auto octants = static_cast<Label>(history.entries.size());
    history.entries[entry].second = octants;
    for (Label i = 0; i < nParts(); ++i) history.entries.emplace_back(entry, -1);
    for (Label i = 0; i < nParts(); ++i) self(self, first + i, octants + i);
  };
  for (Label root = 0; root < base_.nCells(); ++root) {
    if (nodes_[root].children < 0) continue;
    history.entries.emplace_back(-1, -1);
    add(add, root, static_cast<Label>(history.entries.size()) - 1);
  }
  return history;
}

HexForest::Trees HexForest::trees() const {
  Trees trees;
  for (Label root = 0; root < base_.nCells(); ++root) {
    if (nodes_[root].children < 0) continue;
    std::string bits;
    const auto add = [&](const auto& self, Label node) -> void {
      const Label first = nodes_[node].children;
      bits += first >= 0 ? '1' : '0';
      for (Label i = 0; first >= 0 && i < nParts(); ++i) self(self, first + i);
    };
    add(add, root);
    trees.emplace_back(root, std::move(bits));
  }
  return trees;
}

void HexForest::plant(const Trees& trees) {
  const auto wrong = [] { throw Error("the trees of the refinement are not those of this mesh", ExitCode::badCase); };
  for (const auto& tree : trees) {
    const std::string& bits = tree.second;
    if (tree.first < 0 || tree.first >= base_.nCells()) wrong();
    std::size_t at = 0;
    const auto grow = [&](const auto& self, Label node) -> void {
      if (at >= bits.size() || (bits[at] != '0' && bits[at] != '1')) wrong();
      if (bits[at++] == '0') return;
      if (nodes_[node].corners[0] < 0 || nodes_[node].children >= 0 || nodes_[node].level > 30) wrong();
      divide(node);
      const Label first = nodes_[node].children;
      for (Label i = 0; i < nParts(); ++i) self(self, first + i);
    };
    grow(grow, tree.first);
    if (at != bits.size()) wrong();
  }
  build();
}

}  // namespace eagre::mesh
