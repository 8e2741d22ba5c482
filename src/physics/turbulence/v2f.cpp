// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/elliptic_relaxation.hpp"
#include "physics/turbulence/strain.hpp"
#include "physics/turbulence/wall_cells.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

/// The v2-f model of Lien and Kalitzin (2001), whose f is 0 at walls, with the limit of nut of Davidson et al. (2003):
///     dk/dt + div(phi k) - div((nu + nut/sigmaK) grad k) = G - epsilon - 2/3 k div U
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon)
///         = (Ceps1 G - Ceps2 epsilon)/T - (2/3 Ceps1 + Ceps3) epsilon div U
///     d v2/dt + div(phi v2) - div((nu + nut/sigmaK) grad v2) = min(k f, C2 G - alpha) - 6 v2 epsilon/k
///     div(grad f) - f/L^2 = (alpha - C2 G)/(k L^2),   alpha = ((C1 - 6) v2 - 2/3 (C1 - 1) k)/T
///     nut = min(CmuKEps k^2/epsilon, Cmu v2 T),   G = nut grad U : dev(grad U + (grad U)^T)
///     Ceps1 = 1.4 (1 + 0.05 min(sqrt(k/v2), 100)),   T = max(k/epsilon, 6 (nu/epsilon)^(1/2))
///     L = CL max(k^(3/2)/epsilon, Ceta (nu^3/epsilon)^(1/4))
/// Coefficients from v2fCoeffs or the RAS dictionary itself, defaults as in OpenFOAM v1912.
class V2f final : public EddyViscosityModel {
 public:
  V2f(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
      : EddyViscosityModel("v2f", dict, flow, read),
        Cmu_(coefficient("Cmu", 0.22)),
        CmuKEps_(coefficient("CmuKEps", 0.09)),
        C1_(coefficient("C1", 1.4)),
        C2_(coefficient("C2", 0.3)),
        CL_(coefficient("CL", 0.23)),
        Ceta_(coefficient("Ceta", 70)),
        Ceps2_(coefficient("Ceps2", 1.9)),
        Ceps3_(coefficient("Ceps3", -0.33)),
        sigmaK_(coefficient("sigmaK", 1)),
        sigmaEps_(coefficient("sigmaEps", 1.3)),
        k_(transport(read, "k", dimKinematicPressure, "DkEff")),
        epsilon_(transport(read, "epsilon", dimDissipation, "DepsilonEff")),
        v2_(transport(read, "v2", dimKinematicPressure, "DkEff", small)),
        f_(flow, read("f", dimFrequency), 0),
        wallCells_(epsilon_.field(), *nut_) {
    for (auto* list : {&G_, &alpha_}) list->resize(divU_.size());
  }
  static ModelNeeds needs(const config::Dictionary&) {
    return {.equations = {{"k", dimKinematicPressure, "DkEff"},
                          {"epsilon", dimDissipation, "DepsilonEff"},
                          {"v2", dimKinematicPressure, "DkEff"}},
            .elliptic = {{"f", dimFrequency, ""}}};
  }
  std::vector<const fv::VolScalarField*> fields() const override {
    auto fields = EddyViscosityModel::fields();
    fields.push_back(&f_.field());
    return fields;
  }

 private:
  void solve(bool finalIteration) override {
    production();
    setElliptic();
    wallCells_.set(flow_, k_.field(), *nut_, epsilon_.field(), G_);
    solveEpsilon(finalIteration);
    solveK(finalIteration);
    solveF(finalIteration);
    solveV2(finalIteration);
    correctNut();
  }
  void correctNut() override;
  void production();
  void setElliptic();
  void solveEpsilon(bool finalIteration);
  void solveK(bool finalIteration);
  void solveF(bool finalIteration);
  void solveV2(bool finalIteration);

  double Cmu_, CmuKEps_, C1_, C2_, CL_, Ceta_, Ceps2_, Ceps3_, sigmaK_, sigmaEps_;
  TransportedScalar &k_, &epsilon_, &v2_;
  EllipticRelaxation f_;
  WallCells wallCells_;
  std::vector<double> G_, alpha_;  ///< nCells
};

constexpr double timesOfKolmogorov = 6;

void V2f::correctNut() {
  const auto nut = [Cmu = Cmu_, CmuKEps = CmuKEps_](View<const double> k, View<const double> epsilon, View<const double> v2,
                                                    View<const double> nu) {
    return [=](Label i) {
      const double T = relaxationTime(timesOfKolmogorov, k[i], epsilon[i], nu[i]);
      return std::min(CmuKEps * (k[i] * k[i]) / epsilon[i], Cmu * v2[i] * T);
    };
  };
  setNut(nut(k_.cells(), epsilon_.cells(), v2_.cells(), flow_.nu.cells()),
         nut(k_.boundary(), epsilon_.boundary(), v2_.boundary(), flow_.nu.boundary()));
}

void V2f::production() {
  gradientOfCells();
  parallelFor({"v2f: G", 88}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), G = View(G_)](Label c) {
                G[c] = nut[c] * productionOverNut(gradU[c]);
              });
}

/// alpha, and 1/L^2 in the sink of f, both from k and epsilon before their equations.
void V2f::setElliptic() {
  parallelFor({"v2f: alpha and L", 56}, flow_.context.mesh.nCells,
              [C1 = C1_, CL = CL_, Ceta = Ceta_, k = k_.cells(), epsilon = epsilon_.cells(), v2 = v2_.cells(),
               nu = View(flow_.nu.cells()), alpha = View(alpha_), sources = f_.sources()](Label c) {
                const double T = relaxationTime(timesOfKolmogorov, k[c], epsilon[c], nu[c]);
                alpha[c] = ((C1 - 6) * v2[c] - 2.0 / 3.0 * k[c] * (C1 - 1)) / T;
                sources.sink[c] = 1 / relaxationLength2(CL, Ceta, k[c], epsilon[c], nu[c]);
              });
}

void V2f::solveEpsilon(bool finalIteration) {
  epsilon_.setDiffusivity(1 / sigmaEps_);
  parallelFor({"epsilon: sources", 72}, flow_.context.mesh.nCells,
              [Ceps2 = Ceps2_, Ceps3 = Ceps3_, k = k_.cells(), epsilon = epsilon_.cells(), v2 = v2_.cells(),
               nu = View(flow_.nu.cells()), G = View(G_), divU = View(divU_), sources = epsilon_.sources()](Label c) {
                const double T = relaxationTime(timesOfKolmogorov, k[c], epsilon[c], nu[c]);
                const double Ceps1 = 1.4 * (1 + 0.05 * std::min(std::sqrt(k[c] / v2[c]), 100.0));
                sources.given[c] = Ceps1 * G[c] / T;
                sources.sink[c] = Ceps2 / T;
                sources.addEither(c, (2.0 / 3.0 * Ceps1 + Ceps3) * divU[c], epsilon[c]);
              });
  epsilon_.solve(finalIteration, wallCells_.marked());
}

void V2f::solveK(bool finalIteration) {
  k_.setDiffusivity(1 / sigmaK_);
  parallelFor({"k: sources", 48}, flow_.context.mesh.nCells,
              [k = k_.cells(), epsilon = epsilon_.cells(), G = View(G_), divU = View(divU_), sources = k_.sources()](Label c) {
                sources.given[c] = G[c];
                sources.sink[c] = epsilon[c] / k[c];
                sources.addEither(c, 2.0 / 3.0 * divU[c], k[c]);
              });
  k_.solve(finalIteration);
}

void V2f::solveF(bool finalIteration) {
  parallelFor({"f: sources", 40}, flow_.context.mesh.nCells,
              [C2 = C2_, k = k_.cells(), G = View(G_), alpha = View(alpha_), sources = f_.sources()](Label c) {
                sources.given[c] = sources.sink[c] / k[c] * (C2 * G[c] - alpha[c]);
              });
  f_.solve(finalIteration);
}

void V2f::solveV2(bool finalIteration) {
  v2_.setDiffusivity(1 / sigmaK_);
  parallelFor({"v2: sources", 56}, flow_.context.mesh.nCells,
              [C2 = C2_, k = k_.cells(), epsilon = epsilon_.cells(), f = f_.cells(), G = View(G_), alpha = View(alpha_),
               sources = v2_.sources()](Label c) {
                sources.given[c] = std::min(k[c] * f[c], C2 * G[c] - alpha[c]);
                sources.sink[c] = 6 * epsilon[c] / k[c];
              });
  v2_.solve(finalIteration);
}

}  // namespace

ModelMaker v2f() { return ModelMaker::of<V2f>(); }

}  // namespace eagre::physics
