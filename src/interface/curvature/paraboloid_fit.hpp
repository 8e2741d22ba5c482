// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "interface/interface_state.hpp"
#include "kernel/view.hpp"
#include "mesh/cell_shapes.hpp"
#include "mesh/derived.hpp"
#include "mesh/point_neighbours.hpp"

namespace eagre::interface_ {

/// Curvature on any mesh, from the plane pieces of the interface in a cell and in the cells around its points.
///
/// In the frame of a cell's piece, z along its normal out of phase 1, the interface is taken as z = a + b x + c y + d x^2 + e x y
/// + f y^2, fitted to the pieces by least squares. Their weights are area times alpha (1 - alpha): a piece that comes into being
/// counts little, and where the volume fraction is smeared over several cells it is the middle one that counts. A piece cuts off
/// the cell's volume fraction, so that its mean distance from the interface is zero and not that of its middle: what is fitted is
/// the mean of the paraboloid over the piece, x^2 + I_xx in the place of x^2, I the second moments of a disc of the piece's area
/// (2D: of the segment). Then
///     K = - (2 d (1 + c^2) + 2 f (1 + b^2) - 2 e b c)/(1 + b^2 + c^2)^(3/2).
/// The pieces' normals are those of the gradient of alpha by least squares (weights 1/d^2) at first, and those of a first fit
/// then. A boundary is a mirror: there the interface is normal to it. Popinet, J. Comput. Phys. 228 (2009), section 4.1, fits to
/// centres of pieces; Evrard, Denner and van Wachem, J. Comput. Phys. 351 (2017), fit to volumes on unstructured meshes.
class ParaboloidFit {
 public:
  /// The mesh keeps its points; state outlives this. Collective.
  ParaboloidFit(const mesh::Mesh& mesh, const InterfaceState& state);

  /// K [1/m] of owned cells of the list whose K is CurvatureModel::none, where there are pieces enough and these are near the
  /// paraboloid; at most 1 over the size of the cell. cells: all owned ones
  /// that the interface crosses or has a face of. Collective.
  void operator()(std::span<const Label> cells, kernel::View<double> K);

  /// A plane piece of the interface.
  struct Piece {
    Vec3 centre;
    Vec3 area;  ///< out of phase 1 [m^2]; zero: the cell has none
  };

 private:
  void updateCentres();
  void updateAlpha();
  void makeNormals(std::span<const Label> cells);
  void makePieces(std::span<const Label> cells);
  void fit(std::span<const Label> cells, kernel::View<double> K);

  const mesh::Mesh* mesh_;
  const InterfaceState* state_;
  mesh::CellShapes shapes_;
  mesh::PointNeighbours neighbours_;
  mesh::GeometryStamp geometry_;
  // Of owned cells and of the other ones around points of this rank (PointNeighbours).
  std::vector<Vec3> centres_;
  std::vector<double> alpha_;
  std::vector<Piece> pieces_;
  std::vector<Vec3> normals_;  ///< of the list's cells, out of phase 1
};

}  // namespace eagre::interface_
