// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/launder_sharma.hpp"

#include <fmt/format.h>

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

std::string nameOfComponent(int i) { return fmt::format("grad(U.component({}))", i); }

double turbulentReynoldsNumber(double k, double epsilon, double nu) { return k * k / (nu * epsilon); }

}  // namespace

ModelNeeds LaunderSharma::needs(const config::Dictionary&) {
  return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"epsilon", dimDissipation, "DepsilonEff"}},
          .gradients = {"grad(sqrt(k))", nameOfComponent(0), nameOfComponent(1), nameOfComponent(2)}};
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
      scalar_("sqrt(k)", dimless, flow.context.mesh),
      gradient_("grad(U.component)", dimless, flow.context.mesh),
      gradientOfRootK_(fv::makeGradientScheme<double>(flow.context, "grad(sqrt(k))")) {
  for (int i = 0; i < 3; ++i) {
    gradientOfComponent_[i] = fv::makeGradientScheme<double>(flow.context, nameOfComponent(i));
    gradientOfGradient_[i] = fv::makeGradientScheme<Vec3>(flow.context, fmt::format("grad({})", nameOfComponent(i)));
  }
  fv::setCalculatedConditions(scalar_);
  fv::setCalculatedConditions(gradient_);
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
  for (int i = 0; i < 3; ++i) {
    const auto take = [i](const std::vector<Vec3>& U, std::vector<double>& values) {
      parallelFor({"Launder-Sharma: component of U", 32}, static_cast<Label>(values.size()),
                  [i, U = View(U), values = View(values)](Label c) { values[c] = U[c][i]; });
    };
    take(flow_.U.cells(), scalar_.cells());
    take(flow_.U.boundary(), scalar_.boundary());
    (*gradientOfComponent_[i])(scalar_, gradient_.values());
    gradientOfGradient_[i]->ownedCells(gradient_, gradU_.cells);
    parallelFor({"Launder-Sharma: E", 104}, flow_.context.mesh.nCells,
                [second = View(gradU_.cells), nut = View(nut_->cells()), nu = View(flow_.nu.cells()), E = View(E_)](Label c) {
                  E[c] += 2 * nu[c] * nut[c] * magSqr(second[c]);
                });
  }
}

/// D = 2 nu |grad sqrt(k)|^2
void LaunderSharma::dissipationAtWalls() {
  const auto take = [](View<const double> k, std::vector<double>& values) {
    parallelFor({"Launder-Sharma: sqrt(k)", 16}, k.size(), [k, values = View(values)](Label c) { values[c] = std::sqrt(k[c]); });
  };
  take(k_.cells(), scalar_.cells());
  take(k_.boundary(), scalar_.boundary());
  gradientOfRootK_->ownedCells(scalar_, gradient_.cells());
  parallelFor({"Launder-Sharma: D", 40}, flow_.context.mesh.nCells,
              [gradient = View(gradient_.cells()), nu = View(flow_.nu.cells()), D = View(D_)](Label c) {
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
