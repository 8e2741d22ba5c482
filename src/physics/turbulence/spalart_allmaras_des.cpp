// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/spalart_allmaras_des.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;

namespace {

double pow6(double x) { return (x * x) * (x * x) * (x * x); }

}  // namespace

ModelNeeds SpalartAllmarasDes::needs(const config::Dictionary&) {
  return {.equations = {{"nuTilda", dimViscosity, "DnuTildaEff"}}, .gradients = {"grad(nuTilda)"}, .wallDistance = true};
}

SpalartAllmarasDes::SpalartAllmarasDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : SpalartAllmarasDes("SpalartAllmarasDES", les, flow, read) {
  start();
}

SpalartAllmarasDes::SpalartAllmarasDes(const std::string& name, const config::Dictionary& les, const Flow& flow,
                                       const ReadScalar& read)
    : LesEddyViscosity(name, les, flow, read),
      sigmaNut_(coefficient("sigmaNut", 0.66666)),
      kappa_(coefficient("kappa", 0.41)),
      Cb1_(coefficient("Cb1", 0.1355)),
      Cb2_(coefficient("Cb2", 0.622)),
      Cw1_(Cb1_ / (kappa_ * kappa_) + (1 + Cb2_) / sigmaNut_),
      Cw2_(coefficient("Cw2", 0.3)),
      Cw3_(coefficient("Cw3", 2.0)),
      Cv1_(coefficient("Cv1", 7.1)),
      Cs_(coefficient("Cs", 0.3)),
      CDES_(coefficient("CDES", 0.65)),
      Ct3_(coefficient("Ct3", 1.2)),
      Ct4_(coefficient("Ct4", 0.5)),
      fwStar_(coefficient("fwStar", 0.424)),
      lowReCorrection_(flag("lowReCorrection", true)),
      nuTilda_(transport(read, "nuTilda", dimViscosity, "DnuTildaEff", 0)),
      gradientOfNuTilda_(fv::makeGradientScheme<double>(flow.context, "grad(nuTilda)")) {}

double SpalartAllmarasDes::fv1(double chi) const {
  const double chi3 = chi * chi * chi;
  return chi3 / (chi3 + Cv1_ * Cv1_ * Cv1_);
}

double SpalartAllmarasDes::fw(double r) const {
  const double g = r + Cw2_ * (pow6(r) - r);
  return g * std::pow((1 + pow6(Cw3_)) / (pow6(g) + pow6(Cw3_)), 1.0 / 6.0);
}

double SpalartAllmarasDes::psi(double fv1, double fv2, double ft2) const {
  if (!lowReCorrection_) return 1;
  const double lost = Cb1_ / (Cw1_ * sqr(kappa_) * fwStar_) * (ft2 + (1 - ft2) * fv2);
  return std::sqrt(std::min(100.0, (1 - lost) / std::max(small, fv1 * std::max(1e-10, 1 - ft2))));
}

double SpalartAllmarasDes::rd(Label c, double nu, double magGradU) const {
  return std::min(nu / (std::max(magGradU, small) * sqr(kappa_ * wallDistance(c))), 10.0);
}

double SpalartAllmarasDes::length(Label c, double psi, double) const {
  return std::min(psi * CDES_ * width()[c], wallDistance(c));
}

void SpalartAllmarasDes::correctNut() {
  setNut([this](Label c) { return nuTilda_[c] * fv1(nuTilda_[c] / flow_.nu[c]); },
         [this](Label b) { return nuTilda_.boundary(b) * fv1(nuTilda_.boundary(b) / flow_.nu.boundary()[b]); });
}

void SpalartAllmarasDes::solve(bool finalIteration) {
  delta_->correct();
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

void SpalartAllmarasDes::setSources() {
  auto& sources = nuTilda_.sources();
  parallelFor({"nuTilda: sources of DES", 160}, flow_.context.mesh.nCells, [&](Label c) {
    const Tensor& gradU = gradU_.cells[c];
    const double nuTilda = nuTilda_[c], chi = nuTilda / flow_.nu[c], Omega = vorticity(gradU);
    const double fv1 = this->fv1(chi), fv2 = 1 - chi / (1 + chi * fv1), ft2 = Ct3_ * std::exp(-Ct4_ * chi * chi);
    const double d = length(c, psi(fv1, fv2, ft2), mag(gradU)), kappaD2 = sqr(kappa_ * d);
    const double STilda = std::max(Omega + fv2 * nuTilda / kappaD2, Cs_ * Omega);
    const double r = std::min(nuTilda / (std::max(STilda, small) * kappaD2), 10.0);
    sources.given[c] = Cb2_ / sigmaNut_ * magSqr(gradNuTilda_[c]) + Cb1_ * STilda * nuTilda * (1 - ft2);
    sources.sink[c] = (Cw1_ * fw(r) - Cb1_ / sqr(kappa_) * ft2) * nuTilda / (d * d);
  });
}

SpalartAllmarasDdes::SpalartAllmarasDdes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : SpalartAllmarasDes("SpalartAllmarasDDES", les, flow, read), Cd1_(coefficient("Cd1", 8)), Cd2_(coefficient("Cd2", 3)) {
  start();
}

double SpalartAllmarasDdes::length(Label c, double psi, double magGradU) const {
  const double y = wallDistance(c), excess = std::max(y - psi * CDES() * width()[c], 0.0);
  const double fd = 1 - std::tanh(std::pow(Cd1_ * rd(c, (*nut_)[c] + flow_.nu[c], magGradU), Cd2_));
  return std::max(y - fd * excess, small);
}

ModelNeeds SpalartAllmarasIddes::needs(const config::Dictionary& les) {
  static const std::vector<std::string> widths{"IDDESDelta"};
  les.getChoice("delta", widths);
  return SpalartAllmarasDes::needs(les);
}

SpalartAllmarasIddes::SpalartAllmarasIddes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : SpalartAllmarasDes("SpalartAllmarasIDDES", les, flow, read),
      Cdt1_(coefficient("Cdt1", 8)),
      Cdt2_(coefficient("Cdt2", 3)),
      Cl_(coefficient("Cl", 3.55)),
      Ct_(coefficient("Ct", 1.63)),
      hmax_(delta_->hmax()) {
  start();
}

double SpalartAllmarasIddes::length(Label c, double psi, double magGradU) const {
  const double y = wallDistance(c), alpha = std::max(0.25 - y / (*hmax_)[c], -5.0), squared = std::exp(alpha * alpha);
  const double rdt = rd(c, (*nut_)[c], magGradU), rdl = rd(c, flow_.nu[c], magGradU);
  const double fB = std::min(2 * std::pow(squared, -9.0), 1.0), fe1 = 2 * std::pow(squared, alpha >= 0 ? -11.09 : -9.0);
  const double ft = std::tanh(std::pow(sqr(Ct_) * rdt, 3)), fl = std::tanh(std::pow(sqr(Cl_) * rdl, 10));
  const double fe = std::max(fe1 - 1, 0.0) * psi * (1 - std::max(ft, fl));
  const double fdt = 1 - std::tanh(std::pow(Cdt1_ * rdt, Cdt2_)), fdTilda = std::max(1 - fdt, fB);
  return std::max(fdTilda * (1 + fe) * y + (1 - fdTilda) * psi * CDES() * width()[c], small);
}

}  // namespace eagre::physics
