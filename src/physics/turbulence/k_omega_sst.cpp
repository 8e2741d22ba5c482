// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_omega_sst.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

ModelNeeds KOmegaSST::needs(const config::Dictionary&) {
  return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"omega", dimFrequency, "DomegaEff"}},
          .gradients = {"grad(k)", "grad(omega)"},
          .wallDistance = true};
}

KOmegaSST::KOmegaSST(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : KOmegaSST("kOmegaSST", dict, flow, read) {}

KOmegaSST::KOmegaSST(const std::string& name, const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel(name, dict, flow, read),
      model_{.alphaK1 = coefficient("alphaK1", 0.85),
             .alphaK2 = coefficient("alphaK2", 1.0),
             .alphaOmega1 = coefficient("alphaOmega1", 0.5),
             .alphaOmega2 = coefficient("alphaOmega2", 0.856),
             .gamma1 = coefficient("gamma1", 5.0 / 9.0),
             .gamma2 = coefficient("gamma2", 0.44),
             .beta1 = coefficient("beta1", 0.075),
             .beta2 = coefficient("beta2", 0.0828),
             .betaStar = coefficient("betaStar", 0.09),
             .a1 = coefficient("a1", 0.31),
             .b1 = coefficient("b1", 1.0),
             .c1 = coefficient("c1", 10.0)},
      k_(transport(read, "k", dimKinematicPressure, "DkEff")),
      omega_(transport(read, "omega", dimFrequency, "DomegaEff")),
      wallCells_(omega_.field(), *nut_),
      gradientOfK_(fv::makeGradientScheme<double>(flow.context, "grad(k)")),
      gradientOfOmega_(fv::makeGradientScheme<double>(flow.context, "grad(omega)")) {
  model_.F3 = flag("F3", false);
  if (flag("decayControl", false)) {
    model_.kInf = coefficients().getDimensioned("kInf", dimKinematicPressure);
    model_.omegaInf = coefficients().getDimensioned("omegaInf", dimFrequency);
    flow.context.log.line(
        fmt::format("    Employing decay control with kInf: {:g} and omegaInf: {:g}", model_.kInf, model_.omegaInf));
  }
  const mesh::Mesh& mesh = flow.context.mesh;
  for (auto* values : {&F1_, &S2_, &share_}) {
    values->cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
    values->boundary.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  }
  for (auto* list : {&GbyNu_, &G_, &CDkOmega_, &dissipation_}) list->resize(static_cast<std::size_t>(mesh.nCells));
}

// ---- the functions of the model -----------------------------------------------------------------------------------
KOmegaSST::Places KOmegaSST::cells() const {
  return {k_.cells(), omega_.cells(), flow_.nu.cells(), flow_.context.mesh.cellWallDistance};
}

KOmegaSST::Places KOmegaSST::boundary() const {
  return {k_.boundary(), omega_.boundary(), flow_.nu.boundary(), flow_.context.mesh.boundaryWallDistance};
}

double KOmegaSST::Functions::F1(const Place& p, double CDkOmega) const {
  const double y2 = p.y * p.y, CDkOmegaPlus = std::max(CDkOmega, 1e-10);
  const double inner = std::max(std::sqrt(p.k) / (betaStar * p.omega * p.y), 500 * p.nu / (y2 * p.omega));
  const double argument = std::min({inner, 4 * alphaOmega2 * p.k / (CDkOmegaPlus * y2), 10.0});
  const double turbulent = std::tanh(argument * argument * argument * argument);
  return transition ? std::max(turbulent, std::exp(-std::pow(p.y * std::sqrt(p.k) / p.nu / 120, 8))) : turbulent;
}

double KOmegaSST::Functions::F23(const Place& p) const {
  const double viscous = p.nu / (p.y * p.y * p.omega);
  const double argument = std::min(std::max(2 * std::sqrt(p.k) / (betaStar * p.omega * p.y), 500 * viscous), 100.0);
  const double F2 = std::tanh(argument * argument);
  if (!F3) return F2;
  const double rough = std::min(150 * viscous, 10.0);
  return F2 * (1 - std::tanh(rough * rough * rough * rough));
}

double KOmegaSST::Functions::limitOfStress(const Place& p, double S2) const {
  const double least = a1 * p.omega, S = std::sqrt(S2);
  return b1 * S <= least ? least : std::max(least, b1 * F23(p) * S);
}

double KOmegaSST::Functions::nut(const Place& p, double S2) const { return a1 * p.k / limitOfStress(p, S2); }

// ---- the step -----------------------------------------------------------------------------------------------------
/// S^2 from grad U, in all cells and on the boundary.
void KOmegaSST::strain() {
  gradientEverywhere();
  const auto set = [](const std::vector<Tensor>& gradU, std::vector<double>& S2) {
    parallelFor({"SST: strain", 80}, static_cast<Label>(S2.size()),
                [gradU = View(gradU), S2 = View(S2)](Label i) { S2[i] = strainSquared(gradU[i]); });
  };
  set(gradU_.cells, S2_.cells);
  set(gradU_.boundary, S2_.boundary);
}

void KOmegaSST::correctNut() {
  strain();
  eddyViscosity();
}

void KOmegaSST::eddyViscosity() {
  const auto nut = [model = model_](const Places& places, View<const double> S2) {
    return [model, places, S2](Label i) { return model.nut(places[i], S2[i]); };
  };
  setNut(nut(cells(), S2_.cells), nut(boundary(), S2_.boundary));
}

/// CDkOmega and F1.
void KOmegaSST::crossDiffusion() {
  const mesh::Mesh& mesh = flow_.context.mesh;
  (*gradientOfK_)(k_.field(), gradK_);
  (*gradientOfOmega_)(omega_.field(), gradOmega_);
  parallelFor({"SST: F1", 96}, mesh.nAllCells(),
              [model = model_, places = cells(), gradK = View(gradK_.cells), gradOmega = View(gradOmega_.cells),
               nCells = mesh.nCells, cross = View(CDkOmega_), F1 = View(F1_.cells)](Label c) {
                const Place place = places[c];
                const double CDkOmega = 2 * model.alphaOmega2 * dot(gradK[c], gradOmega[c]) / place.omega;
                if (c < nCells) cross[c] = CDkOmega;
                F1[c] = model.F1(place, CDkOmega);
              });
  parallelFor("SST: F1 on the boundary", mesh.nBoundaryFaces,
              [model = model_, places = boundary(), gradK = View(gradK_.boundary), gradOmega = View(gradOmega_.boundary),
               F1 = View(F1_.boundary)](Label b) {
                const Place place = places[b];
                F1[b] = model.F1(place, 2 * model.alphaOmega2 * dot(gradK[b], gradOmega[b]) / place.omega);
              });
}

void KOmegaSST::solve(bool finalIteration) {
  strain();
  parallelFor({"SST: G", 96}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), GbyNu = View(GbyNu_), G = View(G_)](Label c) {
                GbyNu[c] = productionOverNut(gradU[c]);
                G[c] = nut[c] * GbyNu[c];
              });
  wallCells_.set(flow_, k_.field(), *nut_, omega_.field(), G_);
  crossDiffusion();
  solveOmega(finalIteration);
  solveK(finalIteration);
  eddyViscosity();
}

/// D = alpha nut + nu, alpha blended by F1.
void KOmegaSST::setDiffusivity(TransportedScalar& scalar, double alpha1, double alpha2) {
  const auto blend = [alpha1, alpha2](const std::vector<double>& F1, std::vector<double>& share) {
    parallelFor({"SST: blend", 16}, static_cast<Label>(share.size()),
                [alpha1, alpha2, F1 = View(F1), share = View(share)](Label i) { share[i] = F1[i] * (alpha1 - alpha2) + alpha2; });
  };
  blend(F1_.cells, share_.cells);
  blend(F1_.boundary, share_.boundary);
  scalar.setDiffusivity(share_);
}

void KOmegaSST::solveOmega(bool finalIteration) {
  setDiffusivity(omega_, model_.alphaOmega1, model_.alphaOmega2);
  parallelFor({"omega: sources", 80}, flow_.context.mesh.nCells,
              [m = model_, places = cells(), limited = limitsProduction(), F1 = View(F1_.cells), S2 = View(S2_.cells),
               GbyNu = View(GbyNu_), divU = View(divU_), CDkOmega = View(CDkOmega_), sources = omega_.sources()](Label c) {
                const Place place = places[c];
                const double omega = place.omega;
                const double beta = F1[c] * (m.beta1 - m.beta2) + m.beta2, gamma = F1[c] * (m.gamma1 - m.gamma2) + m.gamma2;
                const double perLimit = (m.c1 / m.a1) * m.betaStar * omega;
                const bool isLimited = limited && GbyNu[c] > perLimit * (m.a1 * omega);
                const double production = isLimited ? std::min(GbyNu[c], perLimit * m.limitOfStress(place, S2[c])) : GbyNu[c];
                sources.given[c] = gamma * production + beta * m.omegaInf * m.omegaInf;
                sources.sink[c] = beta * omega;
                sources.addEither(c, 2.0 / 3.0 * gamma * divU[c], omega);
                sources.addEither(c, (F1[c] - 1) * CDkOmega[c] / omega, omega);
              });
  addToOmega(omega_.sources().given);
  omega_.solve(finalIteration, wallCells_.marked(), &gradOmega_.cells);
}

void KOmegaSST::dissipationOverK(std::span<double> values) const {
  parallelFor({"SST: dissipation", 16}, flow_.context.mesh.nCells,
              [values, betaStar = model_.betaStar, omega = omega_.cells()](Label c) { values[c] = betaStar * omega[c]; });
}

void KOmegaSST::solveK(bool finalIteration) {
  setDiffusivity(k_, model_.alphaK1, model_.alphaK2);
  dissipationOverK(dissipation_);
  parallelFor({"k: sources", 56}, flow_.context.mesh.nCells,
              [m = model_, k = k_.cells(), omega = omega_.cells(), G = View(G_), dissipation = View(dissipation_),
               divU = View(divU_), share = shareOfProduction(), sources = k_.sources()](Label c) {
                const double production = std::min(G[c], m.c1 * m.betaStar * k[c] * omega[c]);
                sources.given[c] = (share.empty() ? production : share[c] * production) + m.betaStar * m.omegaInf * m.kInf;
                sources.sink[c] = dissipation[c];
                sources.addEither(c, 2.0 / 3.0 * divU[c], k[c]);
              });
  k_.solve(finalIteration, {}, &gradK_.cells);
}

}  // namespace eagre::physics
