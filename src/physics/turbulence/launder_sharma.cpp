// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/launder_sharma.hpp"

#include <algorithm>
#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

double turbulentReynoldsNumber(double k, double epsilon, double nu) { return k * k / (nu * epsilon); }

}  // namespace

ModelNeeds LaunderSharma::needs(const config::Dictionary&) {
  std::vector<std::string> gradients = SecondGradients::schemes();
  gradients.insert(gradients.begin(), "grad(sqrt(k))");
  return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"epsilon", dimDissipation, "DepsilonEff"}},
          .gradients = std::move(gradients)};
}

LaunderSharma::LaunderSharma(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel("LaunderSharmaKE", dict, flow, read),
      Cmu_(coefficient("Cmu", 0.09)),
      C1_(coefficient("C1", 1.44)),
      C2_(coefficient("C2", 1.92)),
      C3_(coefficient("C3", 0)),
      sigmak_(coefficient("sigmak", 1)),
      sigmaEps_(coefficient("sigmaEps", 1.3)),
      k_(transport(read, "k", dimKinematicPressure, "DkEff")),
      epsilon_(transport(read, "epsilon", dimDissipation, "DepsilonEff")),
      wallCells_(epsilon_.field(), *nut_),
      G_(divU_.size()),
      D_(divU_.size()),
      E_(divU_.size()),
      rootK_("sqrt(k)", dimless, flow.context.mesh),
      gradientOfRootK_(fv::makeGradientScheme<double>(flow.context, "grad(sqrt(k))")),
      secondGradients_(flow.context) {
  fv::setCalculatedConditions(rootK_);
}

void LaunderSharma::correctNut() {
  const auto nut = [Cmu = Cmu_](View<const double> k, View<const double> epsilon, View<const double> nu) {
    return [Cmu, k, epsilon, nu](Label i) {
      const double damping = 1 + turbulentReynoldsNumber(k[i], epsilon[i], nu[i]) / 50;
      return Cmu * std::exp(-3.4 / (damping * damping)) * (k[i] * k[i]) / epsilon[i];
    };
  };
  setNut(nut(k_.cells(), epsilon_.cells(), flow_.nu.cells()), nut(k_.boundary(), epsilon_.boundary(), flow_.nu.boundary()));
}

void LaunderSharma::solve(bool finalIteration) {
  secondGradients();
  dissipationAtWalls();
  production();
  wallCells_.set(flow_, k_.field(), *nut_, epsilon_.field(), G_);
  solveEpsilon(finalIteration);
  solveK(finalIteration);
  correctNut();
}

/// E = 2 nu nut |grad grad U|^2
void LaunderSharma::secondGradients() {
  std::fill(E_.begin(), E_.end(), 0);
  secondGradients_.each(flow_.U, [&](View<const Tensor> second) {
    parallelFor({"Launder-Sharma: E", 104}, flow_.context.mesh.nCells,
                [second, nut = View(nut_->cells()), nu = View(flow_.nu.cells()), E = View(E_)](Label c) {
                  E[c] += 2 * nu[c] * nut[c] * magSqr(second[c]);
                });
  });
}

/// D = 2 nu |grad sqrt(k)|^2
void LaunderSharma::dissipationAtWalls() {
  const auto take = [](View<const double> k, std::vector<double>& values) {
    parallelFor({"Launder-Sharma: sqrt(k)", 16}, k.size(), [k, values = View(values)](Label c) { values[c] = std::sqrt(k[c]); });
  };
  take(k_.cells(), rootK_.cells());
  take(k_.boundary(), rootK_.boundary());
  gradientOfRootK_->ownedCells(rootK_, gradient_);
  parallelFor({"Launder-Sharma: D", 40}, flow_.context.mesh.nCells,
              [gradient = View(gradient_), nu = View(flow_.nu.cells()), D = View(D_)](Label c) {
                D[c] = 2 * nu[c] * dot(gradient[c], gradient[c]);
              });
}

void LaunderSharma::production() {
  gradientOfCells();
  parallelFor({"Launder-Sharma: G", 96}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), G = View(G_)](Label c) {
                G[c] = nut[c] * productionOverNut(gradU[c]);
              });
}

void LaunderSharma::solveEpsilon(bool finalIteration) {
  epsilon_.setDiffusivity(1 / sigmaEps_);
  parallelFor(
      {"epsilon: sources", 64}, flow_.context.mesh.nCells,
      [C1 = C1_, C2 = C2_, dilatation = 2.0 / 3.0 * C1_ - C3_, k = k_.cells(), epsilon = epsilon_.cells(),
       nu = View(flow_.nu.cells()), G = View(G_), E = View(E_), divU = View(divU_), sources = epsilon_.sources()](Label c) {
        const double ReT = turbulentReynoldsNumber(k[c], epsilon[c], nu[c]);
        const double f2 = 1 - 0.3 * std::exp(-std::min(ReT * ReT, 50.0));
        sources.given[c] = C1 * G[c] * epsilon[c] / k[c] + E[c];
        sources.sink[c] = C2 * f2 * epsilon[c] / k[c];
        sources.addEither(c, dilatation * divU[c], epsilon[c]);
      });
  epsilon_.solve(finalIteration, wallCells_.marked());
}

void LaunderSharma::solveK(bool finalIteration) {
  k_.setDiffusivity(1 / sigmak_);
  parallelFor({"k: sources", 48}, flow_.context.mesh.nCells,
              [k = k_.cells(), epsilon = epsilon_.cells(), G = View(G_), D = View(D_), divU = View(divU_),
               sources = k_.sources()](Label c) {
                sources.given[c] = G[c];
                sources.sink[c] = (epsilon[c] + D[c]) / k[c];
                sources.addEither(c, 2.0 / 3.0 * divU[c], k[c]);
              });
  k_.solve(finalIteration);
}

}  // namespace eagre::physics
