// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "interface/advection/phase_advection.hpp"
#include "interface/interface_state.hpp"
#include "physics/laminar/stress.hpp"
#include "physics/transport/two_phase_mixture.hpp"
#include "physics/turbulence/turbulence_model.hpp"
#include "solvers/face_forces.hpp"
#include "solvers/face_velocity.hpp"
#include "solvers/moving_mesh.hpp"
#include "solvers/options.hpp"
#include "solvers/pressure_corrector.hpp"

namespace eagre::solvers {

/// What the solvers of two incompressible fluids share: their fields, and the way from a momentum equation to pressure, flux and
/// velocity. Each solver's step() puts the parts together. Fields: alpha.<phase1> [-], U [m/s], p_rgh = p - rho g.h [Pa], p [Pa],
/// phi [m^3/s]. With a turbulence model also nut [m^2/s] and the model's fields.
class TwoPhaseFlow : public FlowSolver {
 public:
  const fv::SurfaceVectorField* faceVelocity() override {
    if (moving_) return &moving_->velocityNow();
    return faceVelocity_ ? &faceVelocity_->now() : nullptr;
  }

 protected:
  /// nameOfRAU: of 1/A, as interpolationSchemes has it; changesPhase: fluid may change its phase anywhere, not in the band alone.
  TwoPhaseFlow(CaseSource& source, fv::Context& context, const std::string& nameOfRAU, bool changesPhase = false);
  /// Adds the problems of everything that is made in here.
  static void checkFlow(CaseSource& source, fv::Context& context, const std::string& nameOfRAU, bool changesPhase,
                        Problems& problems);
  /// The same of what is done about alpha.<phase1>, whose name it returns.
  static std::string checkPhases(CaseSource& source, fv::Context& context, bool phaseChange, Problems& problems,
                                 const char* advection = "MULES");
  /// Entries of ddtSchemes that a solver with these equations reads, for checks of meshes that change.
  static std::vector<std::string> timeSchemes(CaseSource& source, const fv::Context& context);
  /// The fields named above, as they are written.
  Outputs flowOutputs() const;

  /// Equations, and how many old levels each field keeps; once the advection is there. source: of volume, null if there is none.
  void makeEquations(const std::string& nameOfRAU, const VolumeSource* source);
  /// Surface tension may act outside the band (interface_::correctionReachesBeyondBand).
  bool forceReachesBeyondBand() const;
  /// The old levels at the start of a step.
  void shiftOldTimes();
  /// nu as a field of its own.
  void makeNu();
  /// nu = mu/rho, before anything turbulent is added to mu.
  void mixtureViscosity();
  /// Adds what fvOptions says to UEqn_, which is assembled, relaxes it, makes the face forces, and solves UEqn_ with them if
  /// there is a predictor.
  void solveMomentum(bool finalIteration);
  /// U as boundary conditions and fvOptions make it, p_rgh with its reference value: behind a pressure corrector.
  void completeCorrector();
  /// Returns the storage of momentum and pressure to the workspace, behind the last corrector.
  void releaseEquations();
  /// p = p_rgh + rho gh
  void pressureFromRgh();

  fv::Context& context_;
  physics::TwoPhaseMixture mixture_;
  std::unique_ptr<fv::VolScalarField> alpha1_, p_rgh_;
  std::unique_ptr<fv::VolVectorField> U_;
  std::unique_ptr<fv::SurfaceScalarField> phi_;
  std::unique_ptr<MovingMesh> moving_;          ///< null: the mesh stands still
  std::unique_ptr<FaceVelocity> faceVelocity_;  ///< of a mesh that is refined and stands still; else null
  fv::VolScalarField alpha2_, rho_, p_, muEff_;
  fv::SurfaceScalarField rhoPhi_;
  physics::FvOptions options_;
  physics::RotatingZones rotation_;
  std::unique_ptr<fv::VolScalarField> nu_;                ///< [m^2/s], of the mixture without turbulence; null if not needed
  std::unique_ptr<physics::TurbulenceModel> turbulence_;  ///< null if laminar
  std::unique_ptr<interface_::InterfaceState> interface_;
  std::unique_ptr<interface_::PhaseAdvection> advection_;
  std::optional<physics::NewtonianStress> stress_;  ///< none: the flow is frozen
  PimpleControls pimple_;
  OuterLoop outerLoop_;
  std::unique_ptr<fv::Equation<Vec3>> UEqn_;
  std::unique_ptr<PressureCorrector> pressure_;

 private:
  const fv::SurfaceVectorField* velocityOnFaces() const;
  void readGravity(CaseSource& source);
  void pinPressure();

  std::unique_ptr<FaceForces> forces_;
  PressureReference reference_;
  /// Earlier levels that are kept; 0: the present one is still the old one when it is last asked for.
  struct OldLevels {
    int ofState = 1, ofFlux = 1, ofU = 1;  ///< alpha and rho; phi; U
    int ofP_rgh = 0;                       ///< that its conditions ask for
  } oldLevels_;
};

}  // namespace eagre::solvers
