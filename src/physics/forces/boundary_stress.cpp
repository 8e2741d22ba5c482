// SPDX-License-Identifier: BSD-3-Clause
#include "physics/forces/boundary_stress.hpp"

namespace eagre::physics {

EffectiveViscosity::EffectiveViscosity(const fv::Context& context)
    : uniform_(context.registry.number("nu")), nu_(context.registry.scalar("nu")), nut_(context.registry.scalar("nut")) {
  if (uniform_ || nu_) return;
  mu_ = context.registry.scalar("(rho*nuEff)");
  rho_ = context.registry.scalar("rho");
  if (!mu_ || !rho_)
    throw Error("function objects of the viscous stress: this solver gives no viscosity to them", ExitCode::badCase);
}

double EffectiveViscosity::laminarAtBoundary(Label b) const {
  if (uniform_) return *uniform_;
  return nu_ ? nu_->boundary()[b] : mu_->boundary()[b] / rho_->boundary()[b];
}

double EffectiveViscosity::atBoundary(Label b) const { return laminarAtBoundary(b) + (nu_ && nut_ ? nut_->boundary()[b] : 0); }

double EffectiveViscosity::inCell(Label c) const {
  const double laminar = uniform_ ? *uniform_ : nu_ ? (*nu_)[c] : (*mu_)[c] / (*rho_)[c];
  return laminar + ((uniform_ || nu_) && nut_ ? (*nut_)[c] : 0);
}

void BoundaryStress::correct(const fv::Context& context, const std::string& name) {
  const auto* U = context.registry.vector(name);
  if (!U) throw Error("function objects of the viscous stress: there is no velocity '" + name + "'", ExitCode::badCase);
  if (!scheme_) scheme_ = fv::makeGradientScheme<Vec3>(context, "grad(" + name + ")");
  (*scheme_)(*U, gradient_);
  sigma_ = context.registry.symmTensor("sigma");
  if (!sigma_) sigma_ = context.registry.symmTensor("nonlinearStress");
}

Vec3 BoundaryStress::operator()(const Vec3& n, Label b, double nuEff) const {
  const Tensor& g = gradient_.boundary[b];
  const double third = 2.0 / 3 * trace(g);
  const Vec3 viscous = -nuEff * (dot(n, g) + dot(g, n) - third * n);
  return sigma_ ? viscous + dot(sigma_->boundary()[b], n) : viscous;
}

}  // namespace eagre::physics
