// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>
#include <unordered_map>
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// A list of labels for each of many entities, one after another.
struct Groups {
  std::vector<Label> offsets{0}, members;
  std::span<const Label> operator[](Label i) const { return {members.data() + offsets[i], members.data() + offsets[i + 1]}; }
};

/// Edges of a mesh, and the faces around each cell. The mesh must outlive it.
class EdgeMesh {
 public:
  explicit EdgeMesh(const mesh::PolyMesh& mesh);
  const mesh::PolyMesh& mesh() const { return mesh_; }
  Label nEdges() const { return static_cast<Label>(ends_.size()); }
  /// Points of an edge, the lower number first.
  const std::array<Label, 2>& ends(Label edge) const { return ends_[static_cast<std::size_t>(edge)]; }
  /// The edge between two points; -1: there is none.
  Label between(Label a, Label b) const;
  /// Edges of a face; number i joins its points i and i + 1.
  std::span<const Label> ofFace(Label face) const {
    return {faceEdges_.data() + mesh_.faceOffsets[face], faceEdges_.data() + mesh_.faceOffsets[face + 1]};
  }
  std::span<const Label> facesOf(Label cell) const { return cellFaces_[cell]; }
  /// Edges and points of a cell, ascending, each once.
  std::vector<Label> edgesOf(Label cell) const;
  std::vector<Label> pointsOf(Label cell) const;
  /// Length of the shortest edge of the mesh at a point.
  double shortestAt(Label point) const { return shortest_[static_cast<std::size_t>(point)]; }
  Vec3 vector(Label edge) const { return mesh_.points[ends(edge)[1]] - mesh_.points[ends(edge)[0]]; }
  /// Six quadrilaterals with eight points and twelve edges.
  bool isHex(Label cell) const;

 private:
  const mesh::PolyMesh& mesh_;
  std::vector<std::array<Label, 2>> ends_;
  std::vector<Label> faceEdges_;
  std::unordered_map<std::uint64_t, Label> edges_;
  Groups cellFaces_;
  std::vector<double> shortest_;
};

}  // namespace eagre::case_
