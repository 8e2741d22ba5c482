// SPDX-License-Identifier: BSD-3-Clause
#include "physics/laminar/stress_flux.hpp"

#include "fv/fields/cell_faces.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::physics {

namespace {
Vec3 through(const Vec3& S, const Tensor& t) { return dot(S, t); }
Vec3 through(const Vec3& S, const SymmTensor& t) { return dot(t, S); }
}  // namespace

template <class T>
void addStressFlux(const fv::FaceWeights& weights, std::span<const T> cells, std::span<const T> boundary, double factor,
                   std::span<Vec3> flux) {
  const mesh::Mesh& mesh = weights.mesh();
  const auto Sf = mesh.Sf.view();
  fv::eachInteriorFace({"explicit stress", 60}, mesh, [=, w = weights.data()](Label f, Label P, Label N) {
    flux[f] += factor * through(Sf[f], w[f] * cells[P] + (1 - w[f]) * cells[N]);
  });
  const Label first = mesh.nInteriorFaces();
  kernel::parallelFor({"explicit stress, boundary", 120}, mesh.nBoundaryFaces,
                      [=](Label b) { flux[first + b] += factor * through(Sf[first + b], boundary[b]); });
}

void addStressDivergence(const mesh::Mesh& mesh, std::span<const Vec3> flux, fv::Equation<Vec3>& UEqn) {
  fv::eachCell({"explicit stress, cells", fv::bytesOfCellFaces(mesh) + 48}, mesh,
               [flux = flux.data(), source = UEqn.source().data()](Label c, const auto& around) {
                 around([&](Label f, Label, double sign) { source[c] -= sign * flux[f]; },
                        [&](Label f) { source[c] -= flux[f]; });
               });
}

template void addStressFlux(const fv::FaceWeights&, std::span<const Tensor>, std::span<const Tensor>, double, std::span<Vec3>);
template void addStressFlux(const fv::FaceWeights&, std::span<const SymmTensor>, std::span<const SymmTensor>, double,
                            std::span<Vec3>);

}  // namespace eagre::physics
