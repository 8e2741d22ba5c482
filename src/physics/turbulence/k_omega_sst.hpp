// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/model_needs.hpp"
#include "physics/turbulence/wall_cells.hpp"

namespace eagre::physics {

/// The shear stress transport model (Menter and Esch 2001; coefficients of Menter, Kuntz and Langtry 2003),
///     dk/dt + div(phi k) - div((nu + alphaK nut) grad k) = min(G, c1 betaStar k omega) - 2/3 k div U - betaStar omega k
///     d omega/dt + div(phi omega) - div((nu + alphaOmega nut) grad omega)
///         = gamma min(G/nut, (c1/a1) betaStar omega max(a1 omega, b1 F23 S)) - 2/3 gamma omega div U - beta omega^2
///           + (1 - F1) CDkOmega
///     CDkOmega = 2 alphaOmega2 grad k . grad omega / omega,   nut = a1 k / max(a1 omega, b1 F23 S),   S = sqrt(2) |symm grad U|
/// with alphaK, alphaOmega, beta and gamma blended by F1 between k-omega at walls and k-epsilon away from them. F23 is F2, times
/// F3 for rough walls (Hellsten 1998) with `F3 yes`; `decayControl yes` sustains kInf and omegaInf (Spalart and Rumsey 2007).
/// Coefficients from kOmegaSSTCoeffs or the RAS dictionary itself, defaults as in OpenFOAM.
class KOmegaSST : public EddyViscosityModel {
 public:
  KOmegaSST(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& dict);

 protected:
  /// For models that change a term.
  KOmegaSST(const std::string& name, const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  /// epsilon/k [1/s] in the equation of k: nCells. grad U, F1 and omega are those of the step.
  virtual void dissipationOverK(std::span<double> values) const;
  /// Whether the production of omega is limited as above.
  virtual bool limitsProduction() const { return true; }
  /// What the production of k is multiplied by; empty: 1. nCells.
  virtual std::span<const double> shareOfProduction() const { return {}; }
  /// Adds to the sources of omega [1/s^2], nCells.
  virtual void addToOmega(kernel::View<double> given) const { static_cast<void>(given); }

  void solve(bool finalIteration) override;
  void correctNut() override;

  /// The model at one cell or boundary face.
  struct Place {
    double k, omega, nu, y;
  };
  /// The coefficients and what the model makes of them.
  struct Functions {
    double alphaK1, alphaK2, alphaOmega1, alphaOmega2, gamma1, gamma2, beta1, beta2, betaStar, a1, b1, c1;
    bool F3 = false;
    bool transition = false;  ///< F1 is 1 in laminar layers, too: at least exp(-(y sqrt(k)/(120 nu))^8) (Langtry and Menter 2009)
    double kInf = 0, omegaInf = 0;
    double F1(const Place& place, double CDkOmega) const;
    double F23(const Place& place) const;
    /// max(a1 omega, b1 F23 S); F23, at most 1, is made only where it matters.
    double limitOfStress(const Place& place, double S2) const;
    double nut(const Place& place, double S2) const;
  };
  Functions model_;
  TransportedScalar &k_, &omega_;
  fv::CellValues<double> F1_, S2_;
  fv::CellValues<Vec3> gradK_, gradOmega_;

 private:
  /// All cells, or all boundary faces.
  struct Places {
    kernel::View<const double> k, omega, nu, y;
    Place operator[](Label i) const { return {k[i], omega[i], nu[i], y[i]}; }
  };
  Places cells() const;
  Places boundary() const;

  void strain();
  void crossDiffusion();
  void solveOmega(bool finalIteration);
  void solveK(bool finalIteration);
  void setDiffusivity(TransportedScalar& scalar, double alpha1, double alpha2);
  void eddyViscosity();

  WallCells wallCells_;
  std::unique_ptr<fv::GradientScheme<double>> gradientOfK_, gradientOfOmega_;
  fv::CellValues<double> share_;
  std::vector<double> GbyNu_, G_, CDkOmega_, dissipation_;  ///< nCells
};

}  // namespace eagre::physics
