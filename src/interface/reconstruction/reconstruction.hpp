// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/word_table.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/point_interpolation.hpp"
#include "interface/interface_state.hpp"
#include "mesh/cell_shapes.hpp"

namespace eagre::interface_ {

/// What a reconstruction works on; all of it outlives the reconstruction.
struct ReconstructionInputs {
  const fv::Context& context;
  InterfaceState& state;
  const mesh::CellShapes& shapes;  ///< of the rank's cells; points are those of mesh.points->shape
  fv::PointInterpolation& points;
};

/// Where the interface lies within the cells that it crosses: a plane in each,
///     n . (x - c) = 0,   n the unit normal out of phase 1, c a point of the plane in the cell.
/// What geometric advections cut faces with, and what distances to the interface and curvatures by fits are made of.
class Reconstruction {
 public:
  struct Plane {
    Label cell;  ///< owned
    Vec3 normal, centre;
    double area;  ///< of the part within the cell [m^2]
  };
  virtual ~Reconstruction() = default;
  /// The planes of the state's present alpha1 in these owned cells, in their order; area 0: the interface does not cut the cell.
  /// Collective, with lists that differ.
  virtual std::span<const Plane> operator()(const mesh::CellShapes::Selection& where) = 0;
  /// Whether the normals are good enough for an advection that follows how planes turn; if not, it is OpenFOAM's.
  virtual bool isAccurate() const { return false; }
};

/// The reconstruction that reconstructionScheme in the controls of a phase names (isoAlpha by default). Errors (badCase): as
/// checkReconstruction's problems.
std::unique_ptr<Reconstruction> makeReconstruction(const config::Dictionary& controls, const ReconstructionInputs& inputs);
void checkReconstruction(const config::Dictionary& controls, const fv::Context& context, Problems& problems);

}  // namespace eagre::interface_
