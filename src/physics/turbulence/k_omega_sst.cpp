// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_omega_sst.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;

ModelNeeds KOmegaSST::needs(const config::Dictionary&) {
  return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"omega", dimFrequency, "DomegaEff"}},
          .gradients = {"grad(k)", "grad(omega)"},
          .wallDistance = true};
}

KOmegaSST::KOmegaSST(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : KOmegaSST("kOmegaSST", dict, flow, read) {
  start();
}

KOmegaSST::KOmegaSST(const std::string& name, const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel(name, dict, flow, read),
      alphaK1_(coefficient("alphaK1", 0.85)),
      alphaK2_(coefficient("alphaK2", 1.0)),
      alphaOmega1_(coefficient("alphaOmega1", 0.5)),
      alphaOmega2_(coefficient("alphaOmega2", 0.856)),
      gamma1_(coefficient("gamma1", 5.0 / 9.0)),
      gamma2_(coefficient("gamma2", 0.44)),
      beta1_(coefficient("beta1", 0.075)),
      beta2_(coefficient("beta2", 0.0828)),
      betaStar_(coefficient("betaStar", 0.09)),
      a1_(coefficient("a1", 0.31)),
      b1_(coefficient("b1", 1.0)),
      c1_(coefficient("c1", 10.0)),
      k_(transport(read, "k", dimKinematicPressure, "DkEff")),
      omega_(transport(read, "omega", dimFrequency, "DomegaEff")),
      F3_(flag("F3", false)),
      decayControl_(flag("decayControl", false)),
      wallCells_(omega_.field(), *nut_),
      gradientOfK_(fv::makeGradientScheme<double>(flow.context, "grad(k)")),
      gradientOfOmega_(fv::makeGradientScheme<double>(flow.context, "grad(omega)")) {
  if (decayControl_) {
    kInf_ = coefficients().getDimensioned("kInf", dimKinematicPressure);
    omegaInf_ = coefficients().getDimensioned("omegaInf", dimFrequency);
    flow.context.log.line(fmt::format("    Employing decay control with kInf: {:g} and omegaInf: {:g}", kInf_, omegaInf_));
  }
  const mesh::Mesh& mesh = flow.context.mesh;
  for (auto* values : {&F1_, &S2_, &share_}) {
    values->cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
    values->boundary.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  }
  for (auto* list : {&GbyNu_, &G_, &CDkOmega_, &dissipation_}) list->resize(static_cast<std::size_t>(mesh.nCells));
}

// ---- the functions of the model -----------------------------------------------------------------------------------
KOmegaSST::Place KOmegaSST::cell(Label c) const {
  return {k_[c], omega_[c], flow_.nu[c], flow_.context.mesh.cellWallDistance[c]};
}

KOmegaSST::Place KOmegaSST::boundary(Label b) const {
  return {k_.boundary(b), omega_.boundary(b), flow_.nu.boundary()[b], flow_.context.mesh.boundaryWallDistance[b]};
}

double KOmegaSST::F1(const Place& p, double CDkOmega) const {
  const double y2 = p.y * p.y, CDkOmegaPlus = std::max(CDkOmega, 1e-10);
  const double inner = std::max(std::sqrt(p.k) / (betaStar_ * p.omega * p.y), 500 * p.nu / (y2 * p.omega));
  const double argument = std::min({inner, 4 * alphaOmega2_ * p.k / (CDkOmegaPlus * y2), 10.0});
  return std::tanh(argument * argument * argument * argument);
}

double KOmegaSST::F23(const Place& p) const {
  const double viscous = p.nu / (p.y * p.y * p.omega);
  const double argument = std::min(std::max(2 * std::sqrt(p.k) / (betaStar_ * p.omega * p.y), 500 * viscous), 100.0);
  const double F2 = std::tanh(argument * argument);
  if (!F3_) return F2;
  const double rough = std::min(150 * viscous, 10.0);
  return F2 * (1 - std::tanh(rough * rough * rough * rough));
}

double KOmegaSST::nut(const Place& p, double S2) const {
  return a1_ * p.k / std::max(a1_ * p.omega, b1_ * F23(p) * std::sqrt(S2));
}

// ---- the step -----------------------------------------------------------------------------------------------------
/// S^2 from grad U, in all cells and on the boundary.
void KOmegaSST::strain() {
  gradientEverywhere();
  const auto set = [](const std::vector<Tensor>& gradU, std::vector<double>& S2) {
    parallelFor({"SST: strain", 80}, static_cast<Label>(S2.size()),
                [gradU = gradU.data(), S2 = S2.data()](Label i) { S2[i] = strainSquared(gradU[i]); });
  };
  set(gradU_.cells, S2_.cells);
  set(gradU_.boundary, S2_.boundary);
}

void KOmegaSST::correctNut() {
  strain();
  eddyViscosity();
}

void KOmegaSST::eddyViscosity() {
  setNut([this](Label c) { return nut(cell(c), S2_.cells[c]); }, [this](Label b) { return nut(boundary(b), S2_.boundary[b]); });
}

/// CDkOmega and F1.
void KOmegaSST::crossDiffusion() {
  const mesh::Mesh& mesh = flow_.context.mesh;
  (*gradientOfK_)(k_.field(), gradK_);
  (*gradientOfOmega_)(omega_.field(), gradOmega_);
  parallelFor({"SST: F1", 96}, mesh.nAllCells(), [&](Label c) {
    const Place place = cell(c);
    const double CDkOmega = 2 * alphaOmega2_ * dot(gradK_.cells[c], gradOmega_.cells[c]) / place.omega;
    if (c < mesh.nCells) CDkOmega_[c] = CDkOmega;
    F1_.cells[c] = F1(place, CDkOmega);
  });
  parallelFor("SST: F1 on the boundary", mesh.nBoundaryFaces, [&](Label b) {
    const Place place = boundary(b);
    F1_.boundary[b] = F1(place, 2 * alphaOmega2_ * dot(gradK_.boundary[b], gradOmega_.boundary[b]) / place.omega);
  });
}

void KOmegaSST::solve(bool finalIteration) {
  strain();
  parallelFor({"SST: G", 96}, flow_.context.mesh.nCells, [&](Label c) {
    GbyNu_[c] = productionOverNut(gradU_.cells[c]);
    G_[c] = (*nut_)[c] * GbyNu_[c];
  });
  wallCells_.set(flow_, k_.field(), *nut_, omega_.field(), G_);
  crossDiffusion();
  solveOmega(finalIteration);
  solveK(finalIteration);
  eddyViscosity();
}

/// D = alpha nut + nu, alpha blended by F1.
void KOmegaSST::setDiffusivity(TransportedScalar& scalar, double alpha1, double alpha2) {
  const auto blend = [=](const std::vector<double>& F1, std::vector<double>& share) {
    parallelFor({"SST: blend", 16}, static_cast<Label>(share.size()),
                [=, F1 = F1.data(), share = share.data()](Label i) { share[i] = F1[i] * (alpha1 - alpha2) + alpha2; });
  };
  blend(F1_.cells, share_.cells);
  blend(F1_.boundary, share_.boundary);
  scalar.setDiffusivity(share_);
}

void KOmegaSST::solveOmega(bool finalIteration) {
  setDiffusivity(omega_, alphaOmega1_, alphaOmega2_);
  auto& sources = omega_.sources();
  const bool limited = limitsProduction();
  parallelFor({"omega: sources", 80}, flow_.context.mesh.nCells, [&](Label c) {
    const Place place = cell(c);
    const double F1 = F1_.cells[c], omega = place.omega;
    const double beta = F1 * (beta1_ - beta2_) + beta2_, gamma = F1 * (gamma1_ - gamma2_) + gamma2_;
    const double most = (c1_ / a1_) * betaStar_ * omega * std::max(a1_ * omega, b1_ * F23(place) * std::sqrt(S2_.cells[c]));
    sources.given[c] = gamma * (limited ? std::min(GbyNu_[c], most) : GbyNu_[c]) + beta * omegaInf_ * omegaInf_;
    sources.sink[c] = beta * omega;
    sources.addEither(c, 2.0 / 3.0 * gamma * divU_[c], omega);
    sources.addEither(c, (F1 - 1) * CDkOmega_[c] / omega, omega);
  });
  omega_.solve(finalIteration, wallCells_.marked());
}

void KOmegaSST::dissipationOverK(std::span<double> values) const {
  parallelFor({"SST: dissipation", 16}, flow_.context.mesh.nCells, [&](Label c) { values[c] = betaStar_ * omega_[c]; });
}

void KOmegaSST::solveK(bool finalIteration) {
  setDiffusivity(k_, alphaK1_, alphaK2_);
  dissipationOverK(dissipation_);
  auto& sources = k_.sources();
  parallelFor({"k: sources", 56}, flow_.context.mesh.nCells, [&](Label c) {
    const double k = k_[c];
    sources.given[c] = std::min(G_[c], c1_ * betaStar_ * k * omega_[c]) + betaStar_ * omegaInf_ * kInf_;
    sources.sink[c] = dissipation_[c];
    sources.addEither(c, 2.0 / 3.0 * divU_[c], k);
  });
  k_.solve(finalIteration);
}

}  // namespace eagre::physics
