// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/laminar/stress.hpp"
#include "physics/transport/single_phase.hpp"
#include "physics/turbulence/turbulence_model.hpp"
#include "solvers/options.hpp"
#include "solvers/piso_loop.hpp"

namespace eagre::solvers {

/// pisoFoam: transient, incompressible flow of one fluid by PISO, laminar or turbulent, Newtonian or not.
/// Fields besides those of the loop: nut [m^2/s] and those of the turbulence model.
class Piso final : public PisoLoop {
 public:
  Piso(CaseSource& source, fv::Context& context);
  Outputs outputs() const override;
  static void check(CaseSource& source, fv::Context& context, Problems& problems);

 private:
  void startStep() override;
  void assembleMomentum(fv::Equation<Vec3>& UEqn) override;
  void velocityCorrected() override { options_.correct(*U_); }
  void endStep() override;

  physics::FvOptions options_;
  physics::SinglePhaseTransport transport_;
  std::unique_ptr<physics::TurbulenceModel> turbulence_;  ///< null: laminar
  fv::VolScalarField nuEff_;
  physics::NewtonianStress stress_;
};

}  // namespace eagre::solvers
