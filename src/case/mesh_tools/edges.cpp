// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/edges.hpp"

#include <algorithm>

namespace eagre::case_ {

using mesh::PolyMesh;

namespace {

std::uint64_t key(Label a, Label b) {
  const auto [low, high] = std::minmax(a, b);
  return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high);
}

/// Faces of every cell, ascending.
Groups facesOfCells(const PolyMesh& mesh) {
  Groups groups;
  groups.offsets.assign(static_cast<std::size_t>(mesh.nCells()) + 1, 0);
  const auto eachSide = [&](const auto& f) {
    for (Label face = 0; face < mesh.nFaces(); ++face) {
      f(mesh.owner[face], face);
      if (face < mesh.nInternalFaces()) f(mesh.neighbour[face], face);
    }
  };
  eachSide([&](Label cell, Label) { ++groups.offsets[cell + 1]; });
  for (std::size_t c = 1; c < groups.offsets.size(); ++c) groups.offsets[c] += groups.offsets[c - 1];
  groups.members.resize(static_cast<std::size_t>(groups.offsets.back()));
  std::vector<Label> next(groups.offsets.begin(), groups.offsets.end() - 1);
  eachSide([&](Label cell, Label face) { groups.members[next[cell]++] = face; });
  return groups;
}

std::vector<Label> sortedOnce(std::vector<Label> labels) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

}  // namespace

EdgeMesh::EdgeMesh(const PolyMesh& mesh) : mesh_(mesh), cellFaces_(facesOfCells(mesh)), shortest_(mesh.points.size(), vGreat) {
  faceEdges_.reserve(mesh.facePoints.size());
  edges_.reserve(mesh.facePoints.size());
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const auto points = mesh.pointsOf(f);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Label a = points[i], b = points[(i + 1) % points.size()];
      const auto [it, isNew] = edges_.try_emplace(key(a, b), nEdges());
      if (isNew) ends_.push_back({std::min(a, b), std::max(a, b)});
      faceEdges_.push_back(it->second);
    }
  }
  for (Label e = 0; e < nEdges(); ++e)
    for (const Label p : ends(e)) shortest_[p] = std::min(shortest_[p], mag(vector(e)));
}

Label EdgeMesh::between(Label a, Label b) const {
  const auto it = edges_.find(key(a, b));
  return it == edges_.end() ? -1 : it->second;
}

std::vector<Label> EdgeMesh::edgesOf(Label cell) const {
  std::vector<Label> edges;
  for (const Label f : facesOf(cell)) edges.insert(edges.end(), ofFace(f).begin(), ofFace(f).end());
  return sortedOnce(std::move(edges));
}

std::vector<Label> EdgeMesh::pointsOf(Label cell) const {
  std::vector<Label> points;
  for (const Label f : facesOf(cell)) points.insert(points.end(), mesh_.pointsOf(f).begin(), mesh_.pointsOf(f).end());
  return sortedOnce(std::move(points));
}

bool EdgeMesh::isHex(Label cell) const {
  const auto faces = facesOf(cell);
  return faces.size() == 6 && std::ranges::all_of(faces, [&](Label f) { return mesh_.pointsOf(f).size() == 4; }) &&
         pointsOf(cell).size() == 8 && edgesOf(cell).size() == 12;
}

}  // namespace eagre::case_
