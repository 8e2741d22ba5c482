// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_epsilon.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/terms.hpp"
#include "kernel/parallel_for.hpp"
#include "physics/turbulence/bound.hpp"

namespace eagre::physics {

using kernel::parallelFor;

namespace {

double coefficient(const config::Dictionary& ras, const std::string& name, double standard) {
  const auto* own = ras.findDict("kEpsilonCoeffs");
  const auto& dict = own ? *own : ras;
  return dict.has(name) ? dict.getDimensioned(name, dimless) : standard;
}

double lowest(const config::Dictionary& ras, const std::string& name, const Dimensions& dimensions) {
  return ras.has(name) ? ras.getDimensioned(name, dimensions) : small;
}

/// grad U : dev(grad U + (grad U)^T)
double productionOverNut(const Tensor& g) {
  const double third = 2.0 / 3.0 * trace(g);
  const double xy = g.xy + g.yx, xz = g.xz + g.zx, yz = g.yz + g.zy;
  return g.xx * (2 * g.xx - third) + g.yy * (2 * g.yy - third) + g.zz * (2 * g.zz - third) + xy * xy + xz * xz + yz * yz;
}

}  // namespace

ModelNeeds KEpsilon::needs() { return {{{"k", dimKinematicPressure, "DkEff"}, {"epsilon", dimDissipation, "DepsilonEff"}}}; }

KEpsilon::KEpsilon(const config::Dictionary& ras, const Flow& flow, const ReadScalar& read)
    : TurbulenceModel(read("nut", dimViscosity)),
      flow_(flow),
      Cmu_(coefficient(ras, "Cmu", 0.09)),
      C1_(coefficient(ras, "C1", 1.44)),
      C2_(coefficient(ras, "C2", 1.92)),
      C3_(coefficient(ras, "C3", 0)),
      sigmak_(coefficient(ras, "sigmak", 1)),
      sigmaEps_(coefficient(ras, "sigmaEps", 1.3)),
      kMin_(lowest(ras, "kMin", dimKinematicPressure)),
      epsilonMin_(lowest(ras, "epsilonMin", dimDissipation)),
      k_(read("k", dimKinematicPressure)),
      epsilon_(read("epsilon", dimDissipation)),
      DkEff_("DkEff", dimViscosity, flow.context.mesh),
      DepsilonEff_("DepsilonEff", dimViscosity, flow.context.mesh),
      kEqn_(*k_, flow_.context),
      epsilonEqn_(*epsilon_, flow_.context),
      wallCells_(*epsilon_, *nut_),
      gradient_(fv::makeGradientScheme<Vec3>(flow.context, "grad(U)")),
      oldTimes_(std::max(
          {1, fv::ddtScheme(flow.context, "ddt(k)").nOldTimes(), fv::ddtScheme(flow.context, "ddt(epsilon)").nOldTimes()})) {
  auto& context = flow_.context;
  for (auto* f : {k_.get(), epsilon_.get(), nut_.get()}) context.registry.add(*f);
  for (auto* list : {&GbyNu_, &G_, &divU_, &dilatation_, &implicit_, &explicit_})
    list->resize(static_cast<std::size_t>(context.mesh.nCells));
  bound(context, *k_, kMin_);
  bound(context, *epsilon_, epsilonMin_);
  if (ras.getOr<bool>("printCoeffs", false)) printCoefficients();
  correctNut();
}

void KEpsilon::printCoefficients() const {
  auto& log = flow_.context.log;
  log.line("kEpsilonCoeffs\n{");
  const std::pair<const char*, double> coefficients[]{{"Cmu", Cmu_}, {"C1", C1_},         {"C2", C2_},
                                                      {"C3", C3_},   {"sigmak", sigmak_}, {"sigmaEps", sigmaEps_}};
  for (const auto& [name, value] : coefficients) log.line(fmt::format("    {:<15} {:g};", name, value));
  log.line("}\n");
}

void KEpsilon::shiftOldTimes() {
  for (auto* f : {k_.get(), epsilon_.get()}) f->shiftOldTimes(oldTimes_);
}

void KEpsilon::correctNut() {
  parallelFor({"k-epsilon: nut", 24}, flow_.context.mesh.nAllCells(),
              [nut = nut_->cells().data(), k = k_->cells().data(), epsilon = epsilon_->cells().data(), Cmu = Cmu_](Label c) {
                nut[c] = Cmu * (k[c] * k[c]) / epsilon[c];
              });
  parallelFor("k-epsilon: nut on the boundary", flow_.context.mesh.nBoundaryFaces,
              [&](Label b) { nut_->boundary()[b] = Cmu_ * (k_->boundary()[b] * k_->boundary()[b]) / epsilon_->boundary()[b]; });
  nut_->correctBoundaryConditions();
}

void KEpsilon::correct(bool finalIteration) {
  production();
  wallCells_.set(flow_, *k_, *nut_, *epsilon_, G_);
  solveEpsilon(finalIteration);
  solveK(finalIteration);
  correctNut();
}

/// G and G/nut, div U.
void KEpsilon::production() {
  const auto& mesh = flow_.context.mesh;
  gradient_->ownedCells(flow_.U, gradU_);
  fv::fvc::div(mesh, flow_.phi.faces(), divU_);
  parallelFor({"k-epsilon: G", 96}, mesh.nCells,
              [gradU = gradU_.data(), nut = nut_->cells().data(), GbyNu = GbyNu_.data(), G = G_.data()](Label c) {
                GbyNu[c] = productionOverNut(gradU[c]);
                G[c] = nut[c] * GbyNu[c];
              });
}

/// D = nut / sigma + nu in all cells and on the boundary.
void KEpsilon::setDiffusivity(fv::VolScalarField& D, double sigma) const {
  const auto set = [sigma](std::vector<double>& D, const std::vector<double>& nut, const std::vector<double>& nu) {
    parallelFor({"k-epsilon: diffusivity", 24}, static_cast<Label>(D.size()), [&](Label i) { D[i] = nut[i] / sigma + nu[i]; });
  };
  set(D.cells(), nut_->cells(), flow_.nu.cells());
  set(D.boundary(), nut_->boundary(), flow_.nu.boundary());
}

void KEpsilon::solveEpsilon(bool finalIteration) {
  using namespace fv::fvm;
  const auto& mesh = flow_.context.mesh;
  const double *k = k_->cells().data(), *epsilon = epsilon_->cells().data();
  setDiffusivity(DepsilonEff_, sigmaEps_);
  // nut = Cmu k^2/epsilon makes C1 G epsilon/k what stands here: no division by epsilon.
  parallelFor({"epsilon: sources", 48}, mesh.nCells, [&, dilatation = 2.0 / 3.0 * C1_ - C3_](Label c) {
    explicit_[c] = C1_ * GbyNu_[c] * Cmu_ * k[c];
    implicit_[c] = C2_ * epsilon[c] / k[c];
    dilatation_[c] = dilatation * divU_[c];
  });
  epsilonEqn_ = ddt(*epsilon_) + div(flow_.phi, *epsilon_) - laplacian(DepsilonEff_, *epsilon_) - Su(explicit_, *epsilon_) +
                SuSp(dilatation_, *epsilon_) + Sp(implicit_, *epsilon_);
  if (flow_.options) flow_.options->addTo(epsilonEqn_);
  epsilonEqn_.relax(finalIteration);
  epsilonEqn_.setValues(wallCells_.marked());
  epsilonEqn_.solve(finalIteration ? "epsilonFinal" : "epsilon");
  bound(flow_.context, *epsilon_, epsilonMin_);
}

void KEpsilon::solveK(bool finalIteration) {
  using namespace fv::fvm;
  const auto& mesh = flow_.context.mesh;
  setDiffusivity(DkEff_, sigmak_);
  parallelFor({"k: sources", 40}, mesh.nCells, [this, k = k_->cells().data(), epsilon = epsilon_->cells().data()](Label c) {
    implicit_[c] = epsilon[c] / k[c];
    dilatation_[c] = 2.0 / 3.0 * divU_[c];
  });
  kEqn_ = ddt(*k_) + div(flow_.phi, *k_) - laplacian(DkEff_, *k_) - Su(G_, *k_) + SuSp(dilatation_, *k_) + Sp(implicit_, *k_);
  if (flow_.options) flow_.options->addTo(kEqn_);
  kEqn_.relax(finalIteration);
  kEqn_.solve(finalIteration ? "kFinal" : "k");
  bound(flow_.context, *k_, kMin_);
}

}  // namespace eagre::physics
