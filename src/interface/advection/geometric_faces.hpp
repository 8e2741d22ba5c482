// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "fv/fields/context.hpp"
#include "fv/fields/point_interpolation.hpp"
#include "mesh/cell_shapes.hpp"

namespace eagre::interface_ {

/// Face values of the phase fraction from the interface within the upwind cell (openfoam.org's PLIC and MPLIC, versions 8 and
/// later): where 1e-6 < alpha < 1 - 1e-6 in that cell, the part of the face on which alpha, interpolated to the points of the
/// mesh by the inverse distance and linear on the edges, is above the value whose surface cuts off the fraction of the cell.
class GeometricFaces {
 public:
  enum class Kind {
    single,   ///< PLIC: not of cells where a face is cut more than twice
    several,  ///< MPLIC
  };
  GeometricFaces(const fv::Context& context, Kind kind);

  /// The values on interior faces (nInteriorFaces); below zero where there is none: the upwind cell is full or empty, or the cut
  /// has failed. alpha: with ghosts and boundary values; phi: all faces. Collective.
  std::span<const double> operator()(const fv::VolScalarField& alpha, std::span<const double> phi);

 private:
  void findCells(const std::vector<double>& alpha);
  void cutFaces(const std::vector<double>& alpha, std::span<const double> phi);
  void takeOtherSides(std::span<const double> phi);

  const mesh::Mesh* mesh_;
  Kind kind_;
  mesh::CellShapes shapes_;
  fv::PointInterpolation points_;
  mesh::CellShapes::Selection cells_;
  std::vector<double> atPoints_, values_, sides_;
};

}  // namespace eagre::interface_
