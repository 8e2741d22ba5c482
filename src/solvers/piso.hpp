// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/laminar/stress.hpp"
#include "physics/laminar/viscoelastic.hpp"
#include "physics/transport/single_phase.hpp"
#include "physics/turbulence/turbulence_model.hpp"
#include "solvers/options.hpp"
#include "solvers/piso_loop.hpp"

namespace eagre::solvers {

/// pisoFoam, pimpleFoam, simpleFoam and those in other surroundings: incompressible flow of one fluid, transient by PISO or
/// PIMPLE or steady by SIMPLE, laminar or turbulent, Newtonian or not, viscoelastic; in porousSimpleFoam with the resistance of
/// porous zones, in SRFSimpleFoam and SRFPimpleFoam of the velocity Urel relative to a frame that turns, with the absolute one,
/// U, for the turbulence. Fields besides those of the loop: nut [m^2/s] and those of the turbulence model, or sigma [m^2/s^2].
class Piso final : public PisoLoop {
 public:
  Piso(CaseSource& source, fv::Context& context, Algorithm algorithm);
  Outputs outputs() const override;
  static void check(CaseSource& source, fv::Context& context, Algorithm algorithm, Problems& problems);

 private:
  void startStep() override;
  void assembleMomentum(fv::Equation<Vec3>& UEqn, bool finalIteration) override;
  void velocityCorrected() override { options_.correct(*U_); }
  void correctTurbulence(bool finalIteration) override;
  void endStep() override { options_.checkAllUsed(); }

  void makeAbsolute();

  const bool isSteady_;
  std::unique_ptr<fv::VolVectorField> absoluteU_;  ///< U of a flow in a frame that turns, where U_ is Urel; else null
  physics::FvOptions options_;
  physics::SinglePhaseTransport transport_;
  std::unique_ptr<physics::TurbulenceModel> turbulence_;  ///< null: laminar
  std::unique_ptr<physics::ViscoelasticStress> elastic_;  ///< null: the stress is viscous
  fv::VolScalarField nuEff_;
  physics::NewtonianStress stress_;
};

}  // namespace eagre::solvers
