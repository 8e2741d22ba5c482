// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "solvers/pressure_velocity.hpp"

namespace eagre::solvers {

/// Makes an absolute flux free of divergence, or gives it a divergence, that of the start or of a mesh that has moved:
///     div(rAUf grad pcorr) = div(phi) - divU,   phi -= rAUf grad pcorr . S.
/// Solvers "pcorr" and "pcorrFinal", made at the first correction and kept for all others.
class FluxCorrection {
 public:
  /// pcorr is fixed where the pressure p is, and has its dimensions.
  FluxCorrection(fv::Context& context, const fv::VolScalarField& p, int nNonOrthogonalCorrectors);

  /// The problems of its solvers and its scheme.
  static void check(const fv::Context& context, Problems& problems);

  /// Corrects phi and reports the continuity errors. rAUf: (1/A)_f, or 1; meshPhi: null where the mesh stands still; divU:
  /// nCells [1/s], empty: none. Collective. Errors: as adjustPhi.
  void correct(fv::SurfaceScalarField& phi, const fv::VolVectorField& U, const fv::SurfaceScalarField& rAUf,
               const fv::SurfaceScalarField* meshPhi, std::span<const double> divU = {});

 private:
  fv::Context& context_;
  fv::VolScalarField pcorr_;
  fv::Equation<double> equation_;
  bool needsReference_;
  int nNonOrthogonalCorrectors_;
};

}  // namespace eagre::solvers
