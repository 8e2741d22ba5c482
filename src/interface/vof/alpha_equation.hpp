// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "fv/equation.hpp"
#include "interface/interface_properties.hpp"
#include "interface/vof/mules.hpp"

namespace eagre::interface_ {

/// Controls of the phase equation: the entry of alpha.<phase> in fvSolution.solvers.
struct AlphaControls {
  int nAlphaCorr = 1, nAlphaSubCycles = 1;
  bool mulesCorr = false, applyPrevCorr = false;
  double cAlpha = 1, icAlpha = 0, scAlpha = 0;
  static AlphaControls read(const config::Dictionary& dict);
};

/// Transport of the phase fraction with interface compression (Weller 2008), in flux form limited by MULES:
///
///     d alpha/dt + div(phi alpha) + div(phi_r alpha (1 - alpha)) = 0,                                        (1)
///     phi_r = phi_c nHat.S,   phi_c = cAlpha [(1 - icAlpha) |phi/|S|| + icAlpha |U|_f],                     (2)
///
/// Explicit (MULESCorr no): the whole flux of (1) is limited against upwind. Semi-implicit (MULESCorr yes): an implicit upwind
/// step, then nAlphaCorr limited corrections to the flux of (1), all but the first under-relaxed by one half. Time: Euler, or
/// Crank-Nicolson off-centred (flux and alpha blended in time). nAlphaSubCycles divides the step. After solve(): alpha1 and
/// alpha2 = 1 - alpha1 new; alphaPhi the limited volumetric flux of phase 1 (of the last sub-cycle); rhoPhi [kg/s] the mass flux
/// of the whole step.
class AlphaEquation {
 public:
  AlphaEquation(fv::Context& context, fv::VolScalarField& alpha1, fv::VolScalarField& alpha2, const fv::VolVectorField& U,
                fv::SurfaceScalarField& phi, fv::SurfaceScalarField& alphaPhi, InterfaceProperties& interface,
                bool alphaPhiWasRead);

  const AlphaControls& controls() const { return controls_; }
  /// `afterAlpha` is called whenever alpha1 has changed and mixture properties are due (viscosity), before the curvature is.
  /// `finalIteration`: the last outer corrector, whose linear solver is alpha.<phase>Final.
  template <class F>
  void solve(double rho1, double rho2, bool finalIteration, fv::SurfaceScalarField& rhoPhi, F&& afterAlpha) {
    correctMixture_ = afterAlpha;
    finalIteration_ = finalIteration;
    solveSubCycles(rho1, rho2, rhoPhi);
  }
  /// Problems of the phase's entry in fvSolution and of the schemes that the equation names.
  static void check(const fv::Context& context, const std::string& alphaName, Problems& problems);

 private:
  void solveSubCycles(double rho1, double rho2, fv::SurfaceScalarField& rhoPhi);
  void solveStep(double dt, double rho1, double rho2, fv::SurfaceScalarField& rhoPhi);
  double offCentring() const;
  void compressionFlux();
  void predictImplicit(double dt);
  void highOrderFlux(double cnCoeff);
  void phaseChanged();
  void report() const;

  fv::Context* context_;
  fv::VolScalarField *alpha1_, *alpha2_;
  const fv::VolVectorField* U_;
  fv::SurfaceScalarField *phi_, *alphaPhi_;
  InterfaceProperties* interface_;
  bool alphaPhiWasRead_;
  AlphaControls controls_;
  Mules mules_;
  fv::Equation<double> upwindEqn_;
  fv::SurfaceScalarField phiCN_;
  std::unique_ptr<fv::VolScalarField> alphaCN_;
  std::function<void()> correctMixture_;
  std::vector<double> phic_, phir_, work_, flux_, correction_, previousCorrection_, upwindFlux_, alpha10_, rhoPhiSum_;
  bool hasPreviousCorrection_ = false, finalIteration_ = true;
};

}  // namespace eagre::interface_
