// SPDX-License-Identifier: BSD-3-Clause
#include "fv/equation/turned_coupling.hpp"

namespace eagre::fv {

TurnedCoupling::TurnedCoupling(linear::LduMatrix& matrix, const VolVectorField& psi, int i, std::span<double> source)
    : matrix_(matrix) {
  const mesh::Mesh& mesh = psi.mesh();
  for (const auto& [start, count, turn] : mesh.halo->turns())
    for (Label k = start; k < start + count; ++k) {
      const Vec3& ghost = psi[mesh.nCells + k];
      const double coefficient = matrix.coupled[k], own = turn(i, i) * dot(transpose(turn), ghost)[i];
      source[mesh.owner[mesh.nInternalFaces + k]] -= coefficient * (ghost[i] - own);
      whole_.emplace_back(k, coefficient);
      matrix.coupled[k] = coefficient * turn(i, i);
    }
}

TurnedCoupling::~TurnedCoupling() {
  for (const auto& [k, coefficient] : whole_) matrix_.coupled[k] = coefficient;
}

}  // namespace eagre::fv
