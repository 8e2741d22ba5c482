// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "case/block_mesh_curved_faces.hpp"
#include "case/block_mesh_shape.hpp"

namespace eagre::case_ {

std::vector<BlockIndex> indexBlocks(const BlockMeshDict& dict) {
  std::vector<BlockIndex> result;
  GlobalLabel nPoints = 0, nCells = 0;
  for (const BlockDefinition& block : dict.blocks) {
    BlockIndex index;
    index.n = block.cells;
    index.firstPoint = static_cast<Label>(nPoints);
    index.firstCell = static_cast<Label>(nCells);
    // A cell has six slots for faces, which are counted with the same 32 bits.
    constexpr double most = std::numeric_limits<Label>::max();
    const auto [nx, ny, nz] = index.n;
    if (nPoints + (nx + 1.0) * (ny + 1.0) * (nz + 1.0) > most || 6 * (nCells + 1.0 * nx * ny * nz) > most)
      throw Error(block.place,
                  fmt::format("too many cells: the blocks together can have {}", static_cast<GlobalLabel>(most / 6)));
    nPoints += index.nPoints();
    nCells += index.nCells();
    result.push_back(index);
  }
  return result;
}

namespace {

/// The three edges that meet in a corner, and whether the corner is their end (1) or start (0), by direction.
struct Corner {
  std::array<int, 3> edge{}, end{};
};

constexpr std::array<Corner, 8> makeCorners() {
  std::array<Corner, 8> corners{};
  for (int e = 0; e < 12; ++e)
    for (int end = 0; end < 2; ++end) {
      corners[hexEdges[e][end]].edge[e / 4] = e;
      corners[hexEdges[e][end]].end[e / 4] = end;
    }
  return corners;
}

constexpr std::array<Corner, 8> hexCorners = makeCorners();

/// An edge of a block, divided: its fractions and, if it is curved, how far each point is from the straight line.
struct DividedEdge {
  std::vector<double> fraction;
  std::vector<Vec3> departure;
};

DividedEdge divideEdge(const BlockMeshDict& dict, const BlockDefinition& block, int e) {
  const Label start = block.vertices[hexEdges[e][0]], end = block.vertices[hexEdges[e][1]], n = block.cells[e / 4];
  DividedEdge result;
  for (const BlockEdge& edge : dict.edges) {
    const bool forward = edge.start == start && edge.end == end;
    if (!forward && !(edge.start == end && edge.end == start)) continue;
    std::vector<double> fraction = edgeDivisions(forward ? block.grading[e] : reversed(block.grading[e]), n);
    std::vector<Vec3> points = edgePoints(edge, dict.vertices, fraction);
    if (!forward) {
      std::reverse(points.begin(), points.end());
      std::reverse(fraction.begin(), fraction.end());
      for (double& f : fraction) f = 1 - f;
    }
    const Vec3 a = dict.vertices[start], b = dict.vertices[end];
    for (std::size_t i = 0; i < points.size(); ++i) points[i] -= a + fraction[i] * (b - a);
    return {std::move(fraction), std::move(points)};
  }
  result.fraction = edgeDivisions(block.grading[e], n);
  return result;
}

/// The point at w, the fractions along the edges: a mean of where the edges have it, weighted by nearness to each.
Vec3 blended(const std::array<DividedEdge, 12>& edges, const std::array<Vec3, 8>& corner, const std::array<double, 12>& w,
             const std::array<Label, 3>& ijk) {
  std::array<double, 8> cornerWeight;
  double sum = 0;
  for (int c = 0; c < 8; ++c) {
    cornerWeight[c] = 1;
    for (int d = 0; d < 3; ++d) {
      const double f = w[hexCorners[c].edge[d]];
      cornerWeight[c] *= hexCorners[c].end[d] ? f : 1 - f;
    }
    sum += cornerWeight[c];
  }
  Vec3 point, departure;
  for (int e = 0; e < 12; ++e) {
    const auto [a, b] = hexEdges[e];
    const double weight = cornerWeight[a] + cornerWeight[b];
    point += weight * (corner[a] + w[e] * (corner[b] - corner[a]));
    if (!edges[e].departure.empty()) departure += weight * edges[e].departure[ijk[e / 4]];
  }
  return (1 / sum) * (point / 3 + departure);
}

}  // namespace

void blockPoints(const BlockMeshDict& dict, const BlockDefinition& block, const BlockIndex& index, std::vector<Vec3>& points) {
  std::array<DividedEdge, 12> edges;
  try {
    for (int e = 0; e < 12; ++e) edges[e] = divideEdge(dict, block, e);
  } catch (const Error& e) {
    if (e.hasPlace()) throw;  // that of the edge
    throw Error(block.place, e.what());
  }
  std::array<Vec3, 8> corner;
  for (int c = 0; c < 8; ++c) corner[c] = dict.vertices[block.vertices[c]];

  std::array<double, 12> w{};
  std::array<Label, 3> ijk{};
  for (ijk[2] = 0; ijk[2] <= index.n[2]; ++ijk[2]) {
    for (ijk[1] = 0; ijk[1] <= index.n[1]; ++ijk[1]) {
      for (int e = 4; e < 12; ++e) w[e] = edges[e].fraction[ijk[e / 4]];
      for (ijk[0] = 0; ijk[0] <= index.n[0]; ++ijk[0]) {
        for (int e = 0; e < 4; ++e) w[e] = edges[e].fraction[ijk[0]];
        points[index.point(ijk[0], ijk[1], ijk[2])] = blended(edges, corner, w, ijk);
      }
    }
  }
  for (int c = 0; c < 8; ++c) {
    const auto& end = hexCorners[c].end;
    points[index.point(end[0] * index.n[0], end[1] * index.n[1], end[2] * index.n[2])] = corner[c];
  }
  std::array<std::vector<double>, 12> fractions;
  for (int e = 0; e < 12; ++e) fractions[e] = std::move(edges[e].fraction);
  projectBlockFaces(dict, block, index, fractions, points);
}

}  // namespace eagre::case_
