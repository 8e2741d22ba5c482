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
class SpalartAllmaras : public EddyViscosityModel {
 public:
  SpalartAllmaras(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& dict);

 protected:
  /// For models with another length or ft2; their constructors end with start().
  SpalartAllmaras(const std::string& name, const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  /// Takes the production down near laminar flow: Cb1 (1 - ft2) STilda nuTilda - (Cw1 fw - Cb1/kappa^2 ft2) (nuTilda/y)^2.
  virtual double ft2(double chi) const { return static_cast<void>(chi), 0.0; }
  /// What stands for y in a cell [m], of the functions above there. grad U is that of the step.
  virtual double length(Label c, double fv1, double fv2, double ft2) const;
  double wallDistance(Label c) const { return flow_.context.mesh.cellWallDistance[c]; }
  void solve(bool finalIteration) override;

  double sigmaNut_, kappa_, Cb1_, Cb2_, Cw1_;

 private:
  void correctNut() override;
  double fv1(double chi) const;
  double fw(double r) const;
  void setSources();

  double Cw2_, Cw3_, Cv1_, Cs_;
  TransportedScalar& nuTilda_;
  std::unique_ptr<fv::GradientScheme<double>> gradientOfNuTilda_;
  std::vector<Vec3> gradNuTilda_;
};

}  // namespace eagre::physics
