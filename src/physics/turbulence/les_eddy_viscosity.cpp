// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/les_eddy_viscosity.hpp"

#include <cmath>

#include "kernel/parallel_for.hpp"

namespace eagre::physics {

LesEddyViscosity::LesEddyViscosity(const std::string& name, const config::Dictionary& les, const Flow& flow,
                                   const ReadScalar& read)
    : EddyViscosityModel(name, les, flow, read), delta_(makeLesDelta(les, {flow, *nut_})) {
  flow.context.registry.add(delta_->width());
}

AlgebraicLes::AlgebraicLes(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : LesEddyViscosity(name, les, flow, read), Ck_(coefficient("Ck", 0.094)), k_("k", Dimensions{{0, 2, -2}}, flow.context.mesh) {
  fv::setCalculatedConditions(k_);
  flow.context.registry.add(k_);
  if (!les.getOr("turbulence", true))
    throw Error(les.at("turbulence").place, "turbulence off has no effect on " + name + "; say simulationType laminar, or on");
}

ModelNeeds AlgebraicLes::needs(const config::Dictionary& les) {
  return {.equations = {}, .wallDistance = lesDeltaNeedsWallDistance(les)};
}

void AlgebraicLes::solve(bool) {
  delta_->correct();
  correctNut();
}

void AlgebraicLes::correctNut() {
  gradientEverywhere();
  setNut(
      [this, k = k_.cells().data(), gradU = gradU_.cells.data(), width = width()](Label c) {
        k[c] = kOf(gradU[c], width[c]);
        return Ck_ * width[c] * std::sqrt(k[c]);
      },
      [this, k = k_.boundary().data(), gradU = gradU_.boundary.data(), width = boundaryWidth()](Label b) {
        k[b] = kOf(gradU[b], width[b]);
        return Ck_ * width[b] * std::sqrt(k[b]);
      });
}

Smagorinsky::Smagorinsky(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : AlgebraicLes("Smagorinsky", les, flow, read), Ce_(coefficient("Ce", 1.048)) {
  start();
}

double Smagorinsky::kOf(const Tensor& gradU, double width) const {
  const double a = Ce_ / width, b = (2.0 / 3.0) * trace(gradU), c = 2 * Ck_ * width * magSqr(dev(symm(gradU)));
  return sqr((-b + std::sqrt(b * b + 4 * a * c)) / (2 * a));
}

Wale::Wale(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : AlgebraicLes("WALE", les, flow, read), Cw_(coefficient("Cw", 0.325)) {
  start();
}

double Wale::kOf(const Tensor& gradU, double width) const {
  const double SdSd = magSqr(dev(symm(dot(gradU, gradU)))), DD = magSqr(symm(gradU));
  const double denominator = std::pow(DD, 2.5) + std::pow(SdSd, 1.25);
  return sqr(sqr(Cw_) * width / Ck_) * (SdSd * SdSd * SdSd / (sqr(denominator) + small));
}

}  // namespace eagre::physics
