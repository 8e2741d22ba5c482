// SPDX-License-Identifier: BSD-3-Clause
#include "fv/equation/equation.hpp"

#include "core/lanes.hpp"
#include "fv/equation/equation_impl.hpp"
#include "fv/equation/terms_schemes.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::fv {
namespace {

linear::LduAddressing addressingOf(const mesh::Mesh& mesh, Context& context) {
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
  addressing.lowerColumn = mesh.losortOwner;
  addressing.stretches = mesh.stretches;
  addressing.workspace = &context.workspace;
  return addressing;
}

}  // namespace

template <class T>
Equation<T>::Equation(VolField<T>& psi, Context& context)
    : psi_(&psi),
      context_(&context),
      addressing_(addressingOf(psi.mesh(), context)),
      schemes_(std::make_unique<TermSchemes<T>>()),
      impl_(std::make_unique<Impl>()) {
  const mesh::Mesh& mesh = psi.mesh();
  matrix_.addressing = &addressing_;
  matrix_.coupled.resize(static_cast<std::size_t>(mesh.nCoupledFaces));
  coupledDiag_.resize(matrix_.coupled.size());
  internalCoeffs_.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  boundaryCoeffs_.resize(internalCoeffs_.size());
}

template <class T>
Equation<T>::~Equation() = default;

/// Makes room for an assembly. What the loops overwrite is left as it is.
template <class T>
void Equation<T>::shape(bool asymmetric, bool diagonal) {
  referenceCell_ = -1;
  const auto nCells = static_cast<std::size_t>(addressing_.nCells), nFaces = addressing_.owner.size();
  const auto makeRoom = [this]<class U>(kernel::Array<U>& array, std::size_t n) {
    if (array.size() != n) array = context_->workspace.take<U>(n);
  };
  makeRoom(matrix_.diag, nCells);
  makeRoom(matrix_.upper, nFaces);
  if (asymmetric)
    makeRoom(matrix_.lower, nFaces);
  else
    context_->workspace.give(matrix_.lower);
  makeRoom(source_, nCells);
  impl_->diagonal = diagonal;
  if (!diagonal) return;
  for (const auto array : {std::span(matrix_.upper), std::span(matrix_.coupled), std::span(coupledDiag_)})
    std::fill(array.begin(), array.end(), 0.0);
  for (auto* array : {&internalCoeffs_, &boundaryCoeffs_}) std::fill(array->begin(), array->end(), T{});
}

template <class T>
void Equation<T>::release() {
  for (auto* array : {&matrix_.diag, &matrix_.upper, &matrix_.lower}) context_->workspace.give(*array);
  context_->workspace.give(source_);
  context_->workspace.give(faceFluxCorrection_);
  ++matrix_.version;
}

namespace {

/// use(cell, sum of the diagonal with the mean of the components at the boundary), in one pass.
template <class T, class Use>
void eachMeanDiagonal(const mesh::Mesh& mesh, std::span<const double> diagonal, const std::vector<T>& internalCoeffs, Use use) {
  const double* diag = diagonal.data();
  const T* internal = internalCoeffs.data();
  const Label *outerStart = mesh.outerStart.data(), *outer = mesh.outer.data(), first = mesh.nInteriorFaces();
  kernel::parallelFor({"A", 28}, mesh.nCells, [=](Label c) {
    double sum = diag[c];
    for (Label i = outerStart[c]; i < outerStart[c + 1]; ++i)
      if (outer[i] >= first) sum += cmptAv(internal[outer[i] - first]);
    use(c, sum);
  });
}

}  // namespace

template <class T>
void Equation<T>::A(std::span<double> a) const {
  const double* V = psi_->mesh().V.data();
  eachMeanDiagonal(psi_->mesh(), matrix_.diag, internalCoeffs_, [=](Label c, double diag) { a[c] = diag / V[c]; });
}

template <class T>
void Equation<T>::reciprocalA(std::span<double> rA) const {
  const double* V = psi_->mesh().V.data();
  eachMeanDiagonal(psi_->mesh(), matrix_.diag, internalCoeffs_, [=](Label c, double diag) { rA[c] = V[c] / diag; });
}

/// h = scale(cell) (source - off-diagonal * psi), row by row.
template <class T>
template <class Scale>
void Equation<T>::gatherH(const kernel::Loop& loop, Scale scale, T* h) const {
  const mesh::Mesh& mesh = psi_->mesh();
  const Label nInternal = mesh.nInternalFaces, nInterior = mesh.nInteriorFaces();
  const double *upper = matrix_.upper.data(), *lower = matrix_.lowerOrUpper().data(), *coupled = matrix_.coupled.data();
  const T *psi = psi_->cells().data(), *source = source_.data();
  const T *internal = internalCoeffs_.data(), *boundary = boundaryCoeffs_.data();
  auto solved = uniformValue<T>(1);
  for (int i = 0; i < nComponents<T>; ++i)
    if (!isSolved<T>(mesh, i)) component(solved, i) = 0;
  const double bytes =
      loop.bytes + bytesOfCellFaces(mesh) + 24 * nComponents<T> + (matrix_.symmetric() ? 8 : 16) * facesPerCell(mesh);
  eachCell({loop.name, bytes}, mesh, [=](Label c, const auto& around) {
    auto sum = lanes(source[c]);
    around([&](Label f, Label N) { sum -= lower[f] * lanes(psi[N]); }, [&](Label f, Label N) { sum -= upper[f] * lanes(psi[N]); },
           [&](Label f, Label N) { sum -= coupled[f - nInternal] * lanes(psi[N]); },
           [&](Label f) {  // A() has the mean of the components on the diagonal: the rest of each component is here.
             const T &i = internal[f - nInterior], &b = boundary[f - nInterior];
             sum += lanes(b + cmptMultiply(uniformValue<T>(cmptAv(i)) - i, psi[c]));
           });
    store(laneMultiply(lanes(solved), scale(c) * sum), h[c]);
  });
}

template <class T>
void Equation<T>::H(std::span<T> h) const {
  gatherH(
      {"H", 8}, [V = psi_->mesh().V.data()](Label c) { return 1 / V[c]; }, h.data());
}

template <class T>
void Equation<T>::H1(std::span<double> h) const {
  const mesh::Mesh& mesh = psi_->mesh();
  const double *upper = matrix_.upper.data(), *lower = matrix_.lowerOrUpper().data(), *coupled = matrix_.coupled.data();
  const Label nInternal = mesh.nInternalFaces;
  eachCell({"H1", 16 + bytesOfCellFaces(mesh) + 16 * facesPerCell(mesh)}, mesh,
           [=, V = mesh.V.data()](Label c, const auto& around) {
             double sum = 0;
             around([&](Label f, Label) { sum -= lower[f]; }, [&](Label f, Label) { sum -= upper[f]; },
                    [&](Label f, Label) { sum -= coupled[f - nInternal]; }, [](Label) {});
             h[c] = sum / V[c];
           });
}

template <class T>
void Equation<T>::HbyA(std::span<const double> rA, std::span<T> h) const {
  gatherH(
      {"HbyA", 16}, [rA, V = psi_->mesh().V.data()](Label c) { return rA[c] / V[c]; }, h.data());
}

template <class T>
void Equation<T>::flux(std::span<T> faces) const {
  eachFlux({"flux", 8 * nComponents<T>}, [faces](Label f, const T& value) { faces[f] = value; });
}

template <class T>
std::map<std::string, std::span<const T>> Equation<T>::oldRates() const {
  std::map<std::string, std::span<const T>> rates;
  for (const auto& [name, rate] : schemes_->rates) rates.emplace(name, rate.cells());
  return rates;
}

template <class T>
void Equation<T>::restoreOldRate(const std::string& name, std::vector<T> cells) {
  if (cells.size() != static_cast<std::size_t>(addressing_.nCells))
    throw Error("the old rate " + name + " does not have one value per cell");
  schemes_->rates.insert_or_assign(name, CrankNicolsonRate<T>(std::move(cells), context_->time()));
}

template class Equation<double>;
template class Equation<Vec3>;
template class Equation<SymmTensor>;

}  // namespace eagre::fv
