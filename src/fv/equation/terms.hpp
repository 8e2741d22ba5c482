// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "fv/equation/equation.hpp"

/// The terms that an Equation is made of. Each is a small value that names its operands; nothing is computed before
/// the whole expression is assigned to an Equation. Schemes come from fvSchemes under OpenFOAM's names.
///
///     UEqn = fvm::ddt(rho, U) + fvm::div(rhoPhi, U) - fvm::laplacian(muEff, U) - fvm::Su(f, U);
///
/// All terms stand on the left-hand side: a source f on the right is written - Su(f, psi). They are combined by +, -,
/// unary - and a scalar *. Fields, spans and names outlive the statement. Ghosts and boundary values of every field that
/// is read are up to date.
namespace eagre::fv {
namespace terms {

template <class T, bool withRho>
struct Ddt {
  const VolField<T>* psi;
  const VolScalarField* rho;  ///< nullptr if not withRho
  bool alwaysEuler;           ///< fvSchemes is not asked
  double factor = 1;
};
template <class T>
struct Div {
  const VolField<T>* psi;
  const SurfaceScalarField* flux;
  std::string name;
  bool alwaysUpwind;  ///< fvSchemes is not asked
  KnownGradient<T> known;
  double factor = 1;
};
struct TransposedStress {
  const VolVectorField* psi;
  const CellValues<double>* mu;
  const Tensor *gradU, *boundaryGradU;
  const FaceWeights* weights;
  double factor = 1;
};
/// Gamma: double, const SurfaceScalarField*, const VolScalarField*
template <class T, class Gamma>
struct Laplacian {
  const VolField<T>* psi;
  Gamma gamma;
  std::string_view gammaName;
  std::string name;
  KnownGradient<T> known{};
  double factor = 1;
};
/// Value: double (T for Su) or a span of nCells
template <class T, class Value>
struct Sp {
  const VolField<T>* psi;
  Value value;
  double factor = 1;
};
template <class T, class Value>
struct SuSp {
  const VolField<T>* psi;
  Value value;
  double factor = 1;
};
template <class T, class Value>
struct Su {
  const VolField<T>* psi;
  Value value;
  double factor = 1;
};

}  // namespace terms

/// A sum of terms for a field of T, each with its factor.
template <class T, class... Terms>
struct Expression {
  using Value = T;
  std::tuple<Terms...> terms;
};

template <class T, class... A, class... B>
Expression<T, A..., B...> operator+(const Expression<T, A...>& a, const Expression<T, B...>& b) {
  return {std::tuple_cat(a.terms, b.terms)};
}
template <class T, class... A>
Expression<T, A...> operator*(double factor, Expression<T, A...> a) {
  std::apply([factor](auto&... term) { ((term.factor *= factor), ...); }, a.terms);
  return a;
}
template <class T, class... A>
Expression<T, A...> operator*(const Expression<T, A...>& a, double factor) {
  return factor * a;
}
template <class T, class... A>
Expression<T, A...> operator-(const Expression<T, A...>& a) {
  return -1.0 * a;
}
template <class T, class... A, class... B>
Expression<T, A..., B...> operator-(const Expression<T, A...>& a, const Expression<T, B...>& b) {
  return a + (-b);
}

namespace fvm {

/// d psi/dt by the scheme "ddt(psi)": Euler, backward, CrankNicolson, steadyState. psi keeps its old levels.
template <class T>
Expression<T, terms::Ddt<T, false>> ddt(const VolField<T>& psi) {
  return {{{&psi, nullptr, false}}};
}
/// d(rho psi)/dt by the scheme "ddt(rho,psi)". rho [kg/m^3] keeps as many old levels as psi.
template <class T>
Expression<T, terms::Ddt<T, true>> ddt(const VolScalarField& rho, const VolField<T>& psi) {
  return {{{&psi, &rho, false}}};
}
/// d psi/dt by Euler, whatever fvSchemes says.
template <class T>
Expression<T, terms::Ddt<T, false>> ddtEuler(const VolField<T>& psi) {
  return {{{&psi, nullptr, true}}};
}

/// Convection div(flux psi) by the scheme `name` of divSchemes, "div(<flux>,<psi>)" by default: "Gauss <scheme>" or
/// "bounded Gauss <scheme>" (div(flux psi) - psi div(flux)). flux: all faces [m^3/s or kg/s].
template <class T>
Expression<T, terms::Div<T>> div(const SurfaceScalarField& flux, const VolField<T>& psi, std::string name = {}) {
  return {{{&psi, &flux, std::move(name), false, {}}}};
}
/// The same where a gradient of psi is known already.
template <class T>
Expression<T, terms::Div<T>> div(const SurfaceScalarField& flux, const VolField<T>& psi, const KnownGradient<T>& known) {
  return {{{&psi, &flux, {}, false, known}}};
}
/// Convection by the upwind scheme, whatever fvSchemes says.
template <class T>
Expression<T, terms::Div<T>> divUpwind(const SurfaceScalarField& flux, const VolField<T>& psi) {
  return {{{&psi, &flux, {}, true, {}}}};
}
/// Explicit part of the viscous stress, div(mu dev2((grad U)^T)), dev2(T) = T - (2/3) tr(T) I, mu (grad U)^T interpolated
/// to faces by the weights. mu [Pa s] and gradU: cells with ghosts, boundary.
inline Expression<Vec3, terms::TransposedStress> divTransposedStress(const CellValues<double>& mu, std::span<const Tensor> gradU,
                                                                     std::span<const Tensor> boundaryGradU,
                                                                     const FaceWeights& weights, const VolVectorField& U) {
  return {{{&U, &mu, gradU.data(), boundaryGradU.data(), &weights}}};
}
inline Expression<Vec3, terms::TransposedStress> divTransposedStress(const CellValues<double>& mu,
                                                                     const CellValues<Tensor>& gradU, const FaceWeights& weights,
                                                                     const VolVectorField& U) {
  return divTransposedStress(mu, gradU.cells, gradU.boundary, weights, U);
}

/// Diffusion div(gamma grad psi) by the scheme `name` of laplacianSchemes, "laplacian(<gamma>,<psi>)" by default:
/// "Gauss <interpolation of gamma> <snGrad scheme>". `known`: a gradient of psi that is there already, for the non-orthogonal
/// correction, which looks for that of "grad(<psi>)".
template <class T>
Expression<T, terms::Laplacian<T, const SurfaceScalarField*>> laplacian(const SurfaceScalarField& gamma, const VolField<T>& psi,
                                                                        std::string name = {},
                                                                        const KnownGradient<T>& known = {}) {
  return {{{&psi, &gamma, gamma.name(), std::move(name), known}}};
}
/// gamma at cells and boundary faces, interpolated as the scheme says.
template <class T>
Expression<T, terms::Laplacian<T, const VolScalarField*>> laplacian(const VolScalarField& gamma, const VolField<T>& psi,
                                                                    std::string name = {}, const KnownGradient<T>& known = {}) {
  return {{{&psi, &gamma, gamma.name(), std::move(name), known}}};
}
/// Uniform gamma; default name "laplacian(<psi>)".
template <class T>
Expression<T, terms::Laplacian<T, double>> laplacian(double gamma, const VolField<T>& psi, std::string name = {}) {
  return {{{&psi, gamma, {}, std::move(name)}}};
}

/// Implicit source coefficient * psi per volume; coefficient: nCells.
template <class T>
Expression<T, terms::Sp<T, std::span<const double>>> Sp(std::span<const double> coefficient, const VolField<T>& psi) {
  return {{{&psi, coefficient}}};
}
template <class T>
Expression<T, terms::Sp<T, double>> Sp(double coefficient, const VolField<T>& psi) {
  return {{{&psi, coefficient}}};
}
/// coefficient * psi per volume, implicit where the coefficient is positive (a sink, as it stands on the left) and explicit
/// elsewhere; coefficient: nCells.
template <class T>
Expression<T, terms::SuSp<T, std::span<const double>>> SuSp(std::span<const double> coefficient, const VolField<T>& psi) {
  return {{{&psi, coefficient}}};
}
/// Explicit source per volume; values: nCells.
template <class T>
Expression<T, terms::Su<T, std::span<const T>>> Su(std::type_identity_t<std::span<const T>> values, const VolField<T>& psi) {
  return {{{&psi, values}}};
}
template <class T>
Expression<T, terms::Su<T, T>> Su(const std::type_identity_t<T>& value, const VolField<T>& psi) {
  return {{{&psi, value}}};
}

}  // namespace fvm
}  // namespace eagre::fv

#include "fv/equation/terms_assembly.hpp"
