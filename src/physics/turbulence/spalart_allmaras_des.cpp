// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/spalart_allmaras_des.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::physics {

using kernel::View;

SpalartAllmarasDes::SpalartAllmarasDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : SpalartAllmarasDes("SpalartAllmarasDES", les, flow, read) {}

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

void SpalartAllmarasDes::setSources() {
  setSourcesWithLength([CDES = CDES_, width = width(), y = wallDistance()](Label c, double psi, double) {
    return std::min(psi * CDES * width[c], y[c]);
  });
}

SpalartAllmarasDdes::SpalartAllmarasDdes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : SpalartAllmarasDes("SpalartAllmarasDDES", les, flow, read), Cd1_(coefficient("Cd1", 8)), Cd2_(coefficient("Cd2", 3)) {}

void SpalartAllmarasDdes::setSources() {
  setSourcesWithLength([Cd1 = Cd1_, Cd2 = Cd2_, CDES = CDES(), rd = rd(), width = width(), y = wallDistance(),
                        nut = View(nut_->cells()), nu = View(flow_.nu.cells())](Label c, double psi, double magGradU) {
    const double excess = std::max(y[c] - psi * CDES * width[c], 0.0);
    if (excess == 0) return std::max(y[c], small);
    const double r = Cd1 * rd(c, nut[c] + nu[c], magGradU);
    const double fd = 1 - std::tanh(Cd2 == 3 ? r * r * r : std::pow(r, Cd2));
    return std::max(y[c] - fd * excess, small);
  });
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
      hmax_(delta_->hmax()) {}

namespace {

/// d of improved delayed detached-eddy simulation.
template <class Rd>
struct IddesLength {
  double Cdt1, Cdt2, Cl, Ct, CDES;
  Rd rd;
  View<const double> width, hmax, y, nut, nu;

  double operator()(Label c, double psi, double magGradU) const {
    const double alpha = std::max(0.25 - y[c] / hmax[c], -5.0), squared = std::exp(alpha * alpha);
    const double rdt = rd(c, nut[c], magGradU), rdl = rd(c, nu[c], magGradU);
    const double fB = std::min(2 * std::pow(squared, -9.0), 1.0), fe1 = 2 * std::pow(squared, alpha >= 0 ? -11.09 : -9.0);
    const double ft = std::tanh(std::pow(sqr(Ct) * rdt, 3)), fl = std::tanh(std::pow(sqr(Cl) * rdl, 10));
    const double fe = std::max(fe1 - 1, 0.0) * psi * (1 - std::max(ft, fl));
    const double fdt = 1 - std::tanh(std::pow(Cdt1 * rdt, Cdt2)), fdTilda = std::max(1 - fdt, fB);
    return std::max(fdTilda * (1 + fe) * y[c] + (1 - fdTilda) * psi * CDES * width[c], small);
  }
};

}  // namespace

void SpalartAllmarasIddes::setSources() {
  setSourcesWithLength(IddesLength<Rd>{.Cdt1 = Cdt1_,
                                       .Cdt2 = Cdt2_,
                                       .Cl = Cl_,
                                       .Ct = Ct_,
                                       .CDES = CDES(),
                                       .rd = rd(),
                                       .width = width(),
                                       .hmax = hmax_->cells(),
                                       .y = wallDistance(),
                                       .nut = nut_->cells(),
                                       .nu = flow_.nu.cells()});
}

}  // namespace eagre::physics
