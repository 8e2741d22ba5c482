// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "fv/equation/equation.hpp"
#include "fv/fields/rotating_frame.hpp"
#include "physics/sources/porous_zone.hpp"
#include "solvers/face_velocity.hpp"
#include "solvers/flux_correction.hpp"
#include "solvers/implicit_porosity.hpp"
#include "solvers/local_time_step.hpp"
#include "solvers/moving_mesh.hpp"
#include "solvers/pressure_corrector.hpp"
#include "solvers/pressure_gradient.hpp"
#include "solvers/steady_residuals.hpp"

namespace eagre::solvers {

/// PISO (Issa 1986) on collocated variables for one incompressible fluid, PIMPLE, which repeats it in outer corrections, and
/// SIMPLE (Patankar and Spalding 1972), a corrector of which is a step towards the steady flow: what icoFoam, pisoFoam,
/// pimpleFoam, simpleFoam and porousSimpleFoam share. A solver adds its momentum equation. Fields: U [m/s], p [m^2/s^2], phi
/// [m^3/s].
class PisoLoop : public FlowSolver {
 public:
  /// porousSimple: SIMPLE as porousSimpleFoam has it, without SIMPLEC and always with a momentum predictor; srfPimple and
  /// srfSimple: in a frame that turns (constant/SRFProperties), where the velocity that is solved for is Urel, relative to it.
  enum class Algorithm { piso, pimple, srfPimple, simple, srfSimple, porousSimple };
  static bool isSteady(Algorithm algorithm) { return algorithm >= Algorithm::simple; }
  static bool isPimple(Algorithm algorithm) { return algorithm == Algorithm::pimple || algorithm == Algorithm::srfPimple; }
  static bool inRotatingFrame(Algorithm algorithm) {
    return algorithm == Algorithm::srfPimple || algorithm == Algorithm::srfSimple;
  }
  static const char* velocityOf(Algorithm algorithm) { return inRotatingFrame(algorithm) ? "Urel" : "U"; }
  CourantNumbers courant(double deltaT) const override;
  void setLocalTimeSteps() override { localTimeStep_->set(*phi_); }
  void step() final;
  Outputs outputs() const override;
  bool isConverged() const override;
  const fv::SurfaceVectorField* faceVelocity() override {
    if (moving_) return &moving_->velocityNow();
    return faceVelocity_ ? &faceVelocity_->now() : nullptr;
  }

 protected:
  /// fvSolution has the controls in PISO, PIMPLE or SIMPLE. Errors: as PimpleControls.
  PisoLoop(CaseSource& source, fv::Context& context, Algorithm algorithm);
  /// What all these solvers need of a case.
  static void checkLoop(CaseSource& source, fv::Context& context, Algorithm algorithm, Problems& problems);

  /// Called first in a step.
  virtual void startStep() {}
  /// Assembles the momentum equation without the pressure. PISO and SIMPLE have no final iteration.
  virtual void assembleMomentum(fv::Equation<Vec3>& UEqn, bool finalIteration) = 0;
  /// For assembleMomentum to call when all but the constraints of fvOptions stands.
  void beforeConstraints();
  /// Called whenever the velocity has been corrected.
  virtual void velocityCorrected() {}
  /// Called behind the pressure correctors, in PIMPLE of the last outer correction alone unless fvSolution asks for all of them.
  virtual void correctTurbulence(bool /*finalIteration*/) {}
  /// Called when velocity and pressure are those of the new time.
  virtual void endStep() {}

  fv::Context& context_;
  std::unique_ptr<fv::VolScalarField> p_;
  std::unique_ptr<fv::VolVectorField> U_;
  std::unique_ptr<fv::SurfaceScalarField> phi_;
  physics::RotatingZones rotation_{};  ///< of a solver that has them
  std::optional<fv::RotatingFrame> frame_;
  /// Of porousSimpleFoam, whose resistance stands in the momentum equation: added once that is relaxed.
  std::vector<std::unique_ptr<physics::PorousZone>> porousZones_;

 private:
  void makeGradient(CaseSource& source, Algorithm algorithm, const PressureGradient::Kind& kind);
  const fv::SurfaceVectorField* velocityOnFaces() const;
  void correctPhi();
  void moveMesh(bool first, bool finalIteration);
  void iterate(bool finalIteration);

  PimpleControls piso_;
  std::optional<OuterLoop> outerLoop_;            ///< of PIMPLE
  std::optional<SteadyResiduals> residuals_;      ///< of SIMPLE
  std::unique_ptr<LocalTimeStep> localTimeStep_;  ///< of PIMPLE; null: one time step for all
  std::unique_ptr<MovingMesh> moving_;            ///< null: the mesh stands still, as with PISO
  std::unique_ptr<FaceVelocity> faceVelocity_;    ///< of a mesh that is refined and stands still; else null
  std::optional<FluxCorrection> fluxCorrection_;
  std::unique_ptr<fv::Equation<Vec3>> UEqn_;
  std::unique_ptr<PressureGradient> gradP_;
  ImplicitPorosity* implicitPorosity_ = nullptr;  ///< gradP_, if the pressure is implicit in the resistance of porous zones
  std::unique_ptr<PressureCorrector> pressure_;
  int oldTimes_ = 1;  ///< earlier levels that the time scheme needs
  int oldP_ = 0;      ///< those that conditions of p ask for
};

}  // namespace eagre::solvers
