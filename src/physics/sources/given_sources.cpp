// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/given_sources.hpp"

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::View;

void GivenSources::addTo(fv::Equation<Vec3>& eqn, const fv::VolScalarField* rho) {
  used.insert(eqn.psi().name());
  const auto given = vectors.find(eqn.psi().name());
  if (given == vectors.end()) return;
  const mesh::Mesh& mesh = eqn.psi().mesh();
  const double* density = rho ? rho->cells().data() : nullptr;
  kernel::parallelFor({"given acceleration", 88}, mesh.nCells,
                      [V = View(mesh.V), S = View(given->second), density, source = View(eqn.source())](Label c) {
                        source[c] += V[c] * (density ? density[c] : 1.0) * S[c];
                      });
}

void GivenSources::addTo(fv::Equation<double>& eqn) {
  used.insert(eqn.psi().name());
  const auto given = scalars.find(eqn.psi().name());
  if (given == scalars.end()) return;
  const mesh::Mesh& mesh = eqn.psi().mesh();
  kernel::parallelFor(
      {"given source", 32}, mesh.nCells,
      [V = View(mesh.V), S = View(given->second), source = View(eqn.source())](Label c) { source[c] += V[c] * S[c]; });
}

}  // namespace eagre::physics
