// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/k_epsilon.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

/// The k-epsilon model of low Reynolds numbers of Lam and Bremhorst (1981), which is solved down to the wall:
///     dk/dt + div(phi k) - div((nu + nut) grad k) = G - epsilon
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon) = (epsilon/k) (Ceps1 f1 G - Ceps2 f2 epsilon)
///     nut = Cmu fMu k^2/epsilon,   G = 2 nut |symm grad U|^2
///     fMu = (1 - exp(-0.0165 Ry))^2 (1 + 20.5/Rt),   f1 = 1 + (0.05/fMu)^3,   f2 = 1 - exp(-Rt^2)
///     Rt = k^2/(nu epsilon),   Ry = sqrt(k) y/nu
/// with y the distance to the nearest wall. Coefficients from LamBremhorstKECoeffs or the RAS dictionary itself, defaults and
/// words as in OpenFOAM v1912, which calls sigmaEps alphaEps.
class LamBremhorst final : public EddyViscosityModel {
 public:
  LamBremhorst(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
      : EddyViscosityModel("LamBremhorstKE", dict, flow.withoutOptions(), read),
        Cmu_(coefficient("Cmu", 0.09)),
        Ceps1_(coefficient("Ceps1", 1.44)),
        Ceps2_(coefficient("Ceps2", 1.92)),
        sigmaEps_(coefficient("alphaEps", 1.3)),
        k_(transport(read, "k", dimKinematicPressure, "DkEff")),
        epsilon_(transport(read, "epsilon", dimDissipation, "DepsilonEff")),
        wallCells_(epsilon_.field(), *nut_),
        G_(divU_.size()) {
    if (const auto* entry = coefficients().find("sigmaEps"))
      coefficients().warn(entry->place,
                          "LamBremhorstKE reads alphaEps for sigmaEps, as OpenFOAM v1912 does; sigmaEps is ignored");
  }
  static ModelNeeds needs(const config::Dictionary&) {
    return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"epsilon", dimDissipation, "DepsilonEff"}},
            .wallDistance = true};
  }

 private:
  void solve(bool finalIteration) override {
    production();
    wallCells_.set(flow_, k_.field(), *nut_, epsilon_.field(), G_);
    solveEpsilon(finalIteration);
    solveK(finalIteration);
    correctNut();
  }
  void correctNut() override;
  void production();
  void solveEpsilon(bool finalIteration);
  void solveK(bool finalIteration);

  double Cmu_, Ceps1_, Ceps2_, sigmaEps_;
  TransportedScalar &k_, &epsilon_;
  WallCells wallCells_;
  std::vector<double> G_;  ///< nCells
};

/// What the damping functions look at, in cells or on the boundary.
struct Places {
  View<const double> k, epsilon, nu, y;
  double Rt(Label i) const { return k[i] * k[i] / (nu[i] * epsilon[i]); }
  double fMu(Label i) const {
    const double rise = 1 - std::exp(-0.0165 * std::sqrt(k[i]) * y[i] / nu[i]);
    return rise * rise * (1 + 20.5 / (Rt(i) + small));
  }
};

void LamBremhorst::correctNut() {
  const auto nut = [Cmu = Cmu_](const Places& p) {
    return [Cmu, p](Label i) { return Cmu * p.fMu(i) * (p.k[i] * p.k[i]) / p.epsilon[i]; };
  };
  const mesh::Mesh& mesh = flow_.context.mesh;
  setNut(nut({k_.cells(), epsilon_.cells(), flow_.nu.cells(), mesh.cellWallDistance}),
         nut({k_.boundary(), epsilon_.boundary(), flow_.nu.boundary(), mesh.boundaryWallDistance}));
}

void LamBremhorst::production() {
  gradientOfCells();
  parallelFor({"Lam-Bremhorst: G", 88}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), G = View(G_)](Label c) {
                G[c] = nut[c] * strainSquared(gradU[c]);
              });
}

void LamBremhorst::solveEpsilon(bool finalIteration) {
  const mesh::Mesh& mesh = flow_.context.mesh;
  epsilon_.setDiffusivity(1 / sigmaEps_);
  parallelFor({"epsilon: sources", 56}, mesh.nCells,
              [Ceps1 = Ceps1_, Ceps2 = Ceps2_, p = Places{k_.cells(), epsilon_.cells(), flow_.nu.cells(), mesh.cellWallDistance},
               G = View(G_), sources = epsilon_.sources()](Label c) {
                const double Rt = p.Rt(c), weak = 0.05 / (p.fMu(c) + small), rate = p.epsilon[c] / p.k[c];
                sources.given[c] = Ceps1 * (1 + weak * weak * weak) * G[c] * rate;
                sources.sink[c] = Ceps2 * (1 - std::exp(-(Rt * Rt))) * rate;
              });
  epsilon_.solve(finalIteration, wallCells_.marked());
}

void LamBremhorst::solveK(bool finalIteration) {
  k_.setDiffusivity(1);
  setSourcesOfK(k_, epsilon_, G_);
  k_.solve(finalIteration);
}

}  // namespace

ModelMaker lamBremhorst() { return ModelMaker::of<LamBremhorst>(); }

}  // namespace eagre::physics
