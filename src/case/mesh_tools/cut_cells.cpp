// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/cut_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "case/mesh_tools/loose_faces.hpp"

namespace eagre::case_ {

namespace {

constexpr double weightTolerance = 0.1;

template <class Pair>
bool samePair(const Pair& a, const Pair& b) {
  return (a.first == b.first && a.second == b.second) || (a.first == b.second && a.second == b.first);
}

}  // namespace

bool CellCuts::has(Label face, const Cut& cut) const {
  return std::ranges::count(cut.onEdge ? edges_.ofFace(face) : edges_.mesh().pointsOf(face), cut.index) > 0;
}

/// Whether the way from one cut to the next is along an edge of the mesh, or a part of it.
bool CellCuts::alongEdge(const Cut& from, const Cut& to) const {
  if (to.onEdge) return false;
  if (!from.onEdge) return edges_.between(from.index, to.index) >= 0;
  return std::ranges::count(edges_.ends(from.index), to.index) > 0;
}

/// Which faces of the cell a loop splits, and where. False: two cuts that follow each other have no face in common, or cross one
/// that is split already.
bool CellCuts::splitsOf(Label cell, const CellLoop& loop, std::map<Label, Split>& splits) const {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Cut &a = loop[i], &b = loop[(i + 1) % loop.size()];
    if (alongEdge(a, b) || alongEdge(b, a)) continue;
    const auto faces = edges_.facesOf(cell);
    const auto face = std::ranges::find_if(faces, [&](Label f) { return has(f, a) && has(f, b); });
    if (face == faces.end() || !splits.emplace(*face, Split{a, b}).second) return false;
  }
  return true;
}

bool CellCuts::fits(const CellLoop& loop, const std::map<Label, Split>& splits) const {
  for (const Cut& c : loop) {
    if (!c.onEdge || weight_[c.index] == uncut) continue;
    // OpenFOAM compares weights with a length; so the same cells are cut in the same pass.
    if (std::abs(weight_[c.index] - c.weight) > weightTolerance * mag(edges_.vector(c.index))) return false;
  }
  return std::ranges::all_of(splits, [&](const auto& split) {
    const auto other = splits_.find(split.first);
    return other == splits_.end() || samePair(other->second, split.second);
  });
}

/// The points of the cell on either side of the loop. False: it does not make two parts.
bool CellCuts::findSides(Label cell, CellLoopSides& result) const {
  std::set<Label> cutEdges;
  for (const Cut& c : result.loop) {
    if (c.onEdge)
      cutEdges.insert(c.index);
    else
      result.sides[c.index] = Side::loop;
  }
  const auto cellEdges = edges_.edgesOf(cell);
  const auto points = edges_.pointsOf(cell);
  for (const Side side : {Side::first, Side::second}) {
    const auto start = std::ranges::find_if(points, [&](Label p) { return !result.sides.contains(p); });
    if (start == points.end()) return false;
    std::vector<Label> front{*start};
    result.sides[*start] = side;
    while (!front.empty()) {
      const Label p = front.back();
      front.pop_back();
      for (const Label e : cellEdges) {
        const auto [a, b] = edges_.ends(e);
        if ((a != p && b != p) || cutEdges.contains(e)) continue;
        if (const Label other = a == p ? b : a; result.sides.try_emplace(other, side).second) front.push_back(other);
      }
    }
  }
  return result.sides.size() == points.size();
}

/// Each part has three faces besides the new one, and each face that is not split belongs to one part.
bool CellCuts::enoughFaces(Label cell, const CellLoopSides& result, const std::map<Label, Split>& splits) const {
  std::array<int, 3> count{};
  for (const Label f : edges_.facesOf(cell)) {
    std::set<Side> met;
    for (const Label p : edges_.mesh().pointsOf(f)) met.insert(result.sides.at(p));
    met.erase(Side::loop);
    if (met.empty() || (met.size() == 2) != splits.contains(f)) return false;
    for (const Side s : met) ++count[static_cast<std::size_t>(s)];
  }
  return count[1] >= 3 && count[2] >= 3;
}

bool CellCuts::add(Label cell, CellLoop loop) {
  if (loop.size() < 3) return false;
  std::map<Label, Split> splits;
  CellLoopSides result{std::move(loop), {}};
  if (!splitsOf(cell, result.loop, splits) || !fits(result.loop, splits) || !findSides(cell, result) ||
      !enoughFaces(cell, result, splits))
    return false;
  for (const Cut& c : result.loop)
    if (c.onEdge) {
      if (weight_[c.index] == uncut) cutEdges_.push_back(c.index);
      weight_[c.index] = c.weight;
    }
  splits_.merge(splits);
  return loops_.emplace(cell, std::move(result)).second;
}

/// The points of a face with those on its edges, as one list or, if it is split, two.
std::vector<std::vector<Label>> CellCuts::partsOf(Label face, const std::vector<Label>& pointOfEdge) const {
  const auto points = edges_.mesh().pointsOf(face);
  const auto around = edges_.ofFace(face);
  std::vector<Label> all;
  std::vector<std::size_t> ends;  // where the splitting line meets the face
  const auto split = splits_.find(face);
  const auto put = [&](const Cut& cut, Label point) {
    if (split != splits_.end() && (split->second.first == cut || split->second.second == cut)) ends.push_back(all.size());
    all.push_back(point);
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    put({false, points[i], 0}, points[i]);
    if (pointOfEdge[around[i]] >= 0) put({true, around[i], 0}, pointOfEdge[around[i]]);
  }
  if (ends.size() != 2) return {all};
  const auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
  std::vector<Label> outer(all.begin(), at(ends[0]) + 1), inner(at(ends[0]), at(ends[1]) + 1);
  outer.insert(outer.end(), at(ends[1]), all.end());
  return {outer, inner};
}

/// The cell that has a part of a face on its side: `cell` itself, or what is cut off it.
Label CellCuts::cellOf(Label cell, Label face, const std::vector<Label>& part, const std::map<Label, Label>& added) const {
  const auto it = loops_.find(cell);
  if (it == loops_.end()) return cell;
  const auto& sides = it->second.sides;
  const auto sideAmong = [&](const auto& points) {
    for (const Label p : points)
      if (const auto s = sides.find(p); s != sides.end() && s->second != Side::loop) return s->second;
    return Side::loop;
  };
  Side side = sideAmong(part);
  if (side == Side::loop) side = sideAmong(edges_.mesh().pointsOf(face));  // cut by its other cell alone
  return side == Side::second ? added.at(cell) : cell;
}

std::vector<Label> CellCuts::loopPoints(const CellLoopSides& cut, const std::vector<Label>& pointOfEdge) const {
  std::vector<Label> points;
  const auto& loop = cut.loop;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    points.push_back(loop[i].onEdge ? pointOfEdge[loop[i].index] : loop[i].index);
    const Cut& next = loop[(i + 1) % loop.size()];
    if (loop[i].onEdge || next.onEdge) continue;
    // Along an edge, which other cells may have cut.
    if (const Label e = edges_.between(loop[i].index, next.index); e >= 0 && pointOfEdge[e] >= 0)
      points.push_back(pointOfEdge[e]);
  }
  return points;
}

bool CellCuts::pointsAtSecond(const CellLoopSides& cut, const std::vector<Label>& face, const std::vector<Vec3>& points) const {
  Vec3 area{}, first{}, second{};
  for (std::size_t i = 1; i + 1 < face.size(); ++i)
    area += cross(points[face[i]] - points[face[0]], points[face[i + 1]] - points[face[0]]);
  double nFirst = 0, nSecond = 0;
  for (const auto& [p, side] : cut.sides) {
    if (side == Side::first) first += points[p], nFirst += 1;
    if (side == Side::second) second += points[p], nSecond += 1;
  }
  return dot(second / nSecond - first / nFirst, area) > 0;
}

CellCuts::Result CellCuts::apply() const {
  const mesh::PolyMesh& old = edges_.mesh();
  Result result;
  std::vector<Vec3> points = old.points;
  std::vector<Label> pointOfEdge(weight_.size(), -1);
  for (const Label e : cutEdges_) {
    pointOfEdge[e] = static_cast<Label>(points.size());
    points.push_back(position(edges_, {true, e, weight_[e]}));
  }
  Label nCells = old.nCells();
  for (const auto& [cell, loop] : loops_) result.added[cell] = nCells++;
  LooseFaces faces;
  for (Label f = 0; f < old.nFaces(); ++f)
    for (const auto& part : partsOf(f, pointOfEdge)) {
      const bool inside = f < old.nInternalFaces();
      faces.addFrom(old, f, part, cellOf(old.owner[f], f, part, result.added),
                    inside ? cellOf(old.neighbour[f], f, part, result.added) : LooseFaces::none);
    }
  for (const auto& [cell, cut] : loops_) {
    std::vector<Label> face = loopPoints(cut, pointOfEdge);
    if (!pointsAtSecond(cut, face, points)) std::reverse(face.begin(), face.end());
    faces.addInternal(face, cell, result.added.at(cell));
  }
  result.mesh = faces.order(old, std::move(points));
  for (auto& zone : result.mesh.cellZones) {
    const std::vector<Label> before = zone.members;
    for (const Label c : before)
      if (const auto it = result.added.find(c); it != result.added.end()) zone.members.push_back(it->second);
  }
  return result;
}

}  // namespace eagre::case_
