// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::mesh {

/// Values at points as linear combinations of the values of cells and boundary faces of the global mesh.
/// Source s is cell s or, from nCells on, boundary face s - nCells, counted from the first.
struct Stencils {
  std::vector<Label> starts{0};  ///< value i has terms [starts[i], starts[i + 1])
  std::vector<Label> sources;
  std::vector<double> weights;

  void add(Label source, double weight) {
    sources.push_back(source);
    weights.push_back(weight);
  }
  void close() { starts.push_back(static_cast<Label>(sources.size())); }
  Label size() const { return static_cast<Label>(starts.size()) - 1; }
};

/// How a value at a point is made, as OpenFOAM's interpolationSchemes: of the cell; linear in the tetrahedra of the cell's centre
/// and triangles of its faces between the values of the centre and of the mesh's points; the same with the faces' centres.
enum class PointScheme { cell, cellPoint, cellPointFace };
PointScheme pointScheme(const std::string& name);
inline const std::vector<std::string> pointSchemeNames{"cell", "cellPoint", "cellPointFace"};

/// Makes stencils on the global mesh, and finds cells there. Points of the mesh have the mean of the cells around them, or of
/// the faces of patches where there are any, weighted by the inverse distance. Serial; what it is made from must outlive it.
class PointStencils {
 public:
  PointStencils(const PolyMesh& mesh, const PolyGeometry& geometry);

  /// Adds the terms of a value at `position` in or on a cell.
  void add(Stencils& stencils, PointScheme scheme, const Vec3& position, Label cell) const;
  /// Adds the terms of the value of a point of the mesh.
  void addPoint(Stencils& stencils, Label point, double weight) const;
  /// Adds the value of a face: between two cells the linear interpolation, on a patch its value, on an empty one the cell's.
  void addFace(Stencils& stencils, Label face, double weight) const;

  /// A cell and the box around it, a little wider.
  struct BoxedCell {
    Label cell;
    Vec3 low, high;
  };
  /// Cells whose boxes meet the box of these points, or the segment between two.
  std::vector<BoxedCell> cellsAround(std::span<const Vec3> points) const;
  /// How far inside a cell a point is: the smallest barycentric coordinate in the tetrahedron of the cell where that is largest.
  /// Below 0: outside.
  double inside(Label cell, const Vec3& position) const;
  /// The one of these cells that a point is inside of the most; -1: it is outside of all by more than `tolerance`.
  Label locate(std::span<const BoxedCell> cells, const Vec3& position, double tolerance = 1e-9) const;
  /// Corners of the triangles of a face about the point that all tetrahedra on both sides are of positive volume with.
  std::vector<std::array<Label, 3>> triangles(Label face) const;

  std::span<const Label> facesOf(Label cell) const { return row(cellFaces_, cellFaceStarts_, cell); }
  std::span<const Label> cornersOf(Label face) const {
    return std::span(mesh_.facePoints)
        .subspan(static_cast<std::size_t>(mesh_.faceOffsets[face]),
                 static_cast<std::size_t>(mesh_.faceOffsets[face + 1] - mesh_.faceOffsets[face]));
  }
  const PolyMesh& mesh() const { return mesh_; }
  const PolyGeometry& geometry() const { return geometry_; }
  /// The patch of a boundary face.
  const PolyPatch& patchOf(Label face) const;

 private:
  static std::span<const Label> row(const std::vector<Label>& list, const std::vector<Label>& starts, Label i) {
    return std::span(list).subspan(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(starts[i + 1] - starts[i]));
  }
  bool isPositive(Label face, std::size_t base) const;
  void makePointNeighbours();

  const PolyMesh& mesh_;
  const PolyGeometry& geometry_;
  Label nCells_;
  std::vector<Label> cellFaces_, cellFaceStarts_;
  std::vector<Label> pointSources_, pointSourceStarts_;  ///< what a point's value is the mean of
};

}  // namespace eagre::mesh
