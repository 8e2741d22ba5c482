// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "solvers/flux_correction.hpp"
#include "solvers/local_time_step.hpp"
#include "solvers/two_phase.hpp"

namespace eagre::solvers {

/// interFoam: two incompressible, immiscible fluids by the volume of fluid; PIMPLE. The advection of alpha is algebraic, with
/// compression and MULES, or geometric (isoAdvection): interIsoFoam is the same with another default.
/// Fields: those of TwoPhaseFlow, and alphaPhi0.<phase1> [m^3/s]; with local time steps rDeltaT [1/s] and, for a restart, rhoPhi
/// [kg/s].
class Inter final : public TwoPhaseFlow {
 public:
  /// advection: of a case that names none.
  Inter(CaseSource& source, fv::Context& context, const char* advection);
  CourantNumbers courant(double deltaT) const override;
  void setLocalTimeSteps() override;
  void step() override;
  Outputs outputs() const override;
  static void check(CaseSource& source, fv::Context& context, const char* advection, Problems& problems);

 private:
  void correctPhi();
  void alphaEquation(bool finalIteration);
  void momentumEquation(bool finalIteration);

  bool correctsPhi_;  ///< with 1/A: the flux of a mesh that moves, and that of the start
  std::optional<FluxCorrection> fluxCorrection_;
  std::unique_ptr<fv::SurfaceScalarField> alphaPhi_;
  std::unique_ptr<LocalTimeStep> localTimeStep_;  ///< null: one time step for all
};

}  // namespace eagre::solvers
