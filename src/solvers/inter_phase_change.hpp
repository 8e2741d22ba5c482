// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "physics/cavitation/phase_change.hpp"
#include "solvers/flux_correction.hpp"
#include "solvers/two_phase.hpp"

namespace eagre::solvers {

/// interPhaseChangeFoam: two incompressible fluids that change into one another, as water and its vapour where it cavitates;
/// volume of fluid with algebraic compression and MULES, PIMPLE. Fields: those of TwoPhaseFlow.
///
/// The mixture's viscosity is that of the phases as they are at the start of the step. (OpenFOAM v1912 makes it once, when a run
/// starts, and keeps it: there a restart goes on with another viscosity, here it does not.)
///
/// On a mesh that moves it is interPhaseChangeDyMFoam; rAU is then written with the other fields.
class InterPhaseChange final : public TwoPhaseFlow, private VolumeSource {
 public:
  InterPhaseChange(CaseSource& source, fv::Context& context);
  CourantNumbers courant(double deltaT) const override;
  void step() override;
  Outputs outputs() const override;
  static void check(CaseSource& source, fv::Context& context, Problems& problems);

 private:
  void keepDivergence();
  void correctPhi();
  void alphaEquation(bool finalIteration);
  void momentumEquation(bool finalIteration);
  /// Of condensation and evaporation with the p of now.
  void linearise(std::span<double> S, std::span<double> outflow) const override;

  std::unique_ptr<physics::PhaseChange> change_;
  fv::SurfaceScalarField alphaPhi_;
  std::optional<FluxCorrection> fluxCorrection_;  ///< from the first motion on
  std::vector<double> divU_;                      ///< of the absolute flux at the start of the step [1/s]
};

}  // namespace eagre::solvers
