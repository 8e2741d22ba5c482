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
      ck_(coefficient("ck", 0.07)),
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

auto SpalartAllmarasDes::length() const {
  return [CDES = CDES_, width = width(), y = wallDistance()](Label c, double psi, double) {
    return std::min(psi * CDES * width[c], y[c]);
  };
}
void SpalartAllmarasDes::setSources() { setSourcesWithLength(length()); }
void SpalartAllmarasDes::setWallK(std::span<double> k) { setWallKWithLength(length(), k); }

SpalartAllmarasDdes::SpalartAllmarasDdes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : SpalartAllmarasDes("SpalartAllmarasDDES", les, flow, read), Cd1_(coefficient("Cd1", 8)), Cd2_(coefficient("Cd2", 3)) {}

auto SpalartAllmarasDdes::length() const {
  return [CDES = CDES(), width = width(), y = wallDistance(),
          length = DelayedLength{.Cd1 = Cd1_, .Cd2 = Cd2_, .rd = rd(), .nut = nut_->cells(), .nu = flow_.nu.cells()}](
             Label c, double psi, double magGradU) { return length(c, y[c], psi * CDES * width[c], magGradU); };
}
void SpalartAllmarasDdes::setSources() { setSourcesWithLength(length()); }
void SpalartAllmarasDdes::setWallK(std::span<double> k) { setWallKWithLength(length(), k); }

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

auto SpalartAllmarasIddes::length() const {
  return [CDES = CDES(), width = width(), y = wallDistance(),
          length = ImprovedLength{.Cdt1 = Cdt1_,
                                  .Cdt2 = Cdt2_,
                                  .Cl = Cl_,
                                  .Ct = Ct_,
                                  .rd = rd(),
                                  .hmax = hmax_->cells(),
                                  .nut = nut_->cells(),
                                  .nu = flow_.nu.cells()}](Label c, double psi, double magGradU) {
    return length(c, y[c], psi * CDES * width[c], psi, magGradU);
  };
}
void SpalartAllmarasIddes::setSources() { setSourcesWithLength(length()); }
void SpalartAllmarasIddes::setWallK(std::span<double> k) { setWallKWithLength(length(), k); }

}  // namespace eagre::physics
