// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_omega_sst_lm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/strain.hpp"
#include "physics/turbulence/transition_correlations.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

double speedOf(const Vec3& U) { return std::max(mag(U), small); }
double power4(double x) { return x * x * x * x; }
double viscosityRatio(double k, double omega, double nu) { return k / (nu * omega); }
double strainReynoldsNumber(double y, double S, double nu) { return y * y * S / nu; }

}  // namespace

ModelNeeds KOmegaSSTLM::needs(const config::Dictionary& dict) {
  ModelNeeds needs = KOmegaSST::needs(dict);
  needs.equations.push_back({"ReThetat", dimless, "DReThetatEff"});
  needs.equations.push_back({"gammaInt", dimless, "DgammaIntEff"});
  return needs;
}

KOmegaSSTLM::KOmegaSSTLM(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : KOmegaSST("kOmegaSSTLM", dict, flow, read),
      ca1_(coefficient("ca1", 2)),
      ca2_(coefficient("ca2", 0.06)),
      ce1_(coefficient("ce1", 1)),
      ce2_(coefficient("ce2", 50)),
      cThetat_(coefficient("cThetat", 0.03)),
      sigmaThetat_(coefficient("sigmaThetat", 2)),
      lambdaErr_(coefficient("lambdaErr", 1e-6)),
      maxLambdaIter_(static_cast<int>(coefficient("maxLambdaIter", 10))),
      ReThetat_(transport(read, "ReThetat", dimless, "DReThetatEff", 0)),
      gammaInt_(transport(read, "gammaInt", dimless, "DgammaIntEff", 0)),
      gammaIntEff_(flow.continued ? read("gammaIntEff", dimless)
                                  : std::make_unique<fv::VolScalarField>("gammaIntEff", dimless, flow.context.mesh)),
      Fthetat_(divU_.size()) {
  model_.transition = true;
  if (!flow.continued) fv::setCalculatedConditions(*gammaIntEff_);
  flow.context.registry.add(*gammaIntEff_);
}

std::vector<const fv::VolScalarField*> KOmegaSSTLM::fields() const {
  auto fields = KOmegaSST::fields();
  fields.push_back(gammaIntEff_.get());
  return fields;
}

void KOmegaSSTLM::dissipationOverK(std::span<double> values) const {
  parallelFor({"SST LM: dissipation", 24}, flow_.context.mesh.nCells,
              [values, betaStar = model_.betaStar, omega = omega_.cells(), gamma = View(gammaIntEff_->cells())](Label c) {
                values[c] = std::min(std::max(gamma[c], 0.1), 1.0) * (betaStar * omega[c]);
              });
}

void KOmegaSSTLM::solve(bool finalIteration) {
  KOmegaSST::solve(finalIteration);
  shiftedLayers();
  solveReThetat(finalIteration);
  solveGammaInt(finalIteration);
  effectiveIntermittency();
}

/// Fthetat, which keeps ReThetat in a boundary layer what the stream has brought there.
void KOmegaSSTLM::shiftedLayers() {
  parallelFor({"SST LM: Fthetat", 144}, flow_.context.mesh.nCells,
              [U = View(flow_.U.cells()), gradU = View(gradU_.cells), nu = View(flow_.nu.cells()), omega = omega_.cells(),
               ReThetat = ReThetat_.cells(), gammaInt = gammaInt_.cells(), y = View(flow_.context.mesh.cellWallDistance),
               ce2 = ce2_, Fthetat = View(Fthetat_)](Label c) {
                const double delta = std::max(375 * vorticity(gradU[c]) * nu[c] * ReThetat[c] * y[c] / sqr(speedOf(U[c])), small);
                const double wake = std::exp(-sqr(y[c] * y[c] * omega[c] / nu[c] / 1e5));
                const double turbulent = 1 - sqr((gammaInt[c] - 1 / ce2) / (1 - 1 / ce2));
                Fthetat[c] = std::min(std::max(wake * std::exp(-power4(y[c] / delta)), turbulent), 1.0);
              });
}

/// D = share (nut + nu)
void KOmegaSSTLM::setDiffusivity(TransportedScalar& scalar, double share) const {
  const auto set = [share](View<const double> nut, View<const double> nu, std::vector<double>& D) {
    parallelFor({"SST LM: diffusivity", 24}, nut.size(),
                [share, nut, nu, D = View(D)](Label i) { D[i] = share * (nut[i] + nu[i]); });
  };
  set(nut_->cells(), flow_.nu.cells(), scalar.diffusivity().cells());
  set(nut_->boundary(), flow_.nu.boundary(), scalar.diffusivity().boundary());
}

void KOmegaSSTLM::solveReThetat(bool finalIteration) {
  setDiffusivity(ReThetat_, sigmaThetat_);
  const int most = kernel::parallelMax<int>(
      {"ReThetat: sources", 160}, flow_.context.mesh.nCells, 0,
      [U = View(flow_.U.cells()), gradU = View(gradU_.cells), nu = View(flow_.nu.cells()), k = k_.cells(), cThetat = cThetat_,
       tolerance = lambdaErr_, Fthetat = View(Fthetat_), sources = ReThetat_.sources()](Label c) {
        const double speed = speedOf(U[c]), rise = dot(U[c], dot(U[c], gradU[c])) / sqr(speed);
        const double rate = cThetat / (500 * nu[c] / sqr(speed)) * (1 - Fthetat[c]);
        int iterations = 0;
        sources.given[c] = rate * onsetInStream({speed, rise, k[c], nu[c]}, tolerance, iterations);
        sources.sink[c] = rate;
        return iterations;
      });
  if (flow_.context.mesh.communicator().max(most) > maxLambdaIter_)
    flow_.context.log.warnOnce(fmt::format("kOmegaSSTLM: lambda takes more than maxLambdaIter ({}) iterations", maxLambdaIter_));
  ReThetat_.solve(finalIteration);
}

void KOmegaSSTLM::solveGammaInt(bool finalIteration) {
  setDiffusivity(gammaInt_, 1);
  parallelFor(
      {"gammaInt: sources", 136}, flow_.context.mesh.nCells,
      [gradU = View(gradU_.cells), S2 = View(S2_.cells), nu = View(flow_.nu.cells()), k = k_.cells(), omega = omega_.cells(),
       y = View(flow_.context.mesh.cellWallDistance), ReThetat = ReThetat_.cells(), gammaInt = gammaInt_.cells(), ca1 = ca1_,
       ca2 = ca2_, ce1 = ce1_, ce2 = ce2_, sources = gammaInt_.sources()](Label c) {
        const double S = std::sqrt(S2[c]), RT = viscosityRatio(k[c], omega[c], nu[c]);
        const double onset = strainReynoldsNumber(y[c], S, nu[c]) / (2.193 * criticalReynoldsNumber(ReThetat[c]));
        const double Fonset =
            std::max(std::min(std::max(onset, power4(onset)), 2.0) - std::max(1 - RT * RT * RT / (2.5 * 2.5 * 2.5), 0.0), 0.0);
        const double sublayer = std::exp(-sqr(y[c] * y[c] * omega[c] / (200 * nu[c])));
        const double length = transitionLength(ReThetat[c]) * (1 - sublayer) + 40 * sublayer;
        const double P = ca1 * length * S * std::sqrt(gammaInt[c] * Fonset);
        const double E = ca2 * vorticity(gradU[c]) * std::exp(-power4(0.25 * RT)) * gammaInt[c];
        sources.given[c] = P + E;
        sources.sink[c] = ce1 * P + ce2 * E;
      });
  gammaInt_.solve(finalIteration);
}

void KOmegaSSTLM::effectiveIntermittency() {
  parallelFor({"SST LM: gammaIntEff", 80}, flow_.context.mesh.nCells,
              [S2 = View(S2_.cells), nu = View(flow_.nu.cells()), k = k_.cells(), omega = omega_.cells(),
               y = View(flow_.context.mesh.cellWallDistance), ReThetat = ReThetat_.cells(), gammaInt = gammaInt_.cells(),
               Fthetat = View(Fthetat_), effective = View(gammaIntEff_->cells())](Label c) {
                const double reattach = std::exp(-power4(viscosityRatio(k[c], omega[c], nu[c]) / 20));
                const double excess =
                    strainReynoldsNumber(y[c], std::sqrt(S2[c]), nu[c]) / (3.235 * criticalReynoldsNumber(ReThetat[c])) - 1;
                const double separated = std::min(2 * std::max(excess, 0.0) * reattach, 2.0) * Fthetat[c];
                effective[c] = std::max(gammaInt[c], separated);
              });
  gammaIntEff_->correctBoundaryConditions();
}

}  // namespace eagre::physics
