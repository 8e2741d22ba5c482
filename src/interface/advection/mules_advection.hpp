// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "fv/equation/equation.hpp"
#include "interface/advection/alpha_flux.hpp"
#include "interface/advection/mules.hpp"
#include "interface/advection/phase_advection.hpp"
#include "interface/advection/phase_change_sources.hpp"
#include "interface/advection/time_weighting.hpp"

namespace eagre::interface_ {

/// Controls of MULES' phase equation: the entry of alpha.<phase> in fvSolution.solvers.
struct AlphaControls {
  int nAlphaCorr = 1;
  bool mulesCorr = false, applyPrevCorr = false;
  double cAlpha = 1, icAlpha = 0, scAlpha = 0;
  bool boundFaceValues = false;  ///< AlphaFlux, `bounded`; not a word of v1912, flavour::fvSolution writes it
  /// AlphaFlux, `geometric`; not a word of v1912 either: geometricFaceValues PLIC or MPLIC
  std::optional<GeometricFaces::Kind> geometricFaceValues{};
  static AlphaControls read(const config::Dictionary& dict);
};

/// Algebraic advection with interface compression (Weller 2008), in flux form limited by MULES:
///
///     d alpha/dt + div(phi alpha) + div(phi_r alpha (1 - alpha)) = 0,                                        (1)
///     phi_r = phi_c nHat.S,   phi_c = cAlpha [(1 - icAlpha) |phi/|S|| + icAlpha |U|_f] + scAlpha |d . symm(grad U)_f|,   (2)
///
/// Explicit (MULESCorr no): the whole flux of (1) is limited against upwind. Semi-implicit (MULESCorr yes): an implicit upwind
/// step, then nAlphaCorr limited corrections to the flux of (1), all but the first under-relaxed by one half. Time: Euler (with
/// local steps too), or Crank-Nicolson off-centred (TimeWeighting).
///
/// Options that feed alpha are taken in the same way as phase change, but for what follows about normals and alpha2, and with any
/// of the time schemes. Where phases change into one another the sources are made anew in each sub-cycle and, but for alpha
/// div(phi) of the explicit variant, taken implicitly; MULES limits with them; time is Euler. As in interPhaseChangeFoam the
/// normals of the whole step are those at its start, and alpha2 lags behind alpha1 until a corrector has ended.
class MulesAdvection final : public PhaseAdvection {
 public:
  explicit MulesAdvection(const AdvectionInputs& inputs);
  bool readsOldFluxes() const override { return time_.readsOldFluxes(); }
  /// Everything on all faces from now on, not only around the interface: the same to round-off.
  void includeEverything();

 private:
  const fv::SurfaceScalarField& advanceOnce(bool finalIteration) override;
  /// alpha and its flux over the step.
  void advanceAlpha(const fv::SurfaceScalarField& phi, bool finalIteration);
  void findGrowth();
  void predict(const fv::SurfaceScalarField& phi, bool finalIteration);
  void correct(const fv::SurfaceScalarField& phi, int corrector);
  void solveExplicit(const fv::SurfaceScalarField& phi);
  const fv::VolScalarField& convected();
  void applyPreviousCorrection();
  void keepCorrection();

  AlphaControls controls_;
  TimeWeighting time_;
  bool eulerMomentum_;  ///< "ddt(rho,U)" is Euler or localEuler, not bounded
  AlphaFlux highOrder_;
  Mules mules_;
  fv::Equation<double> upwindEqn_;
  PhaseChangeSources sources_;
  struct {
    std::vector<double> present, old;
  } growth_;                                     ///< findGrowth [1/s]
  std::vector<double> correction_, outletFlux_;  ///< on the faces of the band, on its boundary faces
  std::vector<double> upwindFlux_;
  std::vector<Label> previousFaces_;  ///< alphaApplyPrevCorr: where the last step corrected, and by how much
  std::vector<double> previousCorrection_;
  bool hasPreviousCorrection_ = false;
};

}  // namespace eagre::interface_
