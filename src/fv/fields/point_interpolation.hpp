// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <tuple>
#include <vector>

#include "fv/fields/field.hpp"
#include "mesh/derived.hpp"
#include "mesh/point_neighbours.hpp"

namespace eagre::fv {

/// Values at the points of a rank's mesh, from those of the cells around a point by the inverse distance of their centres; at
/// points of patches from the values of the patches' faces around, likewise (OpenFOAM's volPointInterpolation). Both sides of a
/// cyclic patch count at its points. The mesh has its points (mesh/mesh_points.hpp) and outlives this.
class PointInterpolation {
 public:
  explicit PointInterpolation(const mesh::Mesh& mesh);
  const mesh::PointNeighbours& neighbours() const { return neighbours_; }

  /// Values at these points (of mesh.points->shape, each once), in values[point] (one per point of the mesh); others are not
  /// touched. field: with boundary values. Collective, with lists that differ.
  template <class T>
  void operator()(const VolField<T>& field, const std::vector<Label>& points, std::vector<T>& values);

 private:
  std::vector<double> kindsOfPoints() const;
  void findSpecialPoints();
  void findPartners();
  void listPartners(std::vector<std::tuple<int, Label, Label>> uses);
  void updateCentres();
  template <class T>
  void sumAtSpecialPoints(const VolField<T>& field);
  void addAcrossCyclics(int nComp);

  const mesh::Mesh* mesh_;
  mesh::PointNeighbours neighbours_;
  mesh::GeometryStamp geometry_;
  std::vector<Vec3> centres_;  ///< of owned cells, and of the other ones that neighbours_ has

  /// Points on patches, and on cyclic patches: their values are sums over ranks and over both sides.
  std::vector<Label> special_, sourceStarts_{0}, sources_;  ///< sources: boundary faces b, or ~cell where there is no patch
  std::vector<char> isSpecial_;

  /// A pair of cyclic patches: its points on this rank's faces, each once, and where in what coupled faces exchange the sums of
  /// the partner are.
  struct Cyclic {
    std::vector<Label> points, places;
  };
  std::vector<Cyclic> cyclics_;
  int cornersPerFace_ = 0;               ///< the most corners of a cyclic face on any rank
  std::vector<Label> cornersOfCoupled_;  ///< cornersPerFace_ points for each coupled face; -1: none

  std::vector<double> sums_, exchanged_;  ///< weight and weighted components of each point
  std::vector<double> added_;
  std::tuple<std::vector<double>, std::vector<Vec3>> cells_;  ///< of a field, with those of other ranks, where there are any
};

}  // namespace eagre::fv
