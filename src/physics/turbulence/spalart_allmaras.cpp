// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/spalart_allmaras.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;

namespace {

double pow6(double x) { return (x * x) * (x * x) * (x * x); }

}  // namespace

ModelNeeds SpalartAllmaras::needs(const config::Dictionary&) {
  return {.equations = {{"nuTilda", dimViscosity, "DnuTildaEff"}}, .gradients = {"grad(nuTilda)"}, .wallDistance = true};
}

SpalartAllmaras::SpalartAllmaras(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel("SpalartAllmaras", dict, flow, read),
      sigmaNut_(coefficient("sigmaNut", 0.66666)),
      kappa_(coefficient("kappa", 0.41)),
      Cb1_(coefficient("Cb1", 0.1355)),
      Cb2_(coefficient("Cb2", 0.622)),
      Cw1_(Cb1_ / (kappa_ * kappa_) + (1 + Cb2_) / sigmaNut_),
      Cw2_(coefficient("Cw2", 0.3)),
      Cw3_(coefficient("Cw3", 2.0)),
      Cv1_(coefficient("Cv1", 7.1)),
      Cs_(coefficient("Cs", 0.3)),
      nuTilda_(transport(read, "nuTilda", dimViscosity, "DnuTildaEff", 0)),
      gradientOfNuTilda_(fv::makeGradientScheme<double>(flow.context, "grad(nuTilda)")) {
  start();
}

double SpalartAllmaras::fv1(double chi) const {
  const double chi3 = chi * chi * chi;
  return chi3 / (chi3 + Cv1_ * Cv1_ * Cv1_);
}

double SpalartAllmaras::fw(double r) const {
  const double g = r + Cw2_ * (pow6(r) - r);
  return g * std::pow((1 + pow6(Cw3_)) / (pow6(g) + pow6(Cw3_)), 1.0 / 6.0);
}

void SpalartAllmaras::correctNut() {
  setNut([this](Label c) { return nuTilda_[c] * fv1(nuTilda_[c] / flow_.nu[c]); },
         [this](Label b) { return nuTilda_.boundary(b) * fv1(nuTilda_.boundary(b) / flow_.nu.boundary()[b]); });
}

void SpalartAllmaras::solve(bool finalIteration) {
  gradientOfCells();
  gradientOfNuTilda_->ownedCells(nuTilda_.field(), gradNuTilda_);
  const auto diffusivity = [this](const std::vector<double>& nuTilda, const std::vector<double>& nu, std::vector<double>& D) {
    parallelFor({"nuTilda: diffusivity", 24}, static_cast<Label>(D.size()),
                [&](Label i) { D[i] = (nuTilda[i] + nu[i]) / sigmaNut_; });
  };
  diffusivity(nuTilda_.field().cells(), flow_.nu.cells(), nuTilda_.diffusivity().cells());
  diffusivity(nuTilda_.field().boundary(), flow_.nu.boundary(), nuTilda_.diffusivity().boundary());
  sources();
  nuTilda_.solve(finalIteration);
  nuTilda_.field().correctBoundaryConditions();
  correctNut();
}

void SpalartAllmaras::sources() {
  auto& sources = nuTilda_.sources();
  const double* wallDistance = flow_.context.mesh.cellWallDistance.data();
  parallelFor({"nuTilda: sources", 136}, flow_.context.mesh.nCells, [&](Label c) {
    const double nuTilda = nuTilda_[c], chi = nuTilda / flow_.nu[c], y = wallDistance[c];
    const double Omega = vorticity(gradU_.cells[c]), kappaY2 = (kappa_ * y) * (kappa_ * y);
    const double fv2 = 1 - chi / (1 + chi * fv1(chi));
    const double STilda = std::max(Omega + fv2 * nuTilda / kappaY2, Cs_ * Omega);
    const double r = std::min(nuTilda / (std::max(STilda, small) * kappaY2), 10.0);
    sources.given[c] = Cb2_ / sigmaNut_ * magSqr(gradNuTilda_[c]) + Cb1_ * STilda * nuTilda;
    sources.sink[c] = Cw1_ * fw(r) * nuTilda / (y * y);
  });
}

}  // namespace eagre::physics
