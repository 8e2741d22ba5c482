// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/invert.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::fv {

namespace fvc {

template <class T>
void surfaceIntegrate(const mesh::Mesh& mesh, std::span<const T> faces, std::span<T> cells) {
  const double* V = mesh.V.data();
  eachCell({"surface integral", bytesOfCellFaces(mesh) + (8 + nComponents<T> * 8 * (1 + facesPerCell(mesh)))}, mesh,
           [=](Label c, const auto& around) {
             T sum{};
             around([&](Label f, double sign) { sum += sign * faces[f]; });
             cells[c] = sum / V[c];
           });
}

void netOutflow(const mesh::Mesh& mesh, std::span<const double> flux, std::span<double> outflow) {
  eachCell({"net outflow", bytesOfCellFaces(mesh) + 8 * (1 + facesPerCell(mesh))}, mesh, [=](Label c, const auto& around) {
    double sum = 0;
    around([&](Label f, double sign) { sum += sign * flux[f]; });
    outflow[c] = sum;
  });
}

void div(const mesh::Mesh& mesh, std::span<const double> flux, std::span<double> div) {
  surfaceIntegrate<double>(mesh, flux, div);
}

template void surfaceIntegrate(const mesh::Mesh&, std::span<const double>, std::span<double>);
template void surfaceIntegrate(const mesh::Mesh&, std::span<const Vec3>, std::span<Vec3>);

Reconstruct::Reconstruct(const mesh::Mesh& mesh) : mesh_(&mesh) { inverse(); }

Reconstruct::Inverse Reconstruct::Inverse::of(const mesh::Mesh& mesh) {
  Inverse inverse;
  auto& full = inverse.full;
  full.resize(static_cast<std::size_t>(mesh.nCells));
  eachCell("reconstruct, inverse", mesh,
           [out = kernel::View(full), Sf = mesh.Sf.view(), magSf = mesh.magSf.data()](Label c, const auto& around) {
             SymmTensor sum{};
             around([&](Label f, double) { sum += sqr(Sf[f]) / magSf[f]; });
             out[c] = schemes::inverseInPlane(sum);
           });
  if (std::any_of(full.begin(), full.end(), [](const SymmTensor& t) { return t.xy != 0 || t.xz != 0 || t.yz != 0; }))
    return inverse;
  inverse.diagonal.reserve(full.size());
  for (const SymmTensor& t : full) inverse.diagonal.push_back({t.xx, t.yy, t.zz});
  full = std::vector<SymmTensor>();
  return inverse;
}

void Reconstruct::operator()(std::span<const double> flux, std::span<Vec3> cells) const {
  const double* magSf = mesh_->magSf.data();
  const auto Sf = mesh_->Sf.view();
  const double bytes = bytesOfCellFaces(*mesh_) + 72 + (16 + mesh_->Sf.bytes()) * facesPerCell(*mesh_);
  // The normal and the flux turn round together: both sides get the same.
  withInverse([&](auto inverse) {
    eachCell({"reconstruct", bytes}, *mesh_, [=](Label c, const auto& around) {
      Vec3 sum{};
      around([&](Label f, double) { sum += Sf[f] * (flux[f] / magSf[f]); });
      cells[c] = inverse(c, sum);
    });
  });
}

}  // namespace fvc

namespace {

/// flux = known(face) + U_f . S
template <class Known>
void faceFluxOf(const kernel::Loop& loop, const FaceWeights& faceWeights, const CellValues<Vec3>& U, Known known,
                std::span<double> flux) {
  const mesh::Mesh& mesh = faceWeights.mesh();
  const double* weights = faceWeights.data();
  const auto Sf = mesh.Sf.view();
  const Vec3 *cells = U.cells.data(), *boundary = U.boundary.data();
  eachInteriorFace(
      {loop.name, loop.bytes + 24 + mesh.Sf.bytes() + 24 / facesPerCell(mesh)}, mesh,
      [=](Label f, Label P, Label N) { flux[f] = known(f) + dot(Sf[f], weights[f] * (cells[P] - cells[N]) + cells[N]); });
  const Label first = mesh.nInteriorFaces();
  kernel::parallelFor("face flux, boundary", mesh.nBoundaryFaces,
                      [=](Label b) { flux[first + b] = known(first + b) + dot(Sf[first + b], boundary[b]); });
}

}  // namespace

void faceFlux(const FaceWeights& weights, const CellValues<Vec3>& U, std::span<double> flux) {
  faceFluxOf(
      "face flux", weights, U, [](Label) { return 0.0; }, flux);
}

void faceFlux(const FaceWeights& weights, const CellValues<Vec3>& U, std::span<const double> known, std::span<double> flux) {
  faceFluxOf(
      {"face flux and known", 8}, weights, U, [=](Label f) { return known[f]; }, flux);
}

}  // namespace eagre::fv
