// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "fv/schemes/gradient.hpp"
#include "physics/transport/viscosity_model.hpp"

namespace eagre::physics {

/// The kinematic viscosity nu [m^2/s] of one fluid as constant/transportProperties gives it.
class SinglePhaseTransport {
 public:
  /// Errors (badCase): what makeViscosityModel finds.
  SinglePhaseTransport(const fv::Context& context, const config::Dictionary& transportProperties);
  fv::VolScalarField& nu() { return nu_; }
  const fv::VolScalarField& nu() const { return nu_; }
  bool constant() const { return !gradient_; }
  /// nu of the first step. continued: the fields at the start were written by a run of ours, and nu is as after correct().
  void start(const fv::VolVectorField& U, bool continued);
  /// Makes nu new where it depends on the flow (gradient scheme grad(U)).
  void correct(const fv::VolVectorField& U);

 private:
  std::unique_ptr<ViscosityModel> model_;
  fv::VolScalarField nu_;
  std::unique_ptr<fv::GradientScheme<Vec3>> gradient_;  ///< null if nu is constant
  fv::CellValues<Tensor> gradU_;
};

}  // namespace eagre::physics
