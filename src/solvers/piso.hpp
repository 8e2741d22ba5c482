// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/laminar/stress.hpp"
#include "physics/laminar/viscoelastic.hpp"
#include "physics/transport/single_phase.hpp"
#include "physics/turbulence/turbulence_model.hpp"
#include "solvers/options.hpp"
#include "solvers/piso_loop.hpp"

namespace eagre::solvers {

/// pisoFoam, pimpleFoam and simpleFoam: incompressible flow of one fluid, transient by PISO or PIMPLE or steady by SIMPLE,
/// laminar or turbulent, Newtonian or not, viscoelastic. Fields besides those of the loop: nut [m^2/s] and those of the
/// turbulence model, or sigma [m^2/s^2].
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

  const bool isSteady_;
  physics::FvOptions options_;
  physics::SinglePhaseTransport transport_;
  std::unique_ptr<physics::TurbulenceModel> turbulence_;  ///< null: laminar
  std::unique_ptr<physics::ViscoelasticStress> elastic_;  ///< null: the stress is viscous
  fv::VolScalarField nuEff_;
  physics::NewtonianStress stress_;
};

}  // namespace eagre::solvers
