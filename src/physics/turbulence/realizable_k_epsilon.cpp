// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/realizable_k_epsilon.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "physics/turbulence/k_epsilon.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;

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
      G_(divU_.size()) {
  start();
}

double RealizableKEpsilon::Cmu(const Tensor& gradU, double kByEpsilon) const {
  const SymmTensor D = deviatoricStrain(gradU);
  const double D2 = magSqr(D), S2 = 2 * D2, Omega = vorticity(gradU);
  const double W = 2 * std::sqrt(2.0) * cubeTrace(D) / (std::sqrt(S2) * S2 + small);
  const double phi = std::acos(std::clamp(std::sqrt(6.0) * W, -1.0, 1.0)) / 3;
  const double Us = std::sqrt(D2 + Omega * Omega / 2);
  return 1 / (A0_ + std::sqrt(6.0) * std::cos(phi) * Us * kByEpsilon);
}

void RealizableKEpsilon::correctNut() {
  gradientEverywhere();
  eddyViscosity();
}

void RealizableKEpsilon::eddyViscosity() {
  const auto nut = [this](const Tensor& gradU, double k, double epsilon) { return Cmu(gradU, k / epsilon) * (k * k) / epsilon; };
  setNut([&](Label c) { return nut(gradU_.cells[c], k_[c], epsilon_[c]); },
         [&](Label b) { return nut(gradU_.boundary[b], k_.boundary(b), epsilon_.boundary(b)); });
}

void RealizableKEpsilon::solve(bool finalIteration) {
  gradientEverywhere();
  parallelFor({"realizable k-epsilon: G", 88}, flow_.context.mesh.nCells,
              [&](Label c) { G_[c] = (*nut_)[c] * productionOverNut(gradU_.cells[c]); });
  wallCells_.set(flow_, k_.field(), *nut_, epsilon_.field(), G_);
  solveEpsilon(finalIteration);
  solveK(finalIteration);
  eddyViscosity();
}

void RealizableKEpsilon::solveEpsilon(bool finalIteration) {
  epsilon_.setDiffusivity(1 / sigmaEps_);
  auto& sources = epsilon_.sources();
  parallelFor({"epsilon: sources", 112}, flow_.context.mesh.nCells, [&](Label c) {
    const double k = k_[c], epsilon = epsilon_[c], S = std::sqrt(2 * magSqr(deviatoricStrain(gradU_.cells[c])));
    const double eta = S * k / epsilon, C1 = std::max(eta / (5 + eta), 0.43);
    sources.given[c] = C1 * S * epsilon;
    sources.sink[c] = C2_ * epsilon / (k + std::sqrt(std::max(flow_.nu[c], 0.0) * epsilon));
  });
  epsilon_.solve(finalIteration, wallCells_.marked());
}

void RealizableKEpsilon::solveK(bool finalIteration) {
  k_.setDiffusivity(1 / sigmak_);
  setSourcesOfK(k_, epsilon_, G_, divU_);
  k_.solve(finalIteration);
}

}  // namespace eagre::physics
