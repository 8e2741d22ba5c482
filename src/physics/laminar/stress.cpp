// SPDX-License-Identifier: BSD-3-Clause
#include "physics/laminar/stress.hpp"

#include "fv/equation/terms_kernels.hpp"
#include "mesh/overlaps.hpp"

namespace eagre::physics {

void NewtonianStress::addBehindOverlaps(const fv::CellValues<double>& mu, std::span<Vec3> source) const {
  const mesh::Mesh& mesh = context_->mesh;
  if (!mesh.overlaps) return;
  std::vector<Tensor> stress(static_cast<std::size_t>(mesh.nAllCells()));
  for (Label c = 0; c < mesh.nCells; ++c) stress[c] = mu.cells[c] * gradU_[c];
  mesh.halo->update(stress);
  const double* weights = weights_.data();
  for (Label f = mesh.nInternalFaces + mesh.overlaps->first; f < mesh.nInteriorFaces(); ++f) {
    const Label N = mesh.neighbour[f];
    const Tensor excess = (1 - weights[f]) * (stress[N] - mu.cells[N] * gradU_[N]);
    source[mesh.owner[f]] += fv::kernels::TransposedStress::traction(mesh.Sf[f], excess);
  }
}

}  // namespace eagre::physics
