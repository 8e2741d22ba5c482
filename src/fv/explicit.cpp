// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "fv/schemes.hpp"
#include "fv/schemes/invert.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::fv {

namespace fvc {

template <class T>
void surfaceIntegrate(const mesh::Mesh& mesh, std::span<const T> faces, std::span<T> cells) {
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const double* V = mesh.V.data();
  T* sum = cells.data();
  std::fill_n(sum, mesh.nCells, T{});
  kernel::parallelFor("surface integral", mesh.nInternalFaces, [=](Label f) {
    sum[owner[f]] += faces[f];
    sum[neighbour[f]] -= faces[f];
  });
  kernel::parallelFor("surface integral, outer faces", mesh.nInternalFaces, mesh.nFaces(),
                      [=](Label f) { sum[owner[f]] += faces[f]; });
  kernel::parallelFor("surface integral, volume", mesh.nCells, [=](Label c) { sum[c] /= V[c]; });
}

void div(const mesh::Mesh& mesh, std::span<const double> flux, std::span<double> div) {
  surfaceIntegrate<double>(mesh, flux, div);
}

template void surfaceIntegrate(const mesh::Mesh&, std::span<const double>, std::span<double>);
template void surfaceIntegrate(const mesh::Mesh&, std::span<const Vec3>, std::span<Vec3>);

Reconstruct::Reconstruct(const mesh::Mesh& mesh) : mesh_(&mesh), inverse_(static_cast<std::size_t>(mesh.nCells)) {
  kernel::parallelFor("reconstruct, sum", mesh.nFaces(), [&](Label f) {
    const SymmTensor nSf = sqr(mesh.Sf[f]) / mesh.magSf[f];
    inverse_[mesh.owner[f]] += nSf;
    if (f < mesh.nInternalFaces) inverse_[mesh.neighbour[f]] += nSf;
  });
  kernel::parallelFor("reconstruct, inverse", mesh.nCells, [&](Label c) { inverse_[c] = schemes::inverseInPlane(inverse_[c]); });
}

void Reconstruct::operator()(std::span<const double> flux, std::span<Vec3> cells) const {
  const Label *owner = mesh_->owner.data(), *neighbour = mesh_->neighbour.data();
  const Vec3* Sf = mesh_->Sf.data();
  const double* magSf = mesh_->magSf.data();
  const SymmTensor* inverse = inverse_.data();
  Vec3* sum = cells.data();
  std::fill_n(sum, mesh_->nCells, Vec3{});
  // The normal and the flux turn round together: both sides get the same.
  kernel::parallelFor("reconstruct", mesh_->nInternalFaces, [=](Label f) {
    const Vec3 nFlux = Sf[f] * (flux[f] / magSf[f]);
    sum[owner[f]] += nFlux;
    sum[neighbour[f]] += nFlux;
  });
  kernel::parallelFor("reconstruct, outer faces", mesh_->nInternalFaces, mesh_->nFaces(),
                      [=](Label f) { sum[owner[f]] += Sf[f] * (flux[f] / magSf[f]); });
  kernel::parallelFor("reconstruct, solve", mesh_->nCells, [=](Label c) { sum[c] = dot(inverse[c], sum[c]); });
}

}  // namespace fvc

void faceFlux(const mesh::Mesh& mesh, const CellValues<Vec3>& U, std::span<double> flux) {
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const double* weights = mesh.weights.data();
  const Vec3 *Sf = mesh.Sf.data(), *cells = U.cells.data(), *boundary = U.boundary.data();
  kernel::parallelFor("face flux", mesh.nInteriorFaces(), [=](Label f) {
    const Vec3& N = cells[neighbour[f]];
    flux[f] = dot(Sf[f], weights[f] * (cells[owner[f]] - N) + N);
  });
  const Label first = mesh.nInteriorFaces();
  kernel::parallelFor("face flux, boundary", mesh.nBoundaryFaces,
                      [=](Label b) { flux[first + b] = dot(Sf[first + b], boundary[b]); });
}

}  // namespace eagre::fv
