// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "solvers/pressure_velocity.hpp"

namespace eagre::solvers {

/// What the correction of a flux looks at; all of it outlives the call.
struct FluxCorrectionInputs {
  fv::Context& context;
  const fv::VolVectorField& U;
  const fv::VolScalarField& p;            ///< pcorr is fixed where this pressure is, and has its dimensions
  const fv::SurfaceScalarField& rAUf;     ///< (1/A)_f, or 1
  const fv::SurfaceScalarField* meshPhi;  ///< null: the mesh stands still
  int nNonOrthogonalCorrectors = 0;
};

/// Makes an absolute flux free of divergence, that of the start or of a mesh that has moved:
///     div(rAUf grad pcorr) = div(phi),   phi -= rAUf grad pcorr . S.
/// Solvers "pcorr" and "pcorrFinal". Reports the continuity errors. Collective. Errors: as adjustPhi.
void correctFlux(const FluxCorrectionInputs& in, fv::SurfaceScalarField& phi, ContinuityErrors& continuity);

}  // namespace eagre::solvers
