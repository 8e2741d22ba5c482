// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fv/schemes/gradient.hpp"
#include "physics/transport/single_phase.hpp"
#include "solvers/piso_loop.hpp"

namespace eagre::solvers {

/// nonNewtonianIcoFoam: transient, incompressible, laminar flow of a fluid whose viscosity depends on the shear rate, by PISO.
/// Unlike pisoFoam's, its explicit part of the stress is (grad U) . (grad nu), which is div(nu (grad U)^T) where div U = 0.
class NonNewtonianIco final : public PisoLoop {
 public:
  NonNewtonianIco(CaseSource& source, fv::Context& context);
  Outputs outputs() const override;
  static void check(CaseSource& source, fv::Context& context, Problems& problems);

 private:
  void startStep() override { transport_.correct(*U_); }
  void assembleMomentum(fv::Equation<Vec3>& UEqn, bool finalIteration) override;

  physics::SinglePhaseTransport transport_;
  std::unique_ptr<fv::GradientScheme<Vec3>> gradientOfU_;
  std::unique_ptr<fv::GradientScheme<double>> gradientOfNu_;
  std::vector<Tensor> gradU_;  ///< nAllCells; ghosts are not defined
  std::vector<Vec3> gradNu_;   ///< the same
};

}  // namespace eagre::solvers
