// SPDX-License-Identifier: BSD-3-Clause
#include "physics/laminar/stress.hpp"

#include "kernel/parallel_for.hpp"

namespace eagre::physics {

const std::vector<Vec3>& TransposedStress::operator()(const fv::VolVectorField& U, const fv::CellValues<double>& mu) {
  const auto& mesh = U.mesh();
  fv::fvc::grad(*context_, U, gradientName_, gradU_);
  force_.assign(static_cast<std::size_t>(mesh.nAllCells()), Vec3{});
  // n . (mu dev2(G^T)) for a face with area vector S
  const auto traction = [](const Vec3& S, double m, const Tensor& G) { return dot(S, dev2(transpose(G))) * m; };
  kernel::parallelFor("stress: interior", mesh.nInteriorFaces(), [&](Label f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    const double w = mesh.weights[f];
    const Vec3 t =
        traction(mesh.Sf[f], w * mu.cells[P], gradU_.cells[P]) + traction(mesh.Sf[f], (1 - w) * mu.cells[N], gradU_.cells[N]);
    force_[P] += t;
    force_[N] -= t;
  });
  const Label first = mesh.nInteriorFaces();
  kernel::parallelFor("stress: boundary", mesh.nBoundaryFaces, [&](Label b) {
    force_[mesh.owner[first + b]] += traction(mesh.Sf[first + b], mu.boundary[b], gradU_.boundary[b]);
  });
  kernel::parallelFor("stress: per volume", mesh.nCells, [&](Label c) { force_[c] /= mesh.V[c]; });
  return force_;
}

}  // namespace eagre::physics
