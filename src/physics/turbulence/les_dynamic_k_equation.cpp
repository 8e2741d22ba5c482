// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "physics/turbulence/les_k_equation.hpp"

namespace eagre::physics {
namespace {

/// f of the values of fields, cell by cell and boundary face by boundary face.
template <class F, class... Fields>
auto pointwise(const char* name, F f, const Fields&... fields) {
  const auto each = [&](const auto&... values) {
    std::vector<decltype(f(values[0]...))> result(std::min({values.size()...}));
    // cppcheck-suppress constStatement
    kernel::parallelFor(name, static_cast<Label>(result.size()), [&](Label i) { result[i] = f(values[i]...); });
    return result;
  };
  return fv::CellValues<decltype(f(fields.cells[0]...))>{each(fields.cells...), each(fields.boundary...)};
}

double positive(double a) { return std::max(a, 0.0); }

}  // namespace

DynamicKEquation::DynamicKEquation(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : LesKEquation("dynamicKEqn", les, flow, read), filter_(flow.context.mesh) {
  static const std::vector<std::string> filters{"simple"};
  coefficients().getChoice("filter", filters);
  if (!flow.continued) {
    gradientEverywhere();
    D_ = pointwise(
        "dynamicKEqn: D", [](const Tensor& g) { return symm(g); }, gradU_);
    filterFlow();
  }
  start();
}

/// hat U, hat D and K.
void DynamicKEquation::filterFlow() {
  filteredU_ = filter_(flow_.U.values());
  filteredD_ = filter_(D_);
  const auto squared = filter_(pointwise(
      "dynamicKEqn: U.U", [](const Vec3& U) { return magSqr(U); }, flow_.U.values()));
  K_ = pointwise(
      "dynamicKEqn: K", [](double UU, const Vec3& U) { return 0.5 * (UU - magSqr(U)); }, squared, filteredU_);
}

void DynamicKEquation::prepare() {
  D_ = pointwise(
      "dynamicKEqn: D", [](const Tensor& g) { return dev(symm(g)); }, gradU_);
  filterFlow();
  K_ = pointwise(
      "dynamicKEqn: K", [](double K) { return std::max(K, small); }, K_);
}

void DynamicKEquation::setCe(std::vector<double>& Ce) {
  const auto DD = filter_(pointwise(
      "dynamicKEqn: D:D", [](const SymmTensor& D) { return magSqr(D); }, D_));
  const auto dissipation = filter_(pointwise(
      "dynamicKEqn: dissipation",
      [](double nut, double nu, double DD, const SymmTensor& D) { return (nut + nu) * (DD - magSqr(D)); }, nut_->values(),
      flow_.nu.values(), DD, filteredD_));
  const auto scale = filter_(pointwise(
      "dynamicKEqn: K^(3/2)", [](double K, double width) { return K * std::sqrt(K) / (2.0 * width); }, K_,
      delta_->width().values()));
  kernel::parallelFor({"dynamicKEqn: Ce", 24}, static_cast<Label>(Ce.size()),
                      [&](Label c) { Ce[c] = positive(dissipation.cells[c] / scale.cells[c]); });
}

void DynamicKEquation::correctNut() {
  auto L = filter_(pointwise(
      "dynamicKEqn: U U", [](const Vec3& U) { return sqr(U); }, flow_.U.values()));
  L = filter_(pointwise(
      "dynamicKEqn: L", [](const SymmTensor& UU, const Vec3& U) { return dev(UU - sqr(U)); }, L, filteredU_));
  // On the boundary the cell's M: the width, which has no value there, is taken from inside like what it multiplies.
  auto M = pointwise(
      "dynamicKEqn: M", [](double width, double K, const SymmTensor& D) { return D * (-2.0 * width * std::sqrt(positive(K))); },
      delta_->width().values(), K_, filteredD_);
  extrapolate(M);
  M = filter_(std::move(M));
  const auto LM = filter_(pointwise(
      "dynamicKEqn: L:M", [](const SymmTensor& L, const SymmTensor& M) { return 0.5 * doubleDot(L, M); }, L, M));
  const auto MM = filter_(pointwise(
      "dynamicKEqn: M:M", [](const SymmTensor& M) { return magSqr(M); }, M));
  nut_->values() = pointwise(
      "dynamicKEqn: nut",
      [](double LM, double MM, double k, double width) { return positive(LM / (MM + vSmall)) * std::sqrt(k) * width; }, LM, MM,
      k_.field().values(), delta_->width().values());
  nut_->correctBoundaryConditions();
}

/// Boundary values from the cells behind.
void DynamicKEquation::extrapolate(fv::CellValues<SymmTensor>& psi) const {
  const auto& mesh = flow_.context.mesh;
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  kernel::parallelFor({"dynamicKEqn: extrapolate", 96}, mesh.nBoundaryFaces,
                      [&](Label b) { psi.boundary[b] = psi.cells[owner[b]]; });
}

}  // namespace eagre::physics
