// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "fv/ddt.hpp"
#include "fv/equation.hpp"
#include "fv/function1.hpp"
#include "interface/interface_properties.hpp"
#include "interface/vof/alpha_flux.hpp"
#include "interface/vof/mules.hpp"
#include "physics/cavitation/phase_change.hpp"

namespace eagre::interface_ {

/// Controls of the phase equation: the entry of alpha.<phase> in fvSolution.solvers.
struct AlphaControls {
  int nAlphaCorr = 1, nAlphaSubCycles = 1;
  bool mulesCorr = false, applyPrevCorr = false;
  double cAlpha = 1, icAlpha = 0, scAlpha = 0;
  /// Sub-cycles by the Courant number at the interface (openfoam.org 13); null: nAlphaSubCycles of them.
  std::shared_ptr<const fv::Function1<double>> subCycles{};
  bool boundFaceValues = false;  ///< AlphaFlux, `bounded`; not a word of v1912, flavour::fvSolution writes it
  static AlphaControls read(const config::Dictionary& dict);
};

/// Phases that change into one another: the model, and the pressure p [Pa] that it looks at. Both outlive the equation.
struct PhaseChangeAt {
  const physics::PhaseChange* model = nullptr;  ///< null: they do not
  const fv::VolScalarField* p = nullptr;
};

/// Transport of the phase fraction with interface compression (Weller 2008), in flux form limited by MULES:
///
///     d alpha/dt + div(phi alpha) + div(phi_r alpha (1 - alpha)) = 0,                                        (1)
///     phi_r = phi_c nHat.S,   phi_c = cAlpha [(1 - icAlpha) |phi/|S|| + icAlpha |U|_f],                     (2)
///
/// Explicit (MULESCorr no): the whole flux of (1) is limited against upwind. Semi-implicit (MULESCorr yes): an implicit upwind
/// step, then nAlphaCorr limited corrections to the flux of (1), all but the first under-relaxed by one half. Time: Euler (with
/// local steps too), or Crank-Nicolson off-centred (flux and alpha blended in time). nAlphaSubCycles divides the step.
///
/// Where phases change into one another, (1) has alpha div(phi) + Su + Sp alpha on its right (physics::PhaseChange), made anew in
/// each sub-cycle and, but for alpha div(phi) of the explicit variant, taken implicitly; MULES limits with them; time is Euler.
/// As in interPhaseChangeFoam the normals of the whole step are those at its start, and alpha2 lags behind alpha1 until a
/// corrector has ended: who calls solve() calls InterfaceProperties::alphaChanged() after it. After solve(): alpha1 and alpha2 =
/// 1 - alpha1 new; alphaPhi the limited volumetric flux of phase 1 (of the last sub-cycle); rhoPhi [kg/s] the mass flux of the
/// whole step.
class AlphaEquation {
 public:
  AlphaEquation(fv::Context& context, fv::VolScalarField& alpha1, fv::VolScalarField& alpha2, const fv::VolVectorField& U,
                fv::SurfaceScalarField& phi, fv::SurfaceScalarField& alphaPhi, InterfaceProperties& interface,
                bool alphaPhiWasRead, PhaseChangeAt change = {});

  const AlphaControls& controls() const { return controls_; }
  /// Old levels of the fluxes are needed: Crank-Nicolson.
  bool readsOldFluxes() const { return !ddt_.isEuler() && (ddt_.ocCoeffOfTime || ddt_.ocCoeff > 0); }
  /// Where the number of sub-cycles is a function: that for this Courant number at the interface, for the steps from now on.
  void chooseSubCycles(double interfaceCourant);
  /// `finalIteration`: the last outer corrector, whose linear solver is alpha.<phase>Final. Viscosity is not looked at in here.
  void solve(double rho1, double rho2, bool finalIteration, fv::SurfaceScalarField& rhoPhi);
  /// Flux, limiter and correction on all faces from now on, not only around the interface: the same to round-off.
  void includeEverything();
  /// Problems of the phase's entry in fvSolution and of the schemes that the equation names.
  static void check(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems);

 private:
  void solveStep(double rho1, double rho2, fv::SurfaceScalarField& rhoPhi);
  const fv::SurfaceScalarField& volumeFlux();
  void predictImplicit(const fv::SurfaceScalarField& phi);
  void applyPreviousCorrection();
  void keepCorrection();
  const fv::VolScalarField& convected();
  void correctImplicit(const fv::SurfaceScalarField& phi, int corrector);
  void solveExplicit(const fv::SurfaceScalarField& phi);
  const fv::VolScalarField& subStepRate(const fv::VolScalarField& rDeltaT);
  void updateAlpha2();
  void makeSources();
  MulesSources correctionSources();
  MulesSources explicitSources();
  void report(const char* what) const;
  const fv::CellValues<double>* oldAlpha() const { return cnCoeff_ < 1 ? &alpha1_->old() : nullptr; }

  fv::Context* context_;
  fv::VolScalarField *alpha1_, *alpha2_;
  fv::SurfaceScalarField *phi_, *alphaPhi_;
  InterfaceProperties* interface_;
  bool alphaPhiWasRead_;
  PhaseChangeAt change_;
  AlphaControls controls_;
  fv::DdtScheme ddt_;   ///< "ddt(alpha)": Euler, localEuler or Crank-Nicolson
  bool eulerMomentum_;  ///< "ddt(rho,U)" is Euler or localEuler
  double cnCoeff_ = 1;  ///< of this step: 1/(1 + psi)
  AlphaFlux highOrder_;
  Mules mules_;
  fv::Equation<double> upwindEqn_;
  std::unique_ptr<fv::SurfaceScalarField> phiCN_;  ///< Crank-Nicolson only
  std::unique_ptr<fv::VolScalarField> alphaCN_;
  std::unique_ptr<fv::VolScalarField> rSubDeltaT_;  ///< local time steps with sub-cycles only
  std::vector<double> correction_, outletFlux_;     ///< on the faces of the band, on its boundary faces
  std::vector<double> upwindFlux_, rhoPhiSum_;
  std::vector<double> divPhi_, Su_, Sp_;  ///< phase change: alpha's sources [1/s], div(phi) beside them
  std::vector<double> mulesSu_;           ///< what of them a corrector takes explicitly
  std::vector<double> alphaBefore_;       ///< alpha as the corrector before found it
  std::vector<Label> previousFaces_;      ///< alphaApplyPrevCorr: where the last step corrected, and by how much
  std::vector<double> previousCorrection_;
  bool hasPreviousCorrection_ = false, finalIteration_ = true;
};

}  // namespace eagre::interface_
