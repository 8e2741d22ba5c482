// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_shape.hpp"

#include <algorithm>

namespace eagre::case_ {

bool samePoints(const Quad& a, const Quad& b) {
  if (nPoints(a) != nPoints(b)) return false;
  Quad x = a, y = b;
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  return x == y;
}

bool sameFace(const Quad& a, const Quad& b) {
  const int n = nPoints(a);
  if (n != nPoints(b)) return false;
  int start = 0;
  while (start < n && b[start] != a[0]) ++start;
  if (start == n) return false;
  bool forward = true, backward = true;
  for (int i = 1; i < n; ++i) {
    forward = forward && a[i] == b[(start + i) % n];
    backward = backward && a[i] == b[(start + n - i) % n];
  }
  return forward || backward;
}

namespace {

using Face = std::vector<int>;

/// A standard cell: its faces by its own vertices, and the face from which it is recognised.
struct Model {
  int nVertices;
  std::size_t seed;
  std::vector<Face> faces;
};

/// In the order in which they are tried.
const std::vector<Model>& models() {
  static const std::vector<Model> all = {
      {8, 4, {{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 3, 2, 1}, {4, 5, 6, 7}}},  // hex
      {4, 3, {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}},                                          // tet
      {6, 0, {{0, 2, 1}, {3, 4, 5}, {0, 3, 5, 2}, {1, 2, 5, 4}, {0, 1, 4, 3}}},                      // prism
      {5, 0, {{0, 3, 2, 1}, {0, 4, 3}, {3, 4, 2}, {1, 2, 4}, {0, 1, 4}}},                            // pyramid
      {7, 0, {{0, 2, 1}, {3, 4, 5, 6}, {0, 3, 6}, {1, 2, 5, 4}, {0, 1, 4, 3}, {0, 6, 5, 2}}},        // wedge
      {5, 0, {{0, 2, 1}, {0, 1, 3}, {0, 3, 4, 2}, {1, 2, 4, 3}}},                                    // tetWedge
  };
  return all;
}

/// Position of the directed edge a -> b in a face, or -1.
int findEdge(const Face& face, int a, int b) {
  for (std::size_t i = 0; i < face.size(); ++i)
    if (face[i] == a && face[(i + 1) % face.size()] == b) return static_cast<int>(i);
  return -1;
}

/// Extends "model face `seed` is cell face `first` from its point `start` on" over all faces of the model, from neighbour to
/// neighbour. Empty if the two are not the same polyhedron in that position, else the point of each model vertex.
std::vector<int> mapFrom(const Model& model, const std::vector<Face>& cell, std::size_t first, int start) {
  std::vector<int> map(model.nVertices, -1);
  std::vector<char> placed(model.faces.size(), 0);
  std::vector<std::size_t> queue;
  const auto place = [&](std::size_t modelFace, int modelStart, const Face& cellFace, int cellStart) {
    const Face& face = model.faces[modelFace];
    if (face.size() != cellFace.size()) return false;
    for (std::size_t i = 0; i < face.size(); ++i) {
      int& image = map[face[(modelStart + i) % face.size()]];
      const int point = cellFace[(cellStart + i) % face.size()];
      if (image >= 0 && image != point) return false;
      image = point;
    }
    placed[modelFace] = 1;
    queue.push_back(modelFace);
    return true;
  };
  if (!place(model.seed, 0, cell[first], start)) return {};
  for (std::size_t q = 0; q < queue.size(); ++q) {
    const Face& face = model.faces[queue[q]];
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int a = face[i], b = face[(i + 1) % face.size()];  // the neighbour walks this edge from b to a
      for (std::size_t m = 0; m < model.faces.size(); ++m) {
        const int at = findEdge(model.faces[m], b, a);
        if (at < 0 || placed[m]) continue;
        bool found = false;
        for (const Face& candidate : cell) {
          const int c = findEdge(candidate, map[b], map[a]);
          if (c < 0) continue;
          found = place(m, at, candidate, c);
          break;
        }
        if (!found) return {};
      }
    }
  }
  return map;
}

/// The faces that are left of a hexahedron when repeated points and lines are dropped.
std::vector<Face> collapsedFaces(const std::array<int, 8>& representative) {
  std::vector<Face> result;
  for (const auto& corners : hexFaces) {
    Face face;
    for (const int c : corners)
      if (face.empty() || face.back() != representative[c]) face.push_back(representative[c]);
    if (face.size() > 1 && face.back() == face.front()) face.pop_back();
    if (face.size() > 2) result.push_back(std::move(face));
  }
  return result;
}

CellShape toShape(const Model& model, const std::vector<int>& map) {
  CellShape shape;
  shape.nFaces = static_cast<int>(model.faces.size());
  for (int f = 0; f < shape.nFaces; ++f) {
    shape.faces[f].fill(-1);
    for (std::size_t i = 0; i < model.faces[f].size(); ++i) shape.faces[f][i] = static_cast<std::int8_t>(map[model.faces[f][i]]);
  }
  return shape;
}

}  // namespace

CellShape plainHex() {
  CellShape shape;
  shape.nFaces = 6;
  for (int f = 0; f < 6; ++f)
    for (int i = 0; i < 4; ++i) shape.faces[f][i] = static_cast<std::int8_t>(hexFaces[f][i]);
  return shape;
}

std::optional<CellShape> collapsedShape(const std::array<int, 8>& representative) {
  const std::vector<Face> cell = collapsedFaces(representative);
  for (const Model& model : models()) {
    if (model.faces.size() != cell.size()) continue;
    const std::size_t seedSize = model.faces[model.seed].size();
    const auto first = std::find_if(cell.begin(), cell.end(), [&](const Face& f) { return f.size() == seedSize; });
    if (first == cell.end()) continue;
    for (int start = 0; start < static_cast<int>(seedSize); ++start) {
      const std::vector<int> map = mapFrom(model, cell, static_cast<std::size_t>(first - cell.begin()), start);
      if (!map.empty()) return toShape(model, map);
    }
  }
  return std::nullopt;
}

}  // namespace eagre::case_
