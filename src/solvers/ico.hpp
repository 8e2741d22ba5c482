// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "solvers/piso_loop.hpp"

namespace eagre::solvers {

/// icoFoam: transient, incompressible, laminar flow of a Newtonian fluid by PISO.
class Ico final : public PisoLoop {
 public:
  Ico(CaseSource& source, fv::Context& context);
  static void check(CaseSource& source, fv::Context& context, Problems& problems);

 private:
  void assembleMomentum(fv::Equation<Vec3>& UEqn, bool finalIteration) override;
  double nu_;
};

}  // namespace eagre::solvers
