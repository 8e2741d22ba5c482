// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/model_needs.hpp"
#include "physics/turbulence/strain.hpp"

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
  /// For models with another length or ft2.
  SpalartAllmaras(const std::string& name, const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  /// Calls setSourcesWith() with the model's ft2 and length. grad U is that of the step.
  virtual void setSources();
  /// ft2(chi) takes the production down near laminar flow:
  ///     Cb1 (1 - ft2) STilda nuTilda - (Cw1 fw - Cb1/kappa^2 ft2) (nuTilda/y)^2.
  /// length(c, fv1, fv2, ft2): what stands for y in a cell [m], of the functions above there. Both hold what they need by value.
  template <class Ft2, class Length>
  void setSourcesWith(Ft2 ft2, Length length);
  kernel::View<const double> wallDistance() const { return flow_.context.mesh.cellWallDistance; }
  void solve(bool finalIteration) override;
  /// k [m^2/s^2] in the cells where wall functions of nut ask for it; nut is there. The model has none: 0, with a warning.
  virtual void setWallK(std::span<double>) {}
  kernel::View<const double> nuTildaInCells() const { return nuTilda_.cells(); }

  /// The coefficients and what the model makes of them.
  struct Functions {
    double sigmaNut, kappa, Cb1, Cb2, Cw2, Cw3, Cv1, Cs;
    double Cw1 = 0;                     ///< Cb1/kappa^2 + (1 + Cb2)/sigmaNut
    double ofSmall = 0, ofLargest = 0;  ///< root() where g^6 is nothing beside Cw3^6, and of r = largestR
    static constexpr double largestR = 10;
    double fv1(double chi) const;
    double fw(double r) const;
    double g(double r) const { return r + Cw2 * (pow6(r) - r); }
    double root(double g6) const { return std::pow((1 + pow6(Cw3)) / (g6 + pow6(Cw3)), 1.0 / 6.0); }
    static double pow6(double x) { return (x * x) * (x * x) * (x * x); }
  };
  Functions model_;

 private:
  void correctNut() override;
  void makeWallK(bool warn);

  TransportedScalar& nuTilda_;
  std::unique_ptr<fv::VolScalarField> wallK_;  ///< k; null: no wall function asks for it
  std::unique_ptr<fv::GradientScheme<double>> gradientOfNuTilda_;
  std::vector<Vec3> gradNuTilda_;
};

inline double SpalartAllmaras::Functions::fv1(double chi) const {
  const double chi3 = chi * chi * chi;
  return chi3 / (chi3 + Cv1 * Cv1 * Cv1);
}

inline double SpalartAllmaras::Functions::fw(double r) const {
  const double gr = g(r), g6 = pow6(gr), Cw36 = pow6(Cw3);
  return gr * (g6 + Cw36 == Cw36 ? ofSmall : r == largestR ? ofLargest : root(g6));
}

template <class Ft2, class Length>
void SpalartAllmaras::setSourcesWith(Ft2 ft2Of, Length length) {
  using kernel::View;
  kernel::parallelFor({"nuTilda: sources", 136}, flow_.context.mesh.nCells,
                      [m = model_, ft2Of, length, values = nuTilda_.cells(), nu = View(flow_.nu.cells()),
                       gradU = View(gradU_.cells), gradNuTilda = View(gradNuTilda_), sources = nuTilda_.sources()](Label c) {
                        const double nuTilda = values[c], chi = nuTilda / nu[c], Omega = vorticity(gradU[c]);
                        const double fv1 = m.fv1(chi), fv2 = 1 - chi / (1 + chi * fv1), ft2 = ft2Of(chi);
                        const double d = length(c, fv1, fv2, ft2), kappaD2 = sqr(m.kappa * d);
                        const double STilda = std::max(Omega + fv2 * nuTilda / kappaD2, m.Cs * Omega);
                        const double r = std::min(nuTilda / (std::max(STilda, small) * kappaD2), m.largestR);
                        sources.given[c] = m.Cb2 / m.sigmaNut * magSqr(gradNuTilda[c]) + m.Cb1 * STilda * nuTilda * (1 - ft2);
                        sources.sink[c] = (m.Cw1 * m.fw(r) - m.Cb1 / sqr(m.kappa) * ft2) * nuTilda / (d * d);
                      });
}

}  // namespace eagre::physics
