// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "fv/fields/field.hpp"
#include "mesh/point_neighbours.hpp"

namespace eagre::fv {

/// Values at points from those of cells, weighted by inverse distances (OpenFOAM's volPointInterpolation):
///
///     v(p) = sum_i v_i / |p - x_i|  /  sum_i 1 / |p - x_i|
///
/// over the cells around a point that is inside, and over the boundary faces around it, with the values of the patches, where it
/// lies on a patch. Empty patches do not count. The mesh keeps its points and has no cyclic patches.
class CellToPoint {
 public:
  /// Collective.
  explicit CellToPoint(const mesh::Mesh& mesh);
  const mesh::PointNeighbours& neighbours() const { return neighbours_; }

  /// points: one per point of mesh.points->shape; the same to the last bit on all ranks that have the point. With the present
  /// points. Ghosts need no values. T: double, Vec3. Collective.
  template <class T>
  void interpolate(const VolField<T>& field, std::vector<T>& points) const;

 private:
  template <class T>
  void fromCells(const VolField<T>& field, std::vector<T>& points) const;
  template <class T>
  void fromFaces(const VolField<T>& field, std::vector<T>& points) const;

  const mesh::Mesh& mesh_;
  mesh::PointNeighbours neighbours_;
  std::vector<double> onPatch_;               ///< of each point: 1 if it is on a patch, of any rank
  std::vector<Label> faceStarts_{0}, faces_;  ///< of each point: the boundary faces of this rank around it
};

}  // namespace eagre::fv
