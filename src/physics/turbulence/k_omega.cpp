// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_omega.hpp"

#include "kernel/parallel_for.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;

ModelNeeds KOmega::needs(const config::Dictionary&) {
  return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"omega", dimFrequency, "DomegaEff"}}};
}

KOmega::KOmega(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel("kOmega", dict, flow, read),
      betaStar_(coefficient("betaStar", 0.09)),
      beta_(coefficient("beta", 0.072)),
      gamma_(coefficient("gamma", 0.52)),
      alphaK_(coefficient("alphaK", 0.5)),
      alphaOmega_(coefficient("alphaOmega", 0.5)),
      k_(transport(read, "k", dimKinematicPressure, "DkEff")),
      omega_(transport(read, "omega", dimFrequency, "DomegaEff")),
      wallCells_(omega_.field(), *nut_),
      GbyNu_(divU_.size()),
      G_(divU_.size()) {
  start();
}

void KOmega::correctNut() {
  setNut([this](Label c) { return k_[c] / omega_[c]; }, [this](Label b) { return k_.boundary(b) / omega_.boundary(b); });
}

void KOmega::solve(bool finalIteration) {
  production();
  wallCells_.set(flow_, k_.field(), *nut_, omega_.field(), G_);
  solveOmega(finalIteration);
  solveK(finalIteration);
  correctNut();
}

/// G and G/nut.
void KOmega::production() {
  gradientOfCells();
  parallelFor({"k-omega: G", 96}, flow_.context.mesh.nCells, [&](Label c) {
    GbyNu_[c] = productionOverNut(gradU_.cells[c]);
    G_[c] = (*nut_)[c] * GbyNu_[c];
  });
}

void KOmega::solveOmega(bool finalIteration) {
  omega_.setDiffusivity(alphaOmega_);
  auto& sources = omega_.sources();
  parallelFor({"omega: sources", 40}, flow_.context.mesh.nCells, [&](Label c) {
    const double omega = omega_[c];
    sources.given[c] = gamma_ * GbyNu_[c];
    sources.sink[c] = beta_ * omega;
    sources.addEither(c, 2.0 / 3.0 * gamma_ * divU_[c], omega);
  });
  omega_.solve(finalIteration, wallCells_.marked());
}

void KOmega::solveK(bool finalIteration) {
  k_.setDiffusivity(alphaK_);
  auto& sources = k_.sources();
  parallelFor({"k: sources", 40}, flow_.context.mesh.nCells, [&](Label c) {
    sources.given[c] = G_[c];
    sources.sink[c] = betaStar_ * omega_[c];
    sources.addEither(c, 2.0 / 3.0 * divU_[c], k_[c]);
  });
  k_.solve(finalIteration);
}

}  // namespace eagre::physics
