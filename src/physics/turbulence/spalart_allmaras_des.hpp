// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/les_delta.hpp"
#include "physics/turbulence/spalart_allmaras.hpp"

namespace eagre::physics {

/// Detached-eddy simulation (Spalart, Jou, Strelets and Allmaras 1997): the Spalart-Allmaras model with
///     ft2 = Ct3 exp(-Ct4 chi^2)   and the length   d = min(psi CDES Delta, y)
/// instead of the distance y to the wall. psi (Spalart et al. 2006; lowReCorrection) undoes the model's low-Reynolds terms where
/// the filter's width counts. Coefficients as in OpenFOAM.
class SpalartAllmarasDes : public SpalartAllmaras {
 public:
  SpalartAllmarasDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 protected:
  SpalartAllmarasDes(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  /// d [m] in a cell, of psi and |grad U| [1/s] there.
  virtual double lengthOf(Label c, double psi, double magGradU) const;
  /// min(nu/(|grad U| (kappa y)^2), 10): of the molecular, eddy or effective viscosity.
  double rd(Label c, double nu, double magGradU) const;
  double CDES() const { return CDES_; }
  const double* width() const { return delta_->width().cells().data(); }

  std::unique_ptr<LesDelta> delta_;

 private:
  void solve(bool finalIteration) final;
  double ft2(double chi) const final;
  double length(Label c, double fv1, double fv2, double ft2) const final;
  double psi(double fv1, double fv2, double ft2) const;

  double CDES_, Ct3_, Ct4_, fwStar_;
  bool lowReCorrection_;
};

/// Delayed detached-eddy simulation (Spalart et al. 2006): boundary layers stay with the distance to the wall,
///     d = y - fd max(y - psi CDES Delta, 0),   fd = 1 - tanh((Cd1 rd)^Cd2),   rd = min((nu + nut)/(|grad U| (kappa y)^2), 10).
class SpalartAllmarasDdes final : public SpalartAllmarasDes {
 public:
  SpalartAllmarasDdes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 private:
  double lengthOf(Label c, double psi, double magGradU) const override;
  double Cd1_, Cd2_;
};

/// Improved delayed detached-eddy simulation (Shur, Spalart, Strelets and Travin 2008), with the width IDDESDelta and its hmax:
///     d = fdTilda (1 + fe) y + (1 - fdTilda) psi CDES Delta,   fdTilda = max(1 - fdt, fB),
///     fdt = 1 - tanh((Cdt1 rdt)^Cdt2),   fB = min(2 exp(-9 alpha^2), 1),   alpha = max(1/4 - y/hmax, -5),
///     fe = max(fe1 - 1, 0) psi fe2,   fe1 = 2 exp(-11.09 alpha^2) or, where alpha < 0, 2 exp(-9 alpha^2),
///     fe2 = 1 - max(tanh((Ct^2 rdt)^3), tanh((Cl^2 rdl)^10)),
/// rdt and rdl as rd of the eddy and the molecular viscosity.
class SpalartAllmarasIddes final : public SpalartAllmarasDes {
 public:
  /// Error (badCase): another `delta`.
  SpalartAllmarasIddes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& les);

 private:
  double lengthOf(Label c, double psi, double magGradU) const override;
  double Cdt1_, Cdt2_, Cl_, Ct_;
  const fv::VolScalarField* hmax_;
};

}  // namespace eagre::physics
