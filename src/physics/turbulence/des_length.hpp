// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>

#include "core/types.hpp"
#include "core/vec.hpp"
#include "kernel/view.hpp"

/// Lengths of delayed detached-eddy simulation, whatever model they stand in: between that of the model, lRas (the distance to
/// the wall of Spalart-Allmaras, k^(1/2)/(betaStar omega) of k-omega SST), and that of the filter, lLes. Functors of a cell; they
/// hold views and numbers only.
namespace eagre::physics {

/// rd = min(nu/(|grad U| (kappa y)^2), 10) of the molecular, eddy or effective viscosity (Spalart et al. 2006): 1 in the
/// logarithmic layer, 0 far from walls.
struct ShieldRatio {
  double kappa;
  kernel::View<const double> y;
  double operator()(Label c, double nu, double magGradU) const {
    return std::min(nu / (std::max(magGradU, small) * sqr(kappa * y[c])), 10.0);
  }
};

/// Boundary layers stay with the length of the model (Spalart et al. 2006),
///     d = lRas - fd max(lRas - lLes, 0),   fd = 1 - tanh((Cd1 rd)^Cd2),   rd of nu + nut.
struct DelayedLength {
  double Cd1, Cd2;
  ShieldRatio rd;
  kernel::View<const double> nut, nu;

  double operator()(Label c, double lRas, double lLes, double magGradU) const {
    const double excess = std::max(lRas - lLes, 0.0);
    if (excess == 0) return std::max(lRas, small);
    const double r = Cd1 * rd(c, nut[c] + nu[c], magGradU);
    const double fd = 1 - std::tanh(Cd2 == 3 ? r * r * r : std::pow(r, Cd2));
    return std::max(lRas - fd * excess, small);
  }
};

/// Improved (Shur, Spalart, Strelets and Travin 2008), with the width IDDESDelta and its hmax:
///     d = fdTilda (1 + fe) lRas + (1 - fdTilda) lLes,   fdTilda = max(1 - fdt, fB),
///     fdt = 1 - tanh((Cdt1 rdt)^Cdt2),   fB = min(2 exp(-9 alpha^2), 1),   alpha = max(1/4 - y/hmax, -5),
///     fe = max(fe1 - 1, 0) psi fe2,   fe1 = 2 exp(-11.09 alpha^2) or, where alpha < 0, 2 exp(-9 alpha^2),
///     fe2 = 1 - max(tanh((Ct^2 rdt)^3), tanh((Cl^2 rdl)^10)),
/// rdt and rdl as rd of the eddy and the molecular viscosity.
struct ImprovedLength {
  double Cdt1, Cdt2, Cl, Ct;
  ShieldRatio rd;
  kernel::View<const double> hmax, nut, nu;

  double operator()(Label c, double lRas, double lLes, double psi, double magGradU) const {
    const double alpha = std::max(0.25 - rd.y[c] / hmax[c], -5.0), squared = std::exp(alpha * alpha);
    const double rdt = rd(c, nut[c], magGradU), rdl = rd(c, nu[c], magGradU);
    const double fB = std::min(2 * std::pow(squared, -9.0), 1.0), fe1 = 2 * std::pow(squared, alpha >= 0 ? -11.09 : -9.0);
    const double ft = std::tanh(std::pow(sqr(Ct) * rdt, 3)), fl = std::tanh(std::pow(sqr(Cl) * rdl, 10));
    const double fe = std::max(fe1 - 1, 0.0) * psi * (1 - std::max(ft, fl));
    const double fdt = 1 - std::tanh(std::pow(Cdt1 * rdt, Cdt2)), fdTilda = std::max(1 - fdt, fB);
    return std::max(fdTilda * (1 + fe) * lRas + (1 - fdTilda) * lLes, small);
  }
};

}  // namespace eagre::physics
