// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/les_dynamic_lagrangian.hpp"

#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

constexpr Dimensions dimProduct{{0, 4, -4}};
const char* const gradientName = "grad((surfaceSum((magSf*interpolate(U)))|surfaceSum(magSf)))";  // as v1912 names it

SymmTensor strain(const Tensor& gradU) { return dev(symm(gradU)); }

}  // namespace

ModelNeeds DynamicLagrangian::needs(const config::Dictionary& les) {
  return {.equations = {{"flm", dimProduct, ""}, {"fmm", dimProduct, ""}},
          .gradients = {gradientName},
          .wallDistance = lesDeltaNeedsWallDistance(les)};
}

DynamicLagrangian::DynamicLagrangian(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : LesEddyViscosity("dynamicLagrangian", les, flow, read),
      theta_(coefficient("theta", 1.5)),
      flm_(transport(read, "flm", dimProduct, "", 0.0)),
      fmm_(transport(read, "fmm", dimProduct, "", vSmall)),
      filter_(flow.context),
      Uhat_("Uhat", dimVelocity, flow.context.mesh),
      gradientOfUhat_(fv::makeGradientScheme<Vec3>(flow.context, gradientName)) {
  static const std::vector<std::string> filters{"simple"};
  coefficients().getChoice("filter", filters);
  fv::setCalculatedConditions(Uhat_);
}

void DynamicLagrangian::solve(bool finalIteration) {
  delta_->correct();
  gradientEverywhere();
  filterFlow();
  setSources();
  flm_.solve(finalIteration);
  fmm_.solve(finalIteration);
  correctNut();
}

void DynamicLagrangian::filterFlow() {
  const mesh::Mesh& mesh = flow_.context.mesh;
  const auto set = [](Label n, const std::vector<Vec3>& U, const std::vector<Tensor>& gradU, std::vector<FlowProducts>& to) {
    to.resize(static_cast<std::size_t>(n));
    kernel::parallelFor({"dynamicLagrangian: products", 224}, n, [U = View(U), gradU = View(gradU), to = View(to)](Label i) {
      const SymmTensor S = strain(gradU[i]);
      to[i] = {sqr(U[i]), S * std::sqrt(magSqr(S)), U[i], 0};
    });
  };
  set(mesh.nAllCells(), flow_.U.cells(), gradU_.cells, products_.cells);
  set(mesh.nBoundaryFaces, flow_.U.boundary(), gradU_.boundary, products_.boundary);
  filter_(products_, hat_);
  const auto copy = [](const std::vector<FlowProducts>& from, std::vector<Vec3>& U) {
    kernel::parallelFor({"dynamicLagrangian: filtered velocity", 152}, static_cast<Label>(U.size()),
                        [from = View(from), U = View(U)](Label i) { U[i] = from[i].U; });
  };
  copy(hat_.cells, Uhat_.cells());
  copy(hat_.boundary, Uhat_.boundary());
  gradientOfUhat_->ownedCells(Uhat_, gradUhat_);
}

void DynamicLagrangian::setSources() {
  kernel::parallelFor({"dynamicLagrangian: sources", 320}, flow_.context.mesh.nCells,
                      [hat = View(hat_.cells), gradUhat = View(gradUhat_), width = width(), flm = flm_.cells(),
                       fmm = fmm_.cells(), ofLm = flm_.sources(), ofMm = fmm_.sources(), theta = theta_](Label c) {
                        const SymmTensor L = dev(hat[c].UU - sqr(hat[c].U)), S = strain(gradUhat[c]);
                        const SymmTensor M = 2.0 * width[c] * width[c] * (hat[c].D - 4.0 * std::sqrt(magSqr(S)) * S);
                        const double perTime = 1.0 / (theta * width[c]) * std::pow(flm[c] * fmm[c], 1.0 / 8.0);
                        ofLm.given[c] = perTime * doubleDot(L, M);
                        ofMm.given[c] = perTime * magSqr(M);
                        ofLm.sink[c] = ofMm.sink[c] = perTime;
                      });
}

void DynamicLagrangian::correctNut() {
  gradientEverywhere();
  const auto nut = [](View<const double> flm, View<const double> fmm, View<const double> width, View<const Tensor> gradU) {
    return
        [flm, fmm, width, gradU](Label i) { return flm[i] / fmm[i] * width[i] * width[i] * std::sqrt(magSqr(strain(gradU[i]))); };
  };
  setNut(nut(flm_.cells(), fmm_.cells(), width(), gradU_.cells),
         nut(flm_.boundary(), fmm_.boundary(), boundaryWidth(), gradU_.boundary));
}

}  // namespace eagre::physics
