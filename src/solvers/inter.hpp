// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interface/interface_properties.hpp"
#include "interface/vof/alpha_equation.hpp"
#include "physics/laminar/stress.hpp"
#include "physics/transport/two_phase_mixture.hpp"
#include "physics/turbulence/turbulence_model.hpp"
#include "solvers/options.hpp"
#include "solvers/pressure_velocity.hpp"

namespace eagre::solvers {

/// interFoam: two incompressible, immiscible fluids by the volume of fluid, algebraic compression and MULES; PIMPLE.
/// Fields: alpha.<phase1> [-], U [m/s], p_rgh = p - rho g.h [Pa], p [Pa], phi [m^3/s], alphaPhi0.<phase1> [m^3/s].
/// With a turbulence model also nut [m^2/s] and the model's fields.
class Inter final : public FlowSolver {
 public:
  Inter(CaseSource& source, fv::Context& context);
  CourantNumbers courant(double deltaT) const override;
  void step() override;
  Outputs outputs() const override;
  static void check(CaseSource& source, fv::Context& context, Problems& problems);

 private:
  void readGravity(CaseSource& source);
  void makeViscosity();
  void mixtureViscosity();
  void correctInitialFlux();
  void momentumEquation(bool finalIteration);
  void release();
  void faceForces();
  void faceCoefficients();
  void correctPressure(int corrector, bool finalInner);
  OutflowSums correctVelocity();
  void pinPressure();
  void pressureFromRgh();

  fv::Context& context_;
  physics::TwoPhaseMixture mixture_;
  std::unique_ptr<fv::VolScalarField> alpha1_, p_rgh_;
  std::unique_ptr<fv::VolVectorField> U_;
  std::unique_ptr<fv::SurfaceScalarField> phi_, alphaPhi_;
  fv::VolScalarField alpha2_, rho_, p_, muEff_, rAU_;
  fv::SurfaceScalarField rhoPhi_, rAUf_;
  physics::FvOptions options_;
  std::unique_ptr<fv::VolScalarField> nu_;                ///< [m^2/s]; null if laminar and without options
  std::unique_ptr<physics::TurbulenceModel> turbulence_;  ///< null if laminar
  std::unique_ptr<interface_::InterfaceProperties> interface_;
  std::unique_ptr<interface_::AlphaEquation> alphaEqn_;
  std::unique_ptr<fv::DdtCorrection> ddtCorrection_;
  std::unique_ptr<fv::Equation<Vec3>> UEqn_;
  std::unique_ptr<fv::Equation<double>> p_rghEqn_;
  physics::NewtonianStress stress_;
  fv::fvc::Reconstruct reconstruct_;
  PimpleControls pimple_;
  PressureReference reference_;
  ContinuityErrors continuity_;
  int oldTimes_ = 1;           ///< earlier levels that the time schemes need
  int oldPhi_ = 1, oldU_ = 1;  ///< levels kept; 0: the present one is still the old one when it is last asked for
  fv::CellValues<Vec3> HbyA_;
  std::vector<Vec3> cellForce_;
  // Of the workspace, from the momentum equation to the last corrector:
  std::span<double> faceWork_;   ///< phiHbyA [m^3/s], then face forces per area over (1/A)_f
  std::span<double> force_;      ///< face forces per volume [N/m^3], then their flux (1/A)_f |S| force [m^3/s]
  std::span<double> knownFlux_;  ///< the part of phiHbyA that a momentum equation gives to all its correctors [m^3/s]
};

}  // namespace eagre::solvers
