// SPDX-License-Identifier: BSD-3-Clause
#include "physics/transport/single_phase.hpp"

#include "fv/conditions/conditions.hpp"

namespace eagre::physics {

SinglePhaseTransport::SinglePhaseTransport(const fv::Context& context, const config::Dictionary& transportProperties)
    : model_(makeViscosityModel(transportProperties)), nu_("nu", dimViscosity, context.mesh) {
  fv::setCalculatedConditions(nu_);
  if (model_->constant())
    updateViscosity(*model_, gradU_, nu_.values());
  else
    gradient_ = fv::makeGradientScheme<Vec3>(context, "grad(U)");
}

void SinglePhaseTransport::start(const fv::VolVectorField& U, bool continued) {
  if (continued) return correct(U);
  if (!gradient_) return;
  (*gradient_)(U, gradU_);
  updateViscosity(*model_, gradU_, nu_.values());
}

void SinglePhaseTransport::correct(const fv::VolVectorField& U) {
  if (!gradient_) return;
  (*gradient_)(U, gradU_);
  updateViscosity(*model_, gradU_, nu_);
}

}  // namespace eagre::physics
