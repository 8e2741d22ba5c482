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

/// The k-epsilon model of low Reynolds numbers of Lien and Leschziner (1993), which is solved down to the wall or has wall
/// functions:
///     dk/dt + div(phi k) - div((nu + nut/sigmak) grad k) = G - epsilon
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon) = (epsilon/k) (Ceps1 G - Ceps2 f2 epsilon) + E
///     nut = Cmu fMu k^2/epsilon,   G = 2 nut |symm grad U|^2,   f2 = 1 - 0.3 exp(-Rt^2)
///     fMu = (1 - exp(-Anu y*))/(1 - exp(-Aeps y*)),   E = Ceps2 Cmu^(3/4) f2 sqrt(k) epsilon/l exp(-AE y*^2)
///     l = kappa y (1 - exp(-Aeps y*)),   Rt = k^2/(nu epsilon),   y* = sqrt(k) y/nu
/// with y the distance to the nearest wall. Coefficients from LienLeschzinerCoeffs or the RAS dictionary itself, defaults as in
/// OpenFOAM v1912.
class LienLeschziner final : public EddyViscosityModel {
 public:
  LienLeschziner(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
      : EddyViscosityModel("LienLeschziner", dict, flow.withoutOptions(), read),
        Ceps1_(coefficient("Ceps1", 1.44)),
        Ceps2_(coefficient("Ceps2", 1.92)),
        sigmak_(coefficient("sigmak", 1)),
        sigmaEps_(coefficient("sigmaEps", 1.3)),
        Cmu_(coefficient("Cmu", 0.09)),
        kappa_(coefficient("kappa", 0.41)),
        Anu_(coefficient("Anu", 0.016)),
        Aeps_(coefficient("Aeps", 0.263)),
        AE_(coefficient("AE", 0.00222)),
        k_(transport(read, "k", dimKinematicPressure, "DkEff")),
        epsilon_(transport(read, "epsilon", dimDissipation, "DepsilonEff")),
        wallCells_(epsilon_.field(), *nut_),
        G_(divU_.size()) {}
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

  double Ceps1_, Ceps2_, sigmak_, sigmaEps_, Cmu_, kappa_, Anu_, Aeps_, AE_;
  TransportedScalar &k_, &epsilon_;
  WallCells wallCells_;
  std::vector<double> G_;  ///< nCells
};

/// 1 - exp(-A y*), at a wall as little above 0 as in OpenFOAM.
double rise(double A, double yStar) { return 1 + small - std::exp(-A * yStar); }

void LienLeschziner::correctNut() {
  const auto nut = [Cmu = Cmu_, Anu = Anu_, Aeps = Aeps_](View<const double> k, View<const double> epsilon, View<const double> nu,
                                                          View<const double> y) {
    return [=](Label i) {
      const double yStar = std::sqrt(k[i]) * y[i] / nu[i], fMu = (1 - std::exp(-Anu * yStar)) / rise(Aeps, yStar);
      return Cmu * fMu * (k[i] * k[i]) / epsilon[i];
    };
  };
  const mesh::Mesh& mesh = flow_.context.mesh;
  setNut(nut(k_.cells(), epsilon_.cells(), flow_.nu.cells(), mesh.cellWallDistance),
         nut(k_.boundary(), epsilon_.boundary(), flow_.nu.boundary(), mesh.boundaryWallDistance));
}

void LienLeschziner::production() {
  gradientOfCells();
  parallelFor({"Lien-Leschziner: G", 88}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), G = View(G_)](Label c) {
                G[c] = nut[c] * strainSquared(gradU[c]);
              });
}

void LienLeschziner::solveEpsilon(bool finalIteration) {
  const mesh::Mesh& mesh = flow_.context.mesh;
  epsilon_.setDiffusivity(1 / sigmaEps_);
  parallelFor({"epsilon: sources", 64}, mesh.nCells,
              [Ceps1 = Ceps1_, Ceps2 = Ceps2_, Cmu75 = std::pow(Cmu_, 0.75), kappa = kappa_, Aeps = Aeps_, AE = AE_,
               k = k_.cells(), epsilon = epsilon_.cells(), nu = View(flow_.nu.cells()), y = View(mesh.cellWallDistance),
               G = View(G_), sources = epsilon_.sources()](Label c) {
                const double rootK = std::sqrt(k[c]), yStar = rootK * y[c] / nu[c], Rt = k[c] * k[c] / (nu[c] * epsilon[c]);
                const double f2 = 1 - 0.3 * std::exp(-(Rt * Rt)), length = kappa * y[c] * rise(Aeps, yStar);
                const double E = Ceps2 * Cmu75 * (f2 * rootK * epsilon[c] / length) * std::exp(-AE * (yStar * yStar));
                sources.given[c] = Ceps1 * G[c] * epsilon[c] / k[c] + E;
                sources.sink[c] = Ceps2 * f2 * epsilon[c] / k[c];
              });
  epsilon_.solve(finalIteration, wallCells_.marked());
}

void LienLeschziner::solveK(bool finalIteration) {
  k_.setDiffusivity(1 / sigmak_);
  setSourcesOfK(k_, epsilon_, G_);
  k_.solve(finalIteration);
}

}  // namespace

ModelMaker lienLeschziner() { return ModelMaker::of<LienLeschziner>(); }

}  // namespace eagre::physics
