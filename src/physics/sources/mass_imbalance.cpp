// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/mass_imbalance.hpp"

#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/motion.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

void massImbalance(const fv::Context& context, const fv::VolScalarField& rho, const fv::SurfaceScalarField& rhoPhi,
                   std::span<double> rate) {
  const auto& mesh = context.mesh;
  fv::fvc::div(mesh, rhoPhi.faces(), rate);
  parallelFor({"d rho/dt", 32}, mesh.nCells,
              [rate = View(rate), now = View(rho.cells()), old = View(rho.old().cells),
               rDeltaT = context.time().rate()](Label c) { rate[c] += (now[c] - old[c]) * rDeltaT(c); });
  if (!mesh.motion) return;
  parallelFor({"d rho/dt, cells that grow", 40}, mesh.nCells,
              [rate = View(rate), old = View(rho.old().cells), V = View(mesh.V), V0 = View(mesh.motion->V0),
               rDeltaT = context.time().rate()](Label c) { rate[c] += old[c] * (1 - V0[c] / V[c]) * rDeltaT(c); });
}

}  // namespace eagre::physics
