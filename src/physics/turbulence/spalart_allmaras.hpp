// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/model_needs.hpp"

namespace eagre::physics {

/// The one-equation model of Spalart and Allmaras (1994) without trip terms, with chi = nuTilda/nu:
///     d nuTilda/dt + div(phi nuTilda) - div((nu + nuTilda)/sigmaNut grad nuTilda)
///         = Cb2/sigmaNut |grad nuTilda|^2 + Cb1 STilda nuTilda - Cw1 fw (nuTilda/y)^2
///     nut = nuTilda fv1,   fv1 = chi^3/(chi^3 + Cv1^3),   fv2 = 1 - chi/(1 + chi fv1)
///     STilda = max(Omega + fv2 nuTilda/(kappa y)^2, Cs Omega),   Omega = sqrt(2) |skew grad U|
///     fw = g ((1 + Cw3^6)/(g^6 + Cw3^6))^(1/6),   g = r + Cw2 (r^6 - r),   r = min(nuTilda/(STilda (kappa y)^2), 10).
/// Coefficients from SpalartAllmarasCoeffs or the RAS dictionary itself, defaults as in OpenFOAM.
class SpalartAllmaras final : public EddyViscosityModel {
 public:
  SpalartAllmaras(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& dict);

 private:
  void solve(bool finalIteration) override;
  void correctNut() override;
  double fv1(double chi) const;
  double fw(double r) const;
  void sources();

  double sigmaNut_, kappa_, Cb1_, Cb2_, Cw1_, Cw2_, Cw3_, Cv1_, Cs_;
  TransportedScalar& nuTilda_;
  std::unique_ptr<fv::GradientScheme<double>> gradientOfNuTilda_;
  std::vector<Vec3> gradNuTilda_;
};

}  // namespace eagre::physics
