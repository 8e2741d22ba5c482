// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fv/equation.hpp"
#include "fv/gradient.hpp"
#include "solvers/pressure_velocity.hpp"

namespace eagre::solvers {

/// icoFoam: transient, incompressible, laminar flow of a Newtonian fluid by PISO (Issa 1986) on collocated variables.
/// Fields: U [m/s], p [m^2/s^2], phi [m^3/s].
class Ico final : public FlowSolver {
 public:
  Ico(CaseSource& source, fv::Context& context);
  CourantNumbers courant(double deltaT) const override;
  void step() override;
  Outputs outputs() const override;
  static void check(CaseSource& source, fv::Context& context, Problems& problems);

 private:
  void faceCoefficients();
  void correctPressure(int corrector);

  fv::Context& context_;
  double nu_;
  std::unique_ptr<fv::VolScalarField> p_;
  std::unique_ptr<fv::VolVectorField> U_;
  std::unique_ptr<fv::SurfaceScalarField> phi_;
  PimpleControls piso_;
  PressureReference reference_;
  ContinuityErrors continuity_;
  std::unique_ptr<fv::DdtCorrection> ddtCorrection_;
  std::unique_ptr<fv::Equation<Vec3>> UEqn_;
  std::unique_ptr<fv::Equation<double>> pEqn_;
  fv::VolScalarField rAU_;
  fv::SurfaceScalarField rAUf_;
  std::unique_ptr<fv::GradientScheme<double>> gradientOfP_;
  int oldTimes_ = 1;  ///< earlier levels that the time scheme needs
  fv::CellValues<Vec3> HbyA_;
  std::vector<Vec3> gradP_;  ///< owned cells
  std::vector<double> phiHbyA_, work_;
  std::vector<double> knownFlux_;  ///< (1/A)_f ddtCorr, which all correctors of a step share [m^3/s]
};

}  // namespace eagre::solvers
