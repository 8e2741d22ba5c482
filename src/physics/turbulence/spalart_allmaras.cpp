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
    : SpalartAllmaras("SpalartAllmaras", dict, flow, read) {
  start();
}

SpalartAllmaras::SpalartAllmaras(const std::string& name, const config::Dictionary& dict, const Flow& flow,
                                 const ReadScalar& read)
    : EddyViscosityModel(name, dict, flow, read),
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
      gradientOfNuTilda_(fv::makeGradientScheme<double>(flow.context, "grad(nuTilda)")) {}

double SpalartAllmaras::fv1(double chi) const {
  const double chi3 = chi * chi * chi;
  return chi3 / (chi3 + Cv1_ * Cv1_ * Cv1_);
}

double SpalartAllmaras::fw(double r) const {
  const double g = r + Cw2_ * (pow6(r) - r);
  return g * std::pow((1 + pow6(Cw3_)) / (pow6(g) + pow6(Cw3_)), 1.0 / 6.0);
}

double SpalartAllmaras::length(Label c, double, double, double) const { return wallDistance(c); }

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
  setSources();
  nuTilda_.solve(finalIteration);
  nuTilda_.field().correctBoundaryConditions();
  correctNut();
}

void SpalartAllmaras::setSources() {
  auto& sources = nuTilda_.sources();
  parallelFor({"nuTilda: sources", 136}, flow_.context.mesh.nCells, [&](Label c) {
    const double nuTilda = nuTilda_[c], chi = nuTilda / flow_.nu[c], Omega = vorticity(gradU_.cells[c]);
    const double fv1 = this->fv1(chi), fv2 = 1 - chi / (1 + chi * fv1), ft2 = this->ft2(chi);
    const double d = length(c, fv1, fv2, ft2), kappaD2 = sqr(kappa_ * d);
    const double STilda = std::max(Omega + fv2 * nuTilda / kappaD2, Cs_ * Omega);
    const double r = std::min(nuTilda / (std::max(STilda, small) * kappaD2), 10.0);
    sources.given[c] = Cb2_ / sigmaNut_ * magSqr(gradNuTilda_[c]) + Cb1_ * STilda * nuTilda * (1 - ft2);
    sources.sink[c] = (Cw1_ * fw(r) - Cb1_ / sqr(kappa_) * ft2) * nuTilda / (d * d);
  });
}

}  // namespace eagre::physics
