// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/realizable_k_epsilon.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/k_epsilon.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

/// dev(symm g)
SymmTensor deviatoricStrain(const Tensor& g) {
  SymmTensor strain = symm(g);
  const double third = trace(g) / 3;
  strain.xx -= third;
  strain.yy -= third;
  strain.zz -= third;
  return strain;
}

/// tr(s^3)
double cubeTrace(const SymmTensor& s) {
  const Vec3 rows[]{{s.xx, s.xy, s.xz}, {s.xy, s.yy, s.yz}, {s.xz, s.yz, s.zz}};
  double sum = 0;
  for (const Vec3& row : rows) sum += dot(row, dot(s, row));
  return sum;
}

}  // namespace

ModelNeeds RealizableKEpsilon::needs(const config::Dictionary&) {
  return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"epsilon", dimDissipation, "DepsilonEff"}}};
}

RealizableKEpsilon::RealizableKEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel("realizableKE", dict, flow, read),
      A0_(coefficient("A0", 4.0)),
      C2_(coefficient("C2", 1.9)),
      sigmak_(coefficient("sigmak", 1.0)),
      sigmaEps_(coefficient("sigmaEps", 1.2)),
      k_(transport(read, "k", dimKinematicPressure, "DkEff")),
      epsilon_(transport(read, "epsilon", dimDissipation, "DepsilonEff")),
      wallCells_(epsilon_.field(), *nut_),
      G_(divU_.size()) {}

double RealizableKEpsilon::Cmu(double A0, const Tensor& gradU, double kByEpsilon) {
  const SymmTensor D = deviatoricStrain(gradU);
  const double D2 = magSqr(D), S2 = 2 * D2, Omega = vorticity(gradU);
  const double W = 2 * std::sqrt(2.0) * cubeTrace(D) / (std::sqrt(S2) * S2 + small);
  const double phi = std::acos(std::clamp(std::sqrt(6.0) * W, -1.0, 1.0)) / 3;
  const double Us = std::sqrt(D2 + Omega * Omega / 2);
  return 1 / (A0 + std::sqrt(6.0) * std::cos(phi) * Us * kByEpsilon);
}

void RealizableKEpsilon::correctNut() {
  gradientEverywhere();
  eddyViscosity();
}

void RealizableKEpsilon::eddyViscosity() {
  const auto nut = [A0 = A0_](View<const Tensor> gradU, View<const double> k, View<const double> epsilon) {
    return [A0, gradU, k, epsilon](Label i) { return Cmu(A0, gradU[i], k[i] / epsilon[i]) * (k[i] * k[i]) / epsilon[i]; };
  };
  setNut(nut(gradU_.cells, k_.cells(), epsilon_.cells()), nut(gradU_.boundary, k_.boundary(), epsilon_.boundary()));
}

void RealizableKEpsilon::solve(bool finalIteration) {
  gradientEverywhere();
  parallelFor({"realizable k-epsilon: G", 88}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), G = View(G_)](Label c) {
                G[c] = nut[c] * productionOverNut(gradU[c]);
              });
  wallCells_.set(flow_, k_.field(), *nut_, epsilon_.field(), G_);
  solveEpsilon(finalIteration);
  solveK(finalIteration);
  eddyViscosity();
}

void RealizableKEpsilon::solveEpsilon(bool finalIteration) {
  epsilon_.setDiffusivity(1 / sigmaEps_);
  parallelFor({"epsilon: sources", 112}, flow_.context.mesh.nCells,
              [C2 = C2_, gradU = View(gradU_.cells), nu = View(flow_.nu.cells()), ks = k_.cells(), epsilons = epsilon_.cells(),
               sources = epsilon_.sources()](Label c) {
                const double k = ks[c], epsilon = epsilons[c], S = std::sqrt(2 * magSqr(deviatoricStrain(gradU[c])));
                const double eta = S * k / epsilon, C1 = std::max(eta / (5 + eta), 0.43);
                sources.given[c] = C1 * S * epsilon;
                sources.sink[c] = C2 * epsilon / (k + std::sqrt(std::max(nu[c], 0.0) * epsilon));
              });
  epsilon_.solve(finalIteration, wallCells_.marked());
}

void RealizableKEpsilon::solveK(bool finalIteration) {
  k_.setDiffusivity(1 / sigmak_);
  setSourcesOfK(k_, epsilon_, G_, divU_);
  k_.solve(finalIteration);
}

}  // namespace eagre::physics
