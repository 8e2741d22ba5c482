// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_epsilon.hpp"

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

void setSourcesOfK(TransportedScalar& k, const TransportedScalar& epsilon, View<const double> G, View<const double> divU) {
  parallelFor({"k: sources", 40}, G.size(), [G, divU, k = k.cells(), epsilon = epsilon.cells(), sources = k.sources()](Label c) {
    sources.given[c] = G[c];
    sources.sink[c] = epsilon[c] / k[c];
    sources.addEither(c, 2.0 / 3.0 * divU[c], k[c]);
  });
}

void setSourcesOfK(TransportedScalar& k, const TransportedScalar& epsilon, View<const double> G) {
  parallelFor({"k: sources", 40}, G.size(), [G, k = k.cells(), epsilon = epsilon.cells(), sources = k.sources()](Label c) {
    sources.given[c] = G[c];
    sources.sink[c] = epsilon[c] / k[c];
  });
}

ModelNeeds KEpsilon::needs(const config::Dictionary&) {
  return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"epsilon", dimDissipation, "DepsilonEff"}}};
}

KEpsilon::KEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : KEpsilon("kEpsilon", Standard(), dict, flow, read) {}

KEpsilon::KEpsilon(const std::string& name, const Standard& standard, const config::Dictionary& dict, const Flow& flow,
                   const ReadScalar& read)
    : EddyViscosityModel(name, dict, flow, read),
      Cmu_(coefficient("Cmu", standard.Cmu)),
      k_(transport(read, "k", dimKinematicPressure, "DkEff")),
      epsilon_(transport(read, "epsilon", dimDissipation, "DepsilonEff")),
      GbyNu_(divU_.size()),
      G_(divU_.size()),
      C1_(coefficient("C1", standard.C1)),
      C2_(coefficient("C2", standard.C2)),
      C3_(coefficient("C3", standard.C3)),
      sigmak_(coefficient("sigmak", standard.sigmak)),
      sigmaEps_(coefficient("sigmaEps", standard.sigmaEps)),
      wallCells_(epsilon_.field(), *nut_) {}

void KEpsilon::correctNut() {
  const auto nut = [Cmu = Cmu_](View<const double> k, View<const double> epsilon) {
    return [Cmu, k, epsilon](Label i) { return Cmu * (k[i] * k[i]) / epsilon[i]; };
  };
  setNut(nut(k_.cells(), epsilon_.cells()), nut(k_.boundary(), epsilon_.boundary()));
}

void KEpsilon::solve(bool finalIteration) {
  production();
  wallCells_.set(flow_, k_.field(), *nut_, epsilon_.field(), G_);
  solveEpsilon(finalIteration);
  solveK(finalIteration);
  correctNut();
}

/// G and G/nut.
void KEpsilon::production() {
  gradientOfCells();
  parallelFor({"k-epsilon: G", 96}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), GbyNu = View(GbyNu_), G = View(G_)](Label c) {
                GbyNu[c] = productionOverNut(gradU[c]);
                G[c] = nut[c] * GbyNu[c];
              });
}

void KEpsilon::solveEpsilon(bool finalIteration) {
  epsilon_.setDiffusivity(1 / sigmaEps_);
  // nut = Cmu k^2/epsilon makes C1 G epsilon/k what stands here: no division by epsilon.
  parallelFor({"epsilon: sources", 48}, flow_.context.mesh.nCells,
              [C1 = C1_, C2 = C2_, Cmu = Cmu_, dilatation = 2.0 / 3.0 * C1_ - C3_, k = k_.cells(), epsilon = epsilon_.cells(),
               GbyNu = View(GbyNu_), divU = View(divU_), sources = epsilon_.sources()](Label c) {
                sources.given[c] = C1 * GbyNu[c] * Cmu * k[c];
                sources.sink[c] = C2 * epsilon[c] / k[c];
                sources.addEither(c, dilatation * divU[c], epsilon[c]);
              });
  changeProduction(epsilon_.sources().given);
  epsilon_.solve(finalIteration, wallCells_.marked());
}

void KEpsilon::solveK(bool finalIteration) {
  k_.setDiffusivity(1 / sigmak_);
  setSourcesOfK(k_, epsilon_, G_, divU_);
  k_.solve(finalIteration);
}

}  // namespace eagre::physics
