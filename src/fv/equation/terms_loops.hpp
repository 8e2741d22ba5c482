// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <tuple>
#include <utility>
#include <variant>

#include "fv/equation/terms_kernels.hpp"
#include "fv/fields/cell_faces.hpp"
#include "kernel/parallel_for.hpp"

/// The loops that fill a matrix, over cells, interior faces and boundary faces, each running all kernels at once. Used by
/// terms_assembly.hpp.
namespace eagre::fv {
namespace assembly {

template <class Term>
inline constexpr bool isConvection = false;
template <class T>
inline constexpr bool isConvection<terms::Div<T>> = true;
template <class Term>
inline constexpr bool isDiffusion = false;
template <class T, class Gamma>
inline constexpr bool isDiffusion<terms::Laplacian<T, Gamma>> = true;

/// What a kernel adds explicitly to the flux through a face.
template <class T, class Kernel>
void addExplicit(const Kernel& term, Label f, Label P, Label N, T& flux) {
  if constexpr (Kernel::hasExplicit) flux += term.explicitFlux(f, P, N);
}

/// Pointers to the arrays of an Equation.
template <class T>
struct MatrixViews {
  double *diag, *upper, *lower, *coupled, *coupledDiag;
  T *source, *internalCoeffs, *boundaryCoeffs;
};

/// The cell loop: writes diagonal and source; a refresh the source alone.
template <class T, bool refresh, class... Kernels>
void cellLoop(const mesh::Mesh& mesh, const MatrixViews<T> to, const Kernels... term) {
  const double* V = mesh.V.data();
  constexpr double bytes = 16 + 8 * nComponents<T> + (0.0 + ... + Kernels::cellBytes);
  kernel::parallelFor({"equation cells", bytes}, mesh.nCells, [=](Label c) {
    kernels::CellSum<T> sum;
    (term.cell(c, V[c], sum), ...);
    if constexpr (!refresh) to.diag[c] = sum.diag;
    to.source[c] = sum.source;
  });
}

/// Writes the off-diagonal of an internal face, and adds what the face has to the row of its owner, or of its neighbour.
template <class T, bool asymmetric, bool hasExplicit>
void addToOwner(const MatrixViews<T>& to, Label f, Label P, const kernels::FaceSum& sum, [[maybe_unused]] const T& flux) {
  to.upper[f] = sum.upper;
  if constexpr (asymmetric) to.lower[f] = sum.lower;
  to.diag[P] -= asymmetric ? sum.lower + sum.bounded : sum.upper;
  if constexpr (hasExplicit) to.source[P] -= flux;
}
template <class T, bool asymmetric, bool hasExplicit>
void addToNeighbour(const MatrixViews<T>& to, Label N, const kernels::FaceSum& sum, [[maybe_unused]] const T& flux) {
  to.diag[N] -= asymmetric ? sum.upper - sum.bounded : sum.upper;
  if constexpr (hasExplicit) to.source[N] += flux;
}

/// The face loop, internal then coupled: writes the off-diagonal, adds to diagonal and source. A row's diagonal is the
/// negative of its column's off-diagonal (so that what leaves one cell enters the other); an explicit flux leaves P: those of the
/// kernels and, if there is one, `given`.
template <class T, bool asymmetric, bool hasGiven, class... Kernels>
void faceLoop(const mesh::Mesh& mesh, const MatrixViews<T> to, [[maybe_unused]] const T* given, const Kernels... term) {
  constexpr bool hasExplicit = hasGiven || (Kernels::hasExplicit || ...);
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const auto explicitFlux = [=](Label f, Label P, Label N) {
    T flux{};
    if constexpr (hasGiven) flux = given[f];
    (addExplicit<T>(term, f, P, N, flux), ...);
    return flux;
  };
  constexpr bool readsGradient = (Kernels::readsGradient || ...);
  constexpr int n = nComponents<T>;
  constexpr double perCell = 16 + (hasExplicit ? 16 * n : 0) + (readsGradient ? 24 * n : 0) + (0.0 + ... + Kernels::cellBytes);
  constexpr double perFace = 16 + (asymmetric ? 8 : 0) + (hasGiven ? 8 * n : 0) + (0.0 + ... + Kernels::faceBytes);
  const kernel::Loop loop{"equation internal faces", perFace + perCell / facesPerCell(mesh)};
  scatterInternalFaces(loop, mesh, [=](Label f, Label P, Label N, auto toP, auto toN) {
    kernels::FaceSum sum;
    (term.face(f, P, N, sum), ...);
    T flux{};
    if constexpr (hasExplicit) flux = explicitFlux(f, P, N);
    if (toP) addToOwner<T, asymmetric, hasExplicit>(to, f, P, sum, flux);
    if (toN) addToNeighbour<T, asymmetric, hasExplicit>(to, N, sum, flux);
  });
  const Label first = mesh.nInternalFaces;
  kernel::sequentialFor("equation coupled faces", 0, mesh.nCoupledFaces, [=](Label i) {
    const Label f = first + i, P = owner[f], N = neighbour[f];
    kernels::FaceSum sum;
    (term.face(f, P, N, sum), ...);
    to.coupled[i] = sum.upper;
    to.coupledDiag[i] = -sum.lower;
    to.diag[P] -= sum.lower + sum.bounded;
    if constexpr (hasExplicit) to.source[P] -= explicitFlux(f, P, N);
  });
}

/// What is left of the face loop in a refresh: the given fluxes.
template <class T>
void explicitLoop(const mesh::Mesh& mesh, const MatrixViews<T> to, const T* explicitFlux) {
  const double bytes = bytesOfCellFaces(mesh) + nComponents<T> * 8 * (2 + facesPerCell(mesh));
  eachCell({"equation explicit fluxes", bytes}, mesh, [=](Label c, const auto& around) {
    T source = to.source[c];
    around([&](Label f, Label, double sign) { source -= sign * explicitFlux[f]; }, [](Label) {});
    to.source[c] = source;
  });
}

/// The boundary loop: writes internalCoeffs and boundaryCoeffs, and whether the first have changed in a refresh.
template <class T, bool refresh, class... Kernels>
void boundaryLoop(const mesh::Mesh& mesh, const MatrixViews<T> to, bool* changed, const Kernels... term) {
  const Label first = mesh.nInteriorFaces();
  const Label* owner = mesh.owner.data() + first;
  kernel::sequentialFor("equation boundary faces", 0, mesh.nBoundaryFaces, [=](Label b) {
    kernels::BoundarySum<T> sum;
    (term.boundary(b, first + b, owner[b], sum), ...);
    if constexpr (refresh)
      *changed |= !(to.internalCoeffs[b] == sum.internal);
    else
      to.diag[owner[b]] -= sum.bounded;
    to.internalCoeffs[b] = sum.internal;
    to.boundaryCoeffs[b] = sum.boundary;
    if constexpr ((Kernels::hasExplicit || ...)) to.source[owner[b]] -= sum.explicitFlux;
  });
}

/// Calls f with the kernel that each variant holds.
template <class F, class... Variants>
void visitAll(F&& f, const std::tuple<Variants...>& kernels) {
  std::apply([&](const auto&... kernel) { std::visit(f, kernel...); }, kernels);
}

/// The variants of a tuple that take part in a loop.
template <bool wanted, class Variant>
auto keepIf(const Variant& kernel) {
  if constexpr (wanted)
    return std::tuple<Variant>(kernel);
  else
    return std::tuple<>();
}
template <class Variant>
using First = std::variant_alternative_t<0, Variant>;

}  // namespace assembly

}  // namespace eagre::fv
