// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_omega.hpp"

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

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
      G_(divU_.size()) {}

void KOmega::correctNut() {
  const auto nut = [](View<const double> k, View<const double> omega) { return [k, omega](Label i) { return k[i] / omega[i]; }; };
  setNut(nut(k_.cells(), omega_.cells()), nut(k_.boundary(), omega_.boundary()));
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
  parallelFor({"k-omega: G", 96}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), GbyNu = View(GbyNu_), G = View(G_)](Label c) {
                GbyNu[c] = productionOverNut(gradU[c]);
                G[c] = nut[c] * GbyNu[c];
              });
}

void KOmega::solveOmega(bool finalIteration) {
  omega_.setDiffusivity(alphaOmega_);
  parallelFor({"omega: sources", 40}, flow_.context.mesh.nCells,
              [gamma = gamma_, beta = beta_, omega = omega_.cells(), GbyNu = View(GbyNu_), divU = View(divU_),
               sources = omega_.sources()](Label c) {
                sources.given[c] = gamma * GbyNu[c];
                sources.sink[c] = beta * omega[c];
                sources.addEither(c, 2.0 / 3.0 * gamma * divU[c], omega[c]);
              });
  omega_.solve(finalIteration, wallCells_.marked());
}

void KOmega::solveK(bool finalIteration) {
  k_.setDiffusivity(alphaK_);
  parallelFor({"k: sources", 40}, flow_.context.mesh.nCells,
              [betaStar = betaStar_, k = k_.cells(), omega = omega_.cells(), G = View(G_), divU = View(divU_),
               sources = k_.sources()](Label c) {
                sources.given[c] = G[c];
                sources.sink[c] = betaStar * omega[c];
                sources.addEither(c, 2.0 / 3.0 * divU[c], k[c]);
              });
  k_.solve(finalIteration);
}

}  // namespace eagre::physics
