// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_epsilon.hpp"

#include "kernel/parallel_for.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;

void setSourcesOfK(TransportedScalar& k, const TransportedScalar& epsilon, std::span<const double> G,
                   std::span<const double> divU) {
  auto& sources = k.sources();
  parallelFor({"k: sources", 40}, static_cast<Label>(G.size()), [&](Label c) {
    sources.given[c] = G[c];
    sources.sink[c] = epsilon[c] / k[c];
    sources.addEither(c, 2.0 / 3.0 * divU[c], k[c]);
  });
}

ModelNeeds KEpsilon::needs(const config::Dictionary&) {
  return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"epsilon", dimDissipation, "DepsilonEff"}}};
}

KEpsilon::KEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : KEpsilon("kEpsilon", Standard(), dict, flow, read) {
  start();
}

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
  const auto nut = [Cmu = Cmu_](double k, double epsilon) { return Cmu * (k * k) / epsilon; };
  setNut([nut, &k = k_, &epsilon = epsilon_](Label c) { return nut(k[c], epsilon[c]); },
         [nut, &k = k_, &epsilon = epsilon_](Label b) { return nut(k.boundary(b), epsilon.boundary(b)); });
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
              [gradU = gradU_.cells.data(), nut = nut_->cells().data(), GbyNu = GbyNu_.data(), G = G_.data()](Label c) {
                GbyNu[c] = productionOverNut(gradU[c]);
                G[c] = nut[c] * GbyNu[c];
              });
}

void KEpsilon::solveEpsilon(bool finalIteration) {
  epsilon_.setDiffusivity(1 / sigmaEps_);
  auto& sources = epsilon_.sources();
  // nut = Cmu k^2/epsilon makes C1 G epsilon/k what stands here: no division by epsilon.
  parallelFor({"epsilon: sources", 48}, flow_.context.mesh.nCells, [&, dilatation = 2.0 / 3.0 * C1_ - C3_](Label c) {
    const double k = k_[c], epsilon = epsilon_[c];
    sources.given[c] = C1_ * GbyNu_[c] * Cmu_ * k;
    sources.sink[c] = C2_ * epsilon / k;
    sources.addEither(c, dilatation * divU_[c], epsilon);
  });
  changeProduction(sources.given);
  epsilon_.solve(finalIteration, wallCells_.marked());
}

void KEpsilon::solveK(bool finalIteration) {
  k_.setDiffusivity(1 / sigmak_);
  setSourcesOfK(k_, epsilon_, G_, divU_);
  k_.solve(finalIteration);
}

}  // namespace eagre::physics
