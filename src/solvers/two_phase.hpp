// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interface/advection/phase_advection.hpp"
#include "interface/interface_state.hpp"
#include "interface/surface_force/surface_force.hpp"
#include "physics/laminar/stress.hpp"
#include "physics/transport/two_phase_mixture.hpp"
#include "physics/turbulence/turbulence_model.hpp"
#include "solvers/options.hpp"
#include "solvers/pressure_velocity.hpp"

namespace eagre::solvers {

/// What the solvers of two incompressible fluids share: their fields, the forces on faces, and the way from a momentum equation
/// to pressure, flux and velocity. Each solver's step() puts the parts together. Fields: alpha.<phase1> [-], U [m/s], p_rgh = p -
/// rho g.h [Pa], p [Pa], phi [m^3/s]. With a turbulence model also nut [m^2/s] and the model's fields.
class TwoPhaseFlow : public FlowSolver {
 protected:
  /// nameOfRAU: of 1/A, as interpolationSchemes has it.
  TwoPhaseFlow(CaseSource& source, fv::Context& context, const std::string& nameOfRAU);
  /// Adds the problems of everything that is made in here.
  static void checkFlow(CaseSource& source, fv::Context& context, const std::string& nameOfRAU, Problems& problems);
  /// The same of what is done about alpha.<phase1>, whose name it returns.
  static std::string checkPhases(CaseSource& source, fv::Context& context, bool phaseChange, Problems& problems);
  /// The fields named above, as they are written.
  Outputs flowOutputs() const;

  /// Equations, and how many old levels each field keeps; once the advection is there.
  void makeEquations();
  /// The old levels at the start of a step.
  void shiftOldTimes();
  /// nu as a field of its own, for who needs it so.
  void makeNu();
  /// nu = mu/rho, before anything turbulent is added to mu.
  void mixtureViscosity();
  /// Adds what fvOptions says to UEqn_, relaxes it, makes the face forces, solves UEqn_ with them if there is a predictor, and
  /// makes what all correctors share.
  void solveMomentum(bool finalIteration);
  /// Gives back to the workspace what nobody needs before the next momentum equation.
  void releaseEquations();
  /// phiHbyA with the face forces, boundary conditions of p_rgh made to agree; its net outflow from each cell (nCells) [m^3/s].
  void predictFlux(std::span<double> outflow);
  /// phi = phiHbyA - flux of p_rghEqn_; leaves the face forces per area over (1/A)_f for correctVelocity().
  void correctFlux();
  /// p_rgh = before + factor (p_rgh - before), which is what correctVelocity() then takes; phi stays that of the whole solution.
  void relaxPressure(double factor, const fv::CellValues<double>& before);
  /// U = HbyA + 1/A reconstruct of the face forces; the net outflow of phi comes along.
  OutflowSums correctVelocity();
  /// Where no boundary fixes the pressure: shifts p_rgh so that p has its reference value.
  void pinPressure();
  /// p = p_rgh + rho gh
  void pressureFromRgh();

  fv::Context& context_;
  physics::TwoPhaseMixture mixture_;
  std::unique_ptr<fv::VolScalarField> alpha1_, p_rgh_;
  std::unique_ptr<fv::VolVectorField> U_;
  std::unique_ptr<fv::SurfaceScalarField> phi_;
  fv::VolScalarField alpha2_, rho_, p_, muEff_, rAU_;
  fv::SurfaceScalarField rhoPhi_, rAUf_;
  physics::FvOptions options_;
  physics::RotatingZones rotation_;
  std::unique_ptr<fv::VolScalarField> nu_;                ///< [m^2/s], of the mixture without turbulence; null if not needed
  std::unique_ptr<physics::TurbulenceModel> turbulence_;  ///< null if laminar
  std::unique_ptr<interface_::InterfaceState> interface_;
  std::unique_ptr<interface_::SurfaceForce> surfaceForce_;
  std::unique_ptr<interface_::PhaseAdvection> advection_;
  std::unique_ptr<fv::DdtCorrection> ddtCorrection_;
  std::unique_ptr<fv::Equation<Vec3>> UEqn_;
  std::unique_ptr<fv::Equation<double>> p_rghEqn_;
  physics::NewtonianStress stress_;
  PimpleControls pimple_;
  OuterLoop outerLoop_;
  PressureReference reference_;

 private:
  void readGravity(CaseSource& source);
  void faceForces();
  void predictVelocity(bool finalIteration);
  void faceCoefficients();

  fv::FaceWeights rhoRAUWeights_, HbyAWeights_;
  const SolvedComponents solved_;
  fv::fvc::Reconstruct reconstruct_;
  int oldTimes_ = 1;           ///< earlier levels that the time schemes need
  int oldPhi_ = 1, oldU_ = 1;  ///< levels kept; 0: the present one is still the old one when it is last asked for
  int oldP_rgh_ = 0;           ///< levels that its conditions ask for
  fv::CellValues<Vec3> HbyA_;
  std::vector<Vec3> cellForce_;
  // Of the workspace, from the momentum equation to the last corrector:
  std::span<double> faceWork_;   ///< phiHbyA [m^3/s], then face forces per area over (1/A)_f
  std::span<double> force_;      ///< face forces per volume [N/m^3], then their flux (1/A)_f |S| force [m^3/s]
  std::span<double> knownFlux_;  ///< the part of phiHbyA that a momentum equation gives to all its correctors [m^3/s]
};

}  // namespace eagre::solvers
