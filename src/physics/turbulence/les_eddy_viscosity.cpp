// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/les_eddy_viscosity.hpp"

#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::View;

LesEddyViscosity::LesEddyViscosity(const std::string& name, const config::Dictionary& les, const Flow& flow,
                                   const ReadScalar& read)
    : EddyViscosityModel(name, les, flow, read), delta_(makeLesDelta(les, {flow, *nut_})) {
  flow.context.registry.add(delta_->width());
}

AlgebraicLes::AlgebraicLes(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : LesEddyViscosity(name, les, flow, read), Ck_(coefficient("Ck", 0.094)), k_("k", Dimensions{{0, 2, -2}}, flow.context.mesh) {
  fv::setCalculatedConditions(k_);
  flow.context.registry.add(k_);
  if (!isOn())
    throw Error(les.at("turbulence").place, "turbulence off has no effect on " + name + "; say simulationType laminar, or on");
}

ModelNeeds AlgebraicLes::needs(const config::Dictionary& les) {
  return {.equations = {}, .wallDistance = lesDeltaNeedsWallDistance(les)};
}

void AlgebraicLes::solve(bool) {
  delta_->correct();
  correctNut();
}

template <class KOf>
void AlgebraicLes::setNutWith(KOf kOf) {
  gradientEverywhere();
  const auto nut = [Ck = Ck_, kOf](View<const Tensor> gradU, View<const double> width, View<double> k) {
    return [Ck, kOf, gradU, width, k](Label i) {
      k[i] = kOf(gradU[i], width[i]);
      return Ck * width[i] * std::sqrt(k[i]);
    };
  };
  setNut(nut(gradU_.cells, width(), k_.cells()), nut(gradU_.boundary, boundaryWidth(), k_.boundary()));
}

Smagorinsky::Smagorinsky(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : AlgebraicLes("Smagorinsky", les, flow, read), Ce_(coefficient("Ce", 1.048)) {}

void Smagorinsky::correctNut() {
  setNutWith([Ce = Ce_, Ck = Ck_](const Tensor& gradU, double width) {
    const double a = Ce / width, b = (2.0 / 3.0) * trace(gradU), c = 2 * Ck * width * magSqr(dev(symm(gradU)));
    return sqr((-b + std::sqrt(b * b + 4 * a * c)) / (2 * a));
  });
}

Wale::Wale(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : AlgebraicLes("WALE", les, flow, read), Cw_(coefficient("Cw", 0.325)) {}

void Wale::correctNut() {
  setNutWith([Cw = Cw_, Ck = Ck_](const Tensor& gradU, double width) {
    const double SdSd = magSqr(dev(symm(dot(gradU, gradU)))), DD = magSqr(symm(gradU));
    const double denominator = std::pow(DD, 2.5) + std::pow(SdSd, 1.25);
    return sqr(sqr(Cw) * width / Ck) * (SdSd * SdSd * SdSd / (sqr(denominator) + small));
  });
}

}  // namespace eagre::physics
