// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>

#include "fv/fields/context.hpp"
#include "fv/time/ddt.hpp"

/// Fluxes on meshes that move (mesh/motion.hpp): through a face that sweeps the volume dV in a time step flows phi - dV/dt.
namespace eagre::fv {

/// Error (badCase): a ddt scheme that meshes which move do not have (localEuler).
void checkOnMovingMesh(const DdtScheme& scheme);

/// Volume that each face sweeps per time, along Sf [m^3/s], as the ddt scheme takes it from the volumes swept in the last time
/// steps, so that a uniform field stays uniform: with the scheme's coefficients c and c00,
///     c (V - V0) - c00 (V0 - V00) = sum of the fluxes out of the cell.
/// CrankNicolson, off-centred by f, has the rate before in place of what was swept in the previous step, as CrankNicolsonRate:
///     c swept - f rate,   rate = c swept - f rate of the previous step (0 in the first one).
/// Zero for steadyState and on a static mesh.
class MeshFlux {
 public:
  /// Of CrankNicolson the first one in a time step moves the rate on, which the mesh holds. Error (badCase): as
  /// checkOnMovingMesh(), if the mesh can move.
  MeshFlux(const mesh::Mesh& mesh, const DdtScheme& scheme, const TimeState& time);
  bool isZero() const { return swept_ == nullptr; }
  double operator()(Label face) const { return now_ * swept_[face] - before_ * sweptBefore_[face]; }

 private:
  const double *swept_ = nullptr, *sweptBefore_ = nullptr;
  double now_ = 0, before_ = 0;
};

namespace fvc {
/// Makes an absolute flux of volume (all faces) one relative to the faces, by the scheme `ddtName` of ddtSchemes, e.g. "ddt(U)".
/// Nothing on a static mesh. For a flux of mass multiply MeshFlux by the density on faces.
void makeRelative(const Context& context, const std::string& ddtName, std::span<double> flux);
/// The inverse.
void makeAbsolute(const Context& context, const std::string& ddtName, std::span<double> flux);
}  // namespace fvc

}  // namespace eagre::fv
