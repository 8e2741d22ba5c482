// SPDX-License-Identifier: BSD-3-Clause
#include "fv/equation.hpp"

#include "fv/boundary_condition.hpp"
#include "fv/equation_impl.hpp"
#include "fv/terms_schemes.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::fv {
namespace {

linear::LduAddressing addressingOf(const mesh::Mesh& mesh) {
  const std::span<const Label> owner(mesh.owner), neighbour(mesh.neighbour);
  const auto nInternal = static_cast<std::size_t>(mesh.nInternalFaces), nCoupled = static_cast<std::size_t>(mesh.nCoupledFaces);
  linear::LduAddressing addressing;
  addressing.nCells = mesh.nCells;
  addressing.owner = owner.first(nInternal);
  addressing.neighbour = neighbour.first(nInternal);
  addressing.ownerStart = mesh.ownerStart;
  addressing.losort = mesh.losort;
  addressing.losortStart = mesh.losortStart;
  addressing.coupledOwner = owner.subspan(nInternal, nCoupled);
  addressing.halo = mesh.halo.get();
  return addressing;
}

}  // namespace

template <class T>
Equation<T>::Equation(VolField<T>& psi, Context& context)
    : psi_(&psi),
      context_(&context),
      addressing_(addressingOf(psi.mesh())),
      schemes_(std::make_unique<TermSchemes<T>>()),
      impl_(std::make_unique<Impl>()) {
  const mesh::Mesh& mesh = psi.mesh();
  matrix_.addressing = &addressing_;
  matrix_.diag.resize(static_cast<std::size_t>(mesh.nCells));
  matrix_.upper.resize(static_cast<std::size_t>(mesh.nInternalFaces));
  matrix_.coupled.resize(static_cast<std::size_t>(mesh.nCoupledFaces));
  coupledDiag_.resize(matrix_.coupled.size());
  source_.resize(matrix_.diag.size());
  internalCoeffs_.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  boundaryCoeffs_.resize(internalCoeffs_.size());
}

template <class T>
Equation<T>::~Equation() = default;

/// Makes room for an assembly. What the loops overwrite is left as it is.
template <class T>
void Equation<T>::shape(bool asymmetric, bool diagonal) {
  matrix_.lower.resize(asymmetric ? matrix_.upper.size() : 0);
  impl_->diagonal = diagonal;
  if (!diagonal) return;
  for (auto* array : {&matrix_.upper, &matrix_.coupled, &coupledDiag_}) std::fill(array->begin(), array->end(), 0.0);
  for (auto* array : {&internalCoeffs_, &boundaryCoeffs_}) std::fill(array->begin(), array->end(), T{});
}

template <class T>
void Equation<T>::A(std::span<double> a) const {
  const mesh::Mesh& mesh = psi_->mesh();
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  const double *diag = matrix_.diag.data(), *V = mesh.V.data();
  const T* internal = internalCoeffs_.data();
  double* out = a.data();
  kernel::parallelFor("A diagonal", mesh.nCells, [=](Label c) { out[c] = diag[c]; });
  kernel::parallelFor("A boundary", mesh.nBoundaryFaces, [=](Label b) { out[owner[b]] += cmptAv(internal[b]); });
  kernel::parallelFor("A per volume", mesh.nCells, [=](Label c) { out[c] /= V[c]; });
}

template <class T>
void Equation<T>::H(std::span<T> h) const {
  const mesh::Mesh& mesh = psi_->mesh();
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const Label nInternal = mesh.nInternalFaces, nInterior = mesh.nInteriorFaces();
  const double *upper = matrix_.upper.data(), *lower = matrix_.lowerOrUpper().data(), *coupled = matrix_.coupled.data();
  const double* V = mesh.V.data();
  const T *psi = psi_->cells().data(), *source = source_.data();
  const T *internal = internalCoeffs_.data(), *boundary = boundaryCoeffs_.data();
  T* out = h.data();
  kernel::parallelFor("H source", mesh.nCells, [=](Label c) { out[c] = source[c]; });
  kernel::parallelFor("H internal faces", nInternal, [=](Label f) {
    const Label P = owner[f], N = neighbour[f];
    out[P] -= upper[f] * psi[N];
    out[N] -= lower[f] * psi[P];
  });
  kernel::parallelFor("H coupled faces", nInternal, nInterior,
                      [=](Label f) { out[owner[f]] -= coupled[f - nInternal] * psi[neighbour[f]]; });
  // A() has the mean of the components on the diagonal: the rest of each component is here.
  kernel::parallelFor("H boundary faces", mesh.nBoundaryFaces, [=](Label b) {
    const Label P = owner[nInterior + b];
    out[P] += boundary[b] + cmptMultiply(uniformValue<T>(cmptAv(internal[b])) - internal[b], psi[P]);
  });
  auto solved = uniformValue<T>(1);
  if constexpr (Composite<T>)
    for (int i = 0; i < nComponents<T>; ++i)
      if (mesh.solutionD[i] == -1) solved[i] = 0;
  kernel::parallelFor("H per volume", mesh.nCells, [=](Label c) { out[c] = cmptMultiply(solved, out[c] / V[c]); });
}

template <class T>
void Equation<T>::flux(std::span<T> faces) const {
  const mesh::Mesh& mesh = psi_->mesh();
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const Label nInternal = mesh.nInternalFaces, nInterior = mesh.nInteriorFaces();
  const double *upper = matrix_.upper.data(), *lower = matrix_.lowerOrUpper().data(), *coupled = matrix_.coupled.data();
  const double* coupledDiag = coupledDiag_.data();
  const T *psi = psi_->cells().data(), *internal = internalCoeffs_.data(), *boundary = boundaryCoeffs_.data();
  T* out = faces.data();
  kernel::parallelFor("flux internal faces", nInternal,
                      [=](Label f) { out[f] = upper[f] * psi[neighbour[f]] - lower[f] * psi[owner[f]]; });
  kernel::parallelFor("flux coupled faces", nInternal, nInterior, [=](Label f) {
    out[f] = coupled[f - nInternal] * psi[neighbour[f]] + coupledDiag[f - nInternal] * psi[owner[f]];
  });
  kernel::parallelFor("flux boundary faces", mesh.nBoundaryFaces,
                      [=](Label b) { out[nInterior + b] = cmptMultiply(internal[b], psi[owner[nInterior + b]]) - boundary[b]; });
  if (faceFluxCorrection_.empty()) return;
  const T* correction = faceFluxCorrection_.data();
  kernel::parallelFor("flux correction", nInterior, [=](Label f) { out[f] += correction[f]; });
}

template <class T>
void Equation<T>::forgetControls() {
  schemes_->forget();
  impl_->solvers.clear();
  impl_->relaxation[0].reset();
  impl_->relaxation[1].reset();
}

template <class T>
std::map<std::string, std::span<const T>> Equation<T>::oldRates() const {
  std::map<std::string, std::span<const T>> rates;
  for (const auto& [name, rate] : schemes_->rates) rates.emplace(name, rate.cells());
  return rates;
}

template <class T>
void Equation<T>::restoreOldRate(const std::string& name, std::vector<T> cells) {
  if (cells.size() != matrix_.diag.size()) throw Error("the old rate " + name + " does not have one value a cell");
  schemes_->rates.insert_or_assign(name, CrankNicolsonRate<T>(std::move(cells), context_->time));
}

template class Equation<double>;
template class Equation<Vec3>;

}  // namespace eagre::fv
