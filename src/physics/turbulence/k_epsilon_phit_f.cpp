// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fv/schemes/diffusivity.hpp"
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

/// The v2-f model of Laurence, Uribe and Utyuzhnikov (2005), with phit = v2/k instead of v2:
///     dk/dt + div(phi k) - div((nu + nut/sigmaK) grad k) = G - k/T - 2/3 k div U
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon)
///         = (Ceps1 G - Ceps2 epsilon)/T - 2/3 Ceps1 epsilon div U
///     d phit/dt + div(phi phit) - div((nu + nut/sigmaPhit) grad phit)
///         = f - phit (G/k - 2/3 div U) + 2 nut/(sigmaPhit k) grad phit . grad k
///     div(grad f) - f/L^2 = ((Cf1 - 1) (phit - 2/3)/T - Cf2 G/k + 2/3 Cf2 div U - 2 nu/k grad phit . grad k
///                            - nu div(grad phit))/L^2
///     nut = Cmu phit k T,   G = nut grad U : dev(grad U + (grad U)^T),   Ceps1 = Ceps1a (Ceps1b + Ceps1c/sqrt(phit))
///     T = max(k/epsilon, CT (nu/epsilon)^(1/2)),   L = CL max(k^(3/2)/epsilon, Ceta (nu^3/epsilon)^(1/4))
/// with nu left out of the diffusion of phit, as in the paper, if `includeNu no`. nut has T as it was before the equations of the
/// step; before the first step there is none, and nut is 0 in the cells, as in OpenFOAM v1912. Coefficients from
/// kEpsilonPhitFCoeffs or the RAS dictionary itself, defaults as there.
class KEpsilonPhitF final : public EddyViscosityModel {
 public:
  KEpsilonPhitF(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary&) {
    return {.equations = {{"k", dimKinematicPressure, "DkEff"},
                          {"epsilon", dimDissipation, "DepsilonEff"},
                          {"phit", dimless, "DphitEff"}},
            .gradients = {"grad(k)", "grad(phit)"},
            .elliptic = {{"f", dimFrequency, ""}},
            .laplacians = {"laplacian(phit)"}};
  }
  std::vector<const fv::VolScalarField*> fields() const override {
    auto fields = EddyViscosityModel::fields();
    fields.push_back(&f_.field());
    return fields;
  }

 private:
  void solve(bool finalIteration) override {
    production();
    setScales();
    wallCells_.set(flow_, k_.field(), *nut_, epsilon_.field(), G_);
    solveEpsilon(finalIteration);
    solveK(finalIteration);
    crossGradient();
    solveF(finalIteration);
    solvePhit(finalIteration);
    correctNut();
  }
  void correctNut() override;
  void production();
  void setScales();
  void crossGradient();
  void solveEpsilon(bool finalIteration);
  void solveK(bool finalIteration);
  void solveF(bool finalIteration);
  void solvePhit(bool finalIteration);
  void setDiffusivityOfPhit();

  bool includeNu_;
  double Cmu_, Ceps1a_, Ceps1b_, Ceps1c_, Ceps2_, Cf1_, Cf2_, CL_, Ceta_, CT_, sigmaK_, sigmaEps_, sigmaPhit_;
  TransportedScalar &k_, &epsilon_, &phit_;
  EllipticRelaxation f_;
  WallCells wallCells_;
  std::unique_ptr<fv::GradientScheme<double>> gradientOfK_, gradientOfPhit_;
  std::vector<Vec3> gradK_, gradPhit_;
  std::vector<double> G_, cross_, laplacianOfPhit_;  ///< nCells; cross_: grad phit . grad k
  fv::CellValues<double> T_;
};

KEpsilonPhitF::KEpsilonPhitF(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel("kEpsilonPhitF", dict, flow, read),
      includeNu_(flag("includeNu", true)),
      Cmu_(coefficient("Cmu", 0.22)),
      Ceps1a_(coefficient("Ceps1a", 1.4)),
      Ceps1b_(coefficient("Ceps1b", 1)),
      Ceps1c_(coefficient("Ceps1c", 0.05)),
      Ceps2_(coefficient("Ceps2", 1.9)),
      Cf1_(coefficient("Cf1", 1.4)),
      Cf2_(coefficient("Cf2", 0.3)),
      CL_(coefficient("CL", 0.25)),
      Ceta_(coefficient("Ceta", 110)),
      CT_(coefficient("CT", 6)),
      sigmaK_(coefficient("sigmaK", 1)),
      sigmaEps_(coefficient("sigmaEps", 1.3)),
      sigmaPhit_(coefficient("sigmaPhit", 1)),
      k_(transport(read, "k", dimKinematicPressure, "DkEff")),
      epsilon_(transport(read, "epsilon", dimDissipation, "DepsilonEff")),
      phit_(transport(read, "phit", dimless, "DphitEff", small)),
      f_(flow, read("f", dimFrequency), small),
      wallCells_(epsilon_.field(), *nut_),
      gradientOfK_(fv::makeGradientScheme<double>(flow.context, "grad(k)")),
      gradientOfPhit_(fv::makeGradientScheme<double>(flow.context, "grad(phit)")) {
  for (const auto* name : {"sigmaK", "sigmaEps", "sigmaPhit"})
    if (coefficients().has(name) && coefficients().getDimensioned(name, dimless) == 0)
      throw Error(coefficients().at(name).place, std::string(name) + " is 0, by which kEpsilonPhitF divides");
  const mesh::Mesh& mesh = flow.context.mesh;
  for (auto* list : {&G_, &cross_, &laplacianOfPhit_}) list->resize(static_cast<std::size_t>(mesh.nCells));
  T_.cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
  T_.boundary.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
}

void KEpsilonPhitF::correctNut() {
  const auto nut = [Cmu = Cmu_](View<const double> k, View<const double> phit, View<const double> T) {
    return [=](Label i) { return Cmu * phit[i] * k[i] * T[i]; };
  };
  setNut(nut(k_.cells(), phit_.cells(), T_.cells), nut(k_.boundary(), phit_.boundary(), T_.boundary));
}

void KEpsilonPhitF::production() {
  gradientOfCells();
  parallelFor({"k-epsilon-phit-f: G", 88}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), G = View(G_)](Label c) {
                G[c] = nut[c] * productionOverNut(gradU[c]);
              });
}

/// T everywhere, and 1/L^2 in the sink of f, both from k and epsilon before their equations.
void KEpsilonPhitF::setScales() {
  const auto time = [CT = CT_](View<const double> k, View<const double> epsilon, View<const double> nu, View<double> T) {
    parallelFor({"k-epsilon-phit-f: T", 32}, T.size(),
                [=](Label i) { T[i] = std::max(relaxationTime(CT, k[i], epsilon[i], nu[i]), small); });
  };
  time(k_.cells(), epsilon_.cells(), flow_.nu.cells(), T_.cells);
  time(k_.boundary(), epsilon_.boundary(), flow_.nu.boundary(), T_.boundary);
  parallelFor(
      {"k-epsilon-phit-f: L", 32}, flow_.context.mesh.nCells,
      [CL = CL_, Ceta = Ceta_, k = k_.cells(), epsilon = epsilon_.cells(), nu = View(flow_.nu.cells()), sources = f_.sources()](
          Label c) { sources.sink[c] = 1 / (relaxationLength2(CL, Ceta, k[c], epsilon[c], nu[c]) + small); });
}

void KEpsilonPhitF::solveEpsilon(bool finalIteration) {
  epsilon_.setDiffusivity(1 / sigmaEps_);
  parallelFor({"epsilon: sources", 64}, flow_.context.mesh.nCells,
              [a = Ceps1a_, b = Ceps1b_, ofPhit = Ceps1c_, Ceps2 = Ceps2_, epsilon = epsilon_.cells(), phit = phit_.cells(),
               T = View(T_.cells), G = View(G_), divU = View(divU_), sources = epsilon_.sources()](Label c) {
                const double Ceps1 = a * (b + ofPhit * std::sqrt(1 / phit[c]));
                sources.given[c] = Ceps1 * G[c] / T[c];
                sources.sink[c] = Ceps2 / T[c];
                sources.addEither(c, 2.0 / 3.0 * Ceps1 * divU[c], epsilon[c]);
              });
  epsilon_.solve(finalIteration, wallCells_.marked());
}

void KEpsilonPhitF::solveK(bool finalIteration) {
  k_.setDiffusivity(1 / sigmaK_);
  parallelFor({"k: sources", 48}, flow_.context.mesh.nCells,
              [k = k_.cells(), T = View(T_.cells), G = View(G_), divU = View(divU_), sources = k_.sources()](Label c) {
                sources.given[c] = G[c];
                sources.sink[c] = 1 / T[c];
                sources.addEither(c, 2.0 / 3.0 * divU[c], k[c]);
              });
  k_.solve(finalIteration);
}

/// grad phit . grad k and div(grad phit), with the new k.
void KEpsilonPhitF::crossGradient() {
  gradientOfK_->ownedCells(k_.field(), gradK_);
  gradientOfPhit_->ownedCells(phit_.field(), gradPhit_);
  parallelFor({"k-epsilon-phit-f: cross gradient", 56}, flow_.context.mesh.nCells,
              [gradK = View(gradK_), gradPhit = View(gradPhit_), cross = View(cross_)](Label c) {
                cross[c] = dot(gradPhit[c], gradK[c]);
              });
  fv::fvc::laplacian(flow_.context, phit_.field(), laplacianOfPhit_);
}

void KEpsilonPhitF::solveF(bool finalIteration) {
  parallelFor(
      {"f: sources", 80}, flow_.context.mesh.nCells,
      [Cf1 = Cf1_, Cf2 = Cf2_, k = k_.cells(), phit = phit_.cells(), T = View(T_.cells), G = View(G_), divU = View(divU_),
       nu = View(flow_.nu.cells()), cross = View(cross_), laplacian = View(laplacianOfPhit_), sources = f_.sources()](Label c) {
        const double relaxed = (Cf1 - 1) * (phit[c] - 2.0 / 3.0) / T[c] - Cf2 * G[c] / k[c] + Cf2 * (2.0 / 3.0) * divU[c] -
                               2 * nu[c] * cross[c] / k[c] - nu[c] * laplacian[c];
        sources.given[c] = -relaxed * sources.sink[c];
      });
  f_.solve(finalIteration);
}

void KEpsilonPhitF::setDiffusivityOfPhit() {
  if (includeNu_) return phit_.setDiffusivity(1 / sigmaPhit_);
  const auto set = [sigma = sigmaPhit_](View<const double> nut, View<double> D) {
    parallelFor({"phit: diffusivity", 16}, D.size(), [=](Label i) { D[i] = nut[i] / sigma; });
  };
  set(nut_->cells(), phit_.diffusivity().cells());
  set(nut_->boundary(), phit_.diffusivity().boundary());
}

void KEpsilonPhitF::solvePhit(bool finalIteration) {
  setDiffusivityOfPhit();
  parallelFor({"phit: sources", 72}, flow_.context.mesh.nCells,
              [sigma = sigmaPhit_, k = k_.cells(), phit = phit_.cells(), f = f_.cells(), G = View(G_), divU = View(divU_),
               nut = View(nut_->cells()), cross = View(cross_), sources = phit_.sources()](Label c) {
                sources.given[c] = f[c];
                sources.sink[c] = 0;
                sources.addEither(c, G[c] / k[c] - 2.0 / 3.0 * divU[c] - 2 * nut[c] * cross[c] / (k[c] * sigma * phit[c]),
                                  phit[c]);
              });
  phit_.solve(finalIteration);
}

}  // namespace

ModelMaker kEpsilonPhitF() { return ModelMaker::of<KEpsilonPhitF>(); }

}  // namespace eagre::physics
