// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/spalart_allmaras_des.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::physics {

SpalartAllmarasDes::SpalartAllmarasDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : SpalartAllmarasDes("SpalartAllmarasDES", les, flow, read) {
  start();
}

SpalartAllmarasDes::SpalartAllmarasDes(const std::string& name, const config::Dictionary& les, const Flow& flow,
                                       const ReadScalar& read)
    : SpalartAllmaras(name, les, flow, read),
      delta_(makeLesDelta(les, {flow, *nut_})),
      CDES_(coefficient("CDES", 0.65)),
      Ct3_(coefficient("Ct3", 1.2)),
      Ct4_(coefficient("Ct4", 0.5)),
      fwStar_(coefficient("fwStar", 0.424)),
      lowReCorrection_(flag("lowReCorrection", true)) {
  flow.context.registry.add(delta_->width());
}

void SpalartAllmarasDes::solve(bool finalIteration) {
  delta_->correct();
  SpalartAllmaras::solve(finalIteration);
}

double SpalartAllmarasDes::ft2(double chi) const { return Ct3_ * std::exp(-Ct4_ * chi * chi); }

double SpalartAllmarasDes::psi(double fv1, double fv2, double ft2) const {
  if (!lowReCorrection_) return 1;
  const double lost = Cb1_ / (Cw1_ * sqr(kappa_) * fwStar_) * (ft2 + (1 - ft2) * fv2);
  return std::sqrt(std::min(100.0, (1 - lost) / std::max(small, fv1 * std::max(1e-10, 1 - ft2))));
}

double SpalartAllmarasDes::rd(Label c, double nu, double magGradU) const {
  return std::min(nu / (std::max(magGradU, small) * sqr(kappa_ * wallDistance(c))), 10.0);
}

double SpalartAllmarasDes::length(Label c, double fv1, double fv2, double ft2) const {
  return lengthOf(c, psi(fv1, fv2, ft2), mag(gradU_.cells[c]));
}

double SpalartAllmarasDes::lengthOf(Label c, double psi, double) const {
  return std::min(psi * CDES_ * width()[c], wallDistance(c));
}

SpalartAllmarasDdes::SpalartAllmarasDdes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : SpalartAllmarasDes("SpalartAllmarasDDES", les, flow, read), Cd1_(coefficient("Cd1", 8)), Cd2_(coefficient("Cd2", 3)) {
  start();
}

double SpalartAllmarasDdes::lengthOf(Label c, double psi, double magGradU) const {
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

double SpalartAllmarasIddes::lengthOf(Label c, double psi, double magGradU) const {
  const double y = wallDistance(c), alpha = std::max(0.25 - y / (*hmax_)[c], -5.0), squared = std::exp(alpha * alpha);
  const double rdt = rd(c, (*nut_)[c], magGradU), rdl = rd(c, flow_.nu[c], magGradU);
  const double fB = std::min(2 * std::pow(squared, -9.0), 1.0), fe1 = 2 * std::pow(squared, alpha >= 0 ? -11.09 : -9.0);
  const double ft = std::tanh(std::pow(sqr(Ct_) * rdt, 3)), fl = std::tanh(std::pow(sqr(Cl_) * rdl, 10));
  const double fe = std::max(fe1 - 1, 0.0) * psi * (1 - std::max(ft, fl));
  const double fdt = 1 - std::tanh(std::pow(Cdt1_ * rdt, Cdt2_)), fdTilda = std::max(1 - fdt, fB);
  return std::max(fdTilda * (1 + fe) * y + (1 - fdTilda) * psi * CDES() * width()[c], small);
}

}  // namespace eagre::physics
