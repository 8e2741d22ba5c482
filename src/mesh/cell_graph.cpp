// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/cell_graph.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/layout.hpp"

namespace eagre::mesh {
namespace {

constexpr double tolerance = 0.01;  ///< what is nearer than this is not passed on

/// Calls pair(a, b) for the two patches of the global mesh that make each cyclic pair.
template <class Pair>
void eachCyclicPair(const Mesh& mesh, Pair pair) {
  const auto& patches = mesh.globalPatches;
  for (std::size_t a = 0; a < patches.size(); ++a)
    for (std::size_t b = a + 1; b < patches.size(); ++b)
      if (patches[a].type == "cyclic" && patches[a].neighbourPatch == patches[b].name)
        pair(static_cast<int>(a), static_cast<int>(b));
}

std::vector<Vec3> asVectors(const std::vector<double>& values) {
  std::vector<Vec3> vectors;
  for (std::size_t i = 0; i < values.size(); i += 3) vectors.push_back({values[i], values[i + 1], values[i + 2]});
  return vectors;
}

/// Faces whose cells differ in alpha by more than alphaDiff, and on them the larger value of the two.
std::vector<Label> interfaceFaces(const CellGraph& graph, const std::vector<double>& alpha, double alphaDiff,
                                  const std::vector<double>& values, std::vector<double>& onFace) {
  std::vector<Label> faces;
  for (Label f = 0; f < graph.nFaces(); ++f) {
    const Label P = graph.owner(f), N = graph.neighbour(f);
    if (!(std::abs(alpha[P] - alpha[N]) > alphaDiff)) continue;
    onFace[f] = std::max(values[P], values[N]);
    faces.push_back(f);
  }
  return faces;
}

/// The wave that lifts cells to what they hear over `ratio`.
void raise(const CellGraph& graph, const std::vector<Label>& start, Label passes, double ratio, std::vector<double>& onFace,
           std::vector<double>& values) {
  const auto lift = [](double& own, double heard, double scale) {
    if (!(heard > (1 + tolerance) * scale * own)) return false;
    own = heard / scale;
    return true;
  };
  graph.wave(
      start, passes, [&](Label c, Label f) { return lift(values[c], onFace[f], ratio); },
      [&](Label f, Label c) { return lift(onFace[f], values[c], 1); });
}

}  // namespace

CellGraph::CellGraph(Label nCells, std::vector<Label> owner, std::vector<Label> neighbour)
    : owner_(std::move(owner)), neighbour_(std::move(neighbour)) {
  sortByCell(nCells);
}

CellGraph::CellGraph(const Mesh& mesh) {
  std::vector<double> cell(static_cast<std::size_t>(mesh.nAllCells())), ends;
  std::copy(mesh.cellGlobal.begin(), mesh.cellGlobal.end(), cell.begin());
  mesh.halo->update(cell);
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) ends.insert(ends.end(), {cell[mesh.owner[f]], cell[mesh.neighbour[f]]});
  gatherFaces(mesh, ends, 2, [&](GlobalLabel, std::span<const double> piece) {
    for (std::size_t i = 0; i < piece.size(); i += 2) {
      owner_.push_back(static_cast<Label>(piece[i]));
      neighbour_.push_back(static_cast<Label>(piece[i + 1]));
    }
  });
  const auto cellsBehind = [&](int patch) {
    std::vector<double> cells;
    for (const Label f : patchFaces(mesh, patch)) cells.push_back(mesh.cellGlobal[mesh.owner[f]]);
    return gatherPatch(mesh, patch, cells, 1);
  };
  eachCyclicPair(mesh, [&](int a, int b) {
    for (const double c : cellsBehind(a)) owner_.push_back(static_cast<Label>(c));
    for (const double c : cellsBehind(b)) neighbour_.push_back(static_cast<Label>(c));
  });
  if (mesh.communicator().master()) sortByCell(static_cast<Label>(mesh.nCellsGlobal));
}

void CellGraph::sortByCell(Label nCells) {
  start_.assign(static_cast<std::size_t>(nCells) + 1, 0);
  for (const auto* side : {&owner_, &neighbour_})
    for (const Label c : *side) ++start_[c + 1];
  for (Label c = 0; c < nCells; ++c) start_[c + 1] += start_[c];
  std::vector<Label> next(start_.begin(), start_.end() - 1);
  faces_.resize(2 * owner_.size());
  for (const auto* side : {&owner_, &neighbour_})
    for (std::size_t f = 0; f < side->size(); ++f) faces_[next[(*side)[f]]++] = static_cast<Label>(f);
}

void smooth(const CellGraph& graph, double ratio, std::vector<double>& values) {
  std::vector<double> onFace(static_cast<std::size_t>(graph.nFaces()), 0.0);  // 0: none yet
  std::vector<Label> start;
  for (Label f = 0; f < graph.nFaces(); ++f) {
    const double own = values[graph.owner(f)], other = values[graph.neighbour(f)];
    if (std::max(own, other) <= ratio * std::min(own, other)) continue;
    onFace[f] = std::max(own, other);
    start.push_back(f);
  }
  raise(graph, start, -1, ratio, onFace, values);
}

void spread(const CellGraph& graph, const std::vector<double>& alpha, int nLayers, double alphaDiff,
            std::vector<double>& values) {
  std::vector<double> onFace(static_cast<std::size_t>(graph.nFaces()), 0.0);
  const auto start = interfaceFaces(graph, alpha, alphaDiff, values, onFace);
  raise(graph, start, nLayers, 1, onFace, values);
}

GraphPlaces gatherPlaces(const Mesh& mesh) {
  GraphPlaces places;
  const auto centres = mesh.faceCentres();
  const auto append = [](std::vector<double>& list, const Vec3& v) { list.insert(list.end(), {v.x, v.y, v.z}); };
  std::vector<double> local;
  for (Label c = 0; c < mesh.nCells; ++c) append(local, mesh.C[c]);
  places.cells = asVectors(gatherAllCells(mesh, local, 3));
  local.clear();
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) append(local, centres(f));
  places.faces = asVectors(gatherAllFaces(mesh, local, 3));
  places.nInternal = static_cast<Label>(places.faces.size());
  const auto centresOf = [&](int patch) {
    std::vector<double> list;
    for (const Label f : patchFaces(mesh, patch)) append(list, centres(f));
    return asVectors(gatherPatch(mesh, patch, list, 3));
  };
  eachCyclicPair(mesh, [&](int a, int b) {
    const auto here = centresOf(a), there = centresOf(b);
    for (std::size_t i = 0; i < here.size(); ++i) {
      places.faces.push_back(here[i]);
      places.shift.push_back(here[i] - there[i]);
    }
  });
  return places;
}

void sweep(const CellGraph& graph, const GraphPlaces& places, const std::vector<double>& alpha, int nLayers, double alphaDiff,
           std::vector<double>& values) {
  /// The value of the face nearest so far, and where that stands as its holder sees it; value < 0: none yet.
  struct News {
    double value = -1;
    Vec3 origin{};
    bool take(const Vec3& place, const News& other) {
      if (value >= 0 && origin == other.origin) return false;
      const double distance = magSqr(place - origin);
      const bool nearer = distance < small ? other.value > value : magSqr(place - other.origin) < distance;
      if (value >= 0 && !nearer) return false;
      *this = other;
      return true;
    }
  };
  std::vector<News> cells(static_cast<std::size_t>(graph.nCells())), faces(static_cast<std::size_t>(graph.nFaces()));
  std::vector<double> onFace(faces.size(), 0.0);
  const auto start = interfaceFaces(graph, alpha, alphaDiff, values, onFace);
  for (const Label f : start) faces[f] = {onFace[f], places.faces[f]};
  // Behind a cyclic face everything stands `shift` away from where the face's owner sees it.
  const auto shift = [&](Label f, Label c) {
    return f < places.nInternal || c == graph.owner(f) ? Vec3{} : places.shift[f - places.nInternal];
  };
  graph.wave(
      start, nLayers,
      [&](Label c, Label f) {
        return cells[c].take(places.cells[c], {faces[f].value, faces[f].origin - shift(f, c)});
      },
      [&](Label f, Label c) {
        return faces[f].take(places.faces[f], {cells[c].value, cells[c].origin + shift(f, c)});
      });
  for (std::size_t c = 0; c < cells.size(); ++c) values[c] = std::max(values[c], cells[c].value);
}

}  // namespace eagre::mesh
