// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/strain.hpp"
#include "physics/turbulence/wall_cells.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

constexpr double tiny = 1e-150;  ///< what OpenFOAM adds to divisors that may be 0

double square(double x) { return x * x; }

/// The flow at a cell or a boundary face.
struct TransitionPlace {
  double kt, kl, omega, nu, y, Omega, S2;
};

/// What of it the equations take: turbulent and laminar viscosity and the diffusivity alphaT [m^2/s], the damping fw of the wall,
/// the rate R of breakdown [1/s], and fOmega.
struct TransitionScales {
  double nuts, nutl, alphaT, fw, R, fOmega;
};

/// Coefficients and functions of the model; numbers are equations of Walters and Cokljat (2008).
struct TransitionFunctions {
  double A0, As, Av, Abp, Anat, Ats, CbpCrit, Cnc, CnatCrit, Cint, CtsCrit, CrNat, C11, C12, CR, Css, CtauL, Clambda, CmuStd,
      kMin, omegaMin;

  TransitionScales operator()(const TransitionPlace& p) const {
    const double lambdaT = std::sqrt(p.kt) / (p.omega + omegaMin), lambdaEff = std::min(Clambda * p.y, lambdaT);  // (8), (9)
    const double ratio = lambdaEff / (lambdaT + tiny), fw = std::pow(ratio, 2.0 / 3.0);
    const double ktS = std::exp(-square(Css * p.nu * p.Omega / (p.kt + kMin))) * fw * p.kt;  // (12), (13)
    const double ReT = square(fw) * p.kt / p.nu / (p.omega + omegaMin), S = std::sqrt(p.S2);
    const double fv = 1 - std::exp(-std::sqrt(ReT) / Av), fInt = std::min(p.kt / (Cint * (p.kl + p.kt + kMin)), 1.0);
    const double nuts = fv * fInt / (A0 + As * (S / (p.omega + omegaMin))) * std::sqrt(ktS) * lambdaEff;  // (11)
    const double alphaT = fv * CmuStd * std::sqrt(ktS) * lambdaEff;                                       // (27)
    const double fOmega = 1 - std::exp(-0.41 * square(square(ratio)));                                    // (28)
    return {nuts, laminarViscosity(p, p.kt - ktS, lambdaEff), alphaT, fw, breakdown(p, fw), fOmega};
  }

 private:
  /// Of the large-scale fluctuations, (16) to (22).
  double laminarViscosity(const TransitionPlace& p, double ktL, double lambdaEff) const {
    const double ReOmega = square(p.y) * p.Omega / p.nu;
    const double fTau = 1 - std::exp(-CtauL * ktL / square(lambdaEff * p.Omega + tiny));
    const double beta = 1 - std::exp(-square(std::max(ReOmega - CtsCrit, 0.0)) / Ats);
    const double viscosity = C11 * fTau * p.Omega * square(lambdaEff) * std::sqrt(ktL) * lambdaEff / p.nu +
                             C12 * beta * ReOmega * square(p.y) * p.Omega;
    return std::min(viscosity, 0.5 * (p.kl + ktL) / (std::sqrt(p.S2) + omegaMin));
  }
  /// By bypass and natural transition, per kl, (29) to (34).
  double breakdown(const TransitionPlace& p, double fw) const {
    const double phiBP = std::min(std::max(p.kt / p.nu / (p.Omega + tiny) - CbpCrit, 0.0), 50.0);
    const double bypass = CR * (1 - std::exp(-phiBP / Abp)) * p.omega / (fw + tiny);
    const double critical = 1 - std::exp(-Cnc * std::sqrt(p.kl) * p.y / p.nu), ReOmega = square(p.y) * p.Omega / p.nu;
    const double phiNat = std::max(ReOmega - CnatCrit / (critical + tiny), 0.0);
    return bypass + CrNat * (1 - std::exp(-phiNat / Anat)) * p.Omega;
  }
};

/// The k-kl-omega model of transition (Walters and Cokljat 2008, corrected by Furst 2013), with the energy kt of turbulence and
/// kl of fluctuations before transition:
///     d kt/dt + div(phi kt) - div((nu + alphaT/Sigmak) grad kt) = nuts S^2 + R kl - omega kt - Dt
///     d kl/dt + div(phi kl) - div(nu grad kl) = nutl S^2 - R kl - Dl
///     d omega/dt + div(phi omega) - div((nu + alphaT/Sigmaw) grad omega)
///         = Cw1 nuts S^2 omega/kt - (1 - CwR/fw) R kl omega/kt - Cw2 fw^2 omega^2 + Cw3 fOmega alphaT fw^2 sqrt(kt)/y^3
///     nut = nuts + nutl,   D = nu |grad sqrt(k)|^2
/// where nuts, nutl, R, fw and fOmega are TransitionFunctions, from before the equations. The first nut is that of the file. k =
/// kt
/// + kl is there for wall functions. Coefficients from kkLOmegaCoeffs or the RAS dictionary itself, defaults as in OpenFOAM
/// v1912.
class KklOmega final : public EddyViscosityModel {
 public:
  KklOmega(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary&) {
    return {.equations = {{"kt", dimKinematicPressure, "DkEff"},
                          {"kl", dimKinematicPressure, "nu"},
                          {"omega", dimFrequency, "DomegaEff"}},
            .gradients = {"grad(sqrt(kl))", "grad(sqrt(kt))"},
            .wallDistance = true};
  }

 private:
  void solve(bool finalIteration) override;
  /// At the start: nut is read. solve() sets it from nuts and nutl.
  void correctNut() override { nut_->correctBoundaryConditions(); }
  void setScales();
  void setTotalK();
  void dissipationAtWalls(const TransportedScalar& k, fv::GradientScheme<double>& scheme);
  void setDiffusivity(TransportedScalar& scalar, double sigma) const;
  void solveOmega(bool finalIteration);
  void solveKl(bool finalIteration);
  void solveKt(bool finalIteration);

  TransitionFunctions functions_;
  double Cw1_, Cw2_, Cw3_, CwR_, Sigmak_, Sigmaw_;
  TransportedScalar &kt_, &kl_, &omega_;
  WallCells wallCells_;
  fv::VolScalarField k_, rootK_;
  std::unique_ptr<fv::GradientScheme<double>> gradientOfRootKl_, gradientOfRootKt_;
  std::vector<Vec3> gradient_;
  std::vector<double> Pkt_, Pkl_, R_, fw_, fOmega_, D_;  ///< nCells
  fv::CellValues<double> newNut_, alphaT_;
};

KklOmega::KklOmega(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel("kkLOmega", dict, flow.withoutOptions(), read),
      functions_{.A0 = coefficient("A0", 4.04),
                 .As = coefficient("As", 2.12),
                 .Av = coefficient("Av", 6.75),
                 .Abp = coefficient("Abp", 0.6),
                 .Anat = coefficient("Anat", 200),
                 .Ats = coefficient("Ats", 200),
                 .CbpCrit = coefficient("CbpCrit", 1.2),
                 .Cnc = coefficient("Cnc", 0.1),
                 .CnatCrit = coefficient("CnatCrit", 1250),
                 .Cint = coefficient("Cint", 0.75),
                 .CtsCrit = coefficient("CtsCrit", 1000),
                 .CrNat = coefficient("CrNat", 0.02),
                 .C11 = coefficient("C11", 3.4e-6),
                 .C12 = coefficient("C12", 1e-10),
                 .CR = coefficient("CR", 0.12),
                 .Css = coefficient("Css", 1.5),
                 .CtauL = coefficient("CtauL", 4360),
                 .Clambda = coefficient("Clambda", 2.495),
                 .CmuStd = coefficient("CmuStd", 0.09),
                 .kMin = lowest("k", dimKinematicPressure),
                 .omegaMin = lowest("omega", dimFrequency)},
      Cw1_(coefficient("Cw1", 0.44)),
      Cw2_(coefficient("Cw2", 0.92)),
      Cw3_(coefficient("Cw3", 0.3)),
      CwR_(coefficient("CwR", 1.5)),
      Sigmak_(coefficient("Sigmak", 1)),
      Sigmaw_(coefficient("Sigmaw", 1.17)),
      kt_(transport(read, "kt", dimKinematicPressure, "DkEff", functions_.kMin)),
      kl_(transport(read, "kl", dimKinematicPressure, "nu", functions_.kMin)),
      omega_(transport(read, "omega", dimFrequency, "DomegaEff")),
      wallCells_(omega_.field(), *nut_),
      k_("k", dimKinematicPressure, flow.context.mesh),
      rootK_("sqrt(k)", dimless, flow.context.mesh),
      gradientOfRootKl_(fv::makeGradientScheme<double>(flow.context, "grad(sqrt(kl))")),
      gradientOfRootKt_(fv::makeGradientScheme<double>(flow.context, "grad(sqrt(kt))")) {
  for (auto* field : {&k_, &rootK_}) fv::setCalculatedConditions(*field);
  setTotalK();
  flow.context.registry.add(k_);
  const mesh::Mesh& mesh = flow.context.mesh;
  for (auto* list : {&Pkt_, &Pkl_, &R_, &fw_, &fOmega_, &D_}) list->resize(static_cast<std::size_t>(mesh.nCells));
  for (auto* values : {&newNut_, &alphaT_}) {
    values->cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
    values->boundary.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  }
}

void KklOmega::setTotalK() {
  const auto add = [](View<const double> kt, View<const double> kl, View<double> k) {
    parallelFor({"k-kl-omega: k", 24}, k.size(), [=](Label i) { k[i] = kt[i] + kl[i]; });
  };
  add(kt_.cells(), kl_.cells(), k_.cells());
  add(kt_.boundary(), kl_.boundary(), k_.boundary());
}

void KklOmega::solve(bool finalIteration) {
  setScales();
  wallCells_.set(flow_, k_, *nut_, omega_.field(), Pkt_);
  solveOmega(finalIteration);
  solveKl(finalIteration);
  solveKt(finalIteration);
  setTotalK();
  setNut([nut = View<const double>(newNut_.cells)](Label c) { return nut[c]; },
         [nut = View<const double>(newNut_.boundary)](Label b) { return nut[b]; });
}

/// Everything that the equations take from the fields before them.
void KklOmega::setScales() {
  const mesh::Mesh& mesh = flow_.context.mesh;
  gradientEverywhere();
  parallelFor({"k-kl-omega: scales", 200}, mesh.nAllCells(),
              [f = functions_, kt = kt_.cells(), kl = kl_.cells(), omega = omega_.cells(), nu = View(flow_.nu.cells()),
               y = View(mesh.cellWallDistance), gradU = View(gradU_.cells), nCells = mesh.nCells, nut = View(newNut_.cells),
               alphaT = View(alphaT_.cells), Pkt = View(Pkt_), Pkl = View(Pkl_), R = View(R_), fw = View(fw_),
               fOmega = View(fOmega_)](Label c) {
                const double S2 = productionOverNut(gradU[c]);
                const TransitionScales s = f({kt[c], kl[c], omega[c], nu[c], y[c], vorticity(gradU[c]), S2});
                nut[c] = s.nuts + s.nutl;
                alphaT[c] = s.alphaT;
                if (c >= nCells) return;
                Pkt[c] = s.nuts * S2;
                Pkl[c] = s.nutl * S2;
                R[c] = s.R;
                fw[c] = s.fw;
                fOmega[c] = s.fOmega;
              });
  parallelFor(
      "k-kl-omega: scales on the boundary", mesh.nBoundaryFaces,
      [f = functions_, kt = kt_.boundary(), kl = kl_.boundary(), omega = omega_.boundary(), nu = View(flow_.nu.boundary()),
       y = View(mesh.boundaryWallDistance), gradU = View(gradU_.boundary), nut = View(newNut_.boundary),
       alphaT = View(alphaT_.boundary)](Label b) {
        const TransitionScales s = f({kt[b], kl[b], omega[b], nu[b], y[b], vorticity(gradU[b]), productionOverNut(gradU[b])});
        nut[b] = s.nuts + s.nutl;
        alphaT[b] = s.alphaT;
      });
}

void KklOmega::setDiffusivity(TransportedScalar& scalar, double sigma) const {
  const auto set = [sigma](View<const double> alphaT, View<const double> nu, View<double> D) {
    parallelFor({"k-kl-omega: diffusivity", 24}, D.size(), [=](Label i) { D[i] = alphaT[i] / sigma + nu[i]; });
  };
  set(alphaT_.cells, flow_.nu.cells(), scalar.diffusivity().cells());
  set(alphaT_.boundary, flow_.nu.boundary(), scalar.diffusivity().boundary());
}

void KklOmega::solveOmega(bool finalIteration) {
  setDiffusivity(omega_, Sigmaw_);
  parallelFor({"omega: sources", 96}, flow_.context.mesh.nCells,
              [Cw1 = Cw1_, Cw2 = Cw2_, Cw3 = Cw3_, CwR = CwR_, kMin = functions_.kMin, kt = kt_.cells(), kl = kl_.cells(),
               omega = omega_.cells(), y = View(flow_.context.mesh.cellWallDistance), Pkt = View(Pkt_), R = View(R_),
               fw = View(fw_), fOmega = View(fOmega_), alphaT = View(alphaT_.cells), sources = omega_.sources()](Label c) {
                const double fw2 = fw[c] * fw[c];
                sources.given[c] = Cw1 * Pkt[c] * omega[c] / (kt[c] + kMin) +
                                   Cw3 * fOmega[c] * alphaT[c] * fw2 * std::sqrt(kt[c]) / (y[c] * y[c] * y[c]);
                sources.sink[c] = Cw2 * fw2 * omega[c];
                sources.addEither(c, (1 - CwR / (fw[c] + tiny)) * kl[c] * R[c] / (kt[c] + kMin), omega[c]);
              });
  omega_.solve(finalIteration, wallCells_.marked());
}

/// D = nu |grad sqrt(k)|^2
void KklOmega::dissipationAtWalls(const TransportedScalar& k, fv::GradientScheme<double>& scheme) {
  const auto take = [](View<const double> k, std::vector<double>& values) {
    parallelFor({"k-kl-omega: sqrt(k)", 16}, k.size(), [k, values = View(values)](Label c) { values[c] = std::sqrt(k[c]); });
  };
  take(k.cells(), rootK_.cells());
  take(k.boundary(), rootK_.boundary());
  scheme.ownedCells(rootK_, gradient_);
  parallelFor({"k-kl-omega: D", 40}, flow_.context.mesh.nCells,
              [gradient = View(gradient_), nu = View(flow_.nu.cells()), D = View(D_)](Label c) {
                D[c] = nu[c] * dot(gradient[c], gradient[c]);
              });
}

void KklOmega::solveKl(bool finalIteration) {
  dissipationAtWalls(kl_, *gradientOfRootKl_);
  kl_.setDiffusivity(0);
  parallelFor(
      {"kl: sources", 48}, flow_.context.mesh.nCells,
      [kMin = functions_.kMin, kl = kl_.cells(), Pkl = View(Pkl_), R = View(R_), D = View(D_), sources = kl_.sources()](Label c) {
        sources.given[c] = Pkl[c];
        sources.sink[c] = R[c] + D[c] / (kl[c] + kMin);
      });
  kl_.solve(finalIteration);
}

void KklOmega::solveKt(bool finalIteration) {
  dissipationAtWalls(kt_, *gradientOfRootKt_);
  setDiffusivity(kt_, Sigmak_);
  parallelFor({"kt: sources", 64}, flow_.context.mesh.nCells,
              [kMin = functions_.kMin, kt = kt_.cells(), kl = kl_.cells(), omega = omega_.cells(), Pkt = View(Pkt_), R = View(R_),
               D = View(D_), sources = kt_.sources()](Label c) {
                sources.given[c] = Pkt[c] + R[c] * kl[c];
                sources.sink[c] = omega[c] + D[c] / (kt[c] + kMin);
              });
  kt_.solve(finalIteration);
}

}  // namespace

ModelMaker kklOmega() { return ModelMaker::of<KklOmega>(); }

}  // namespace eagre::physics
