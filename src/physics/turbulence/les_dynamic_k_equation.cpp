// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/stretch.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/les_k_equation.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// f(result, values of fields), cell by cell with ghosts and boundary face by boundary face. The loop is kept scalar: vectorised
/// across groups of so many members it shuffles more than it computes.
template <class T, class F, class... Fields>
void setPointwise(const kernel::Loop& loop, const mesh::Mesh& mesh, fv::CellValues<T>& result, F f, const Fields&... fields) {
  const auto each = [&](Label n, std::vector<T>& to, const auto&... from) {
    to.resize(static_cast<std::size_t>(n));
    kernel::parallelFor(loop, n, [f, out = View(to), ... from = View(from)](Label i) {
      kernel::keepScalar();
      f(out[i], from[i]...);
    });
  };
  each(mesh.nAllCells(), result.cells, fields.cells...);
  each(mesh.nBoundaryFaces, result.boundary, fields.boundary...);
}

double positive(double a) { return std::max(a, 0.0); }

}  // namespace

DynamicKEquation::DynamicKEquation(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : LesKEquation("dynamicKEqn", les, flow, read), filter_(flow.context) {
  static const std::vector<std::string> filters{"simple"};
  coefficients().getChoice("filter", filters);
  filterStart();
}

void DynamicKEquation::filterStart() {
  if (flow_.continued) return;
  // As in v1912, whose filter evaluates the conditions of what it filters, of U itself, too.
  if (auto* U = flow_.context.registry.vector(flow_.U.name())) U->correctBoundaryConditions();
  gradientEverywhere();
  filterFlow([](const Tensor& gradU) { return symm(gradU); }, 0);
}

/// v1912's interFoam makes nut of the start behind that, where inlets may have another velocity then.
void DynamicKEquation::fluxCorrected() {
  filterStart();
  if (!flow_.continued && !flow_.rho) correctNut();
}

void DynamicKEquation::prepare() {
  filterFlow([](const Tensor& gradU) { return dev(symm(gradU)); }, small);
}

template <class Strain>
void DynamicKEquation::filterFlow(Strain strain, double lowestK) {
  const auto& mesh = flow_.context.mesh;
  setPointwise(
      {"dynamicKEqn: products", 224}, mesh, flowProducts_.of,
      [strain](FlowProducts& to, const Vec3& U, const Tensor& gradU) {
        const SymmTensor D = strain(gradU);
        to.UU = sqr(U);
        to.D = D;
        to.U = U;
        to.DD = magSqr(D);
      },
      flow_.U.values(), gradU_);
  filter_(flowProducts_.of, flowProducts_.result);
  setPointwise(
      {"dynamicKEqn: subgrid products", 264}, mesh, subgrid_.of,
      [lowestK](SubgridProducts& to, const FlowProducts& hat, double nut, double nu, double width) {
        const double K = std::max(0.5 * (trace(hat.UU) - magSqr(hat.U)), lowestK);
        to.L = dev(hat.UU - sqr(hat.U));
        to.M = hat.D * (-2.0 * width * std::sqrt(K));
        to.dissipation = (nut + nu) * (hat.DD - magSqr(hat.D));
        to.scale = K * std::sqrt(K) / (2.0 * width);
      },
      flowProducts_.result, nut_->values(), flow_.nu.values(), delta_->width().values());
  // The width has no value on the boundary: M is taken from inside like what it multiplies.
  kernel::parallelFor({"dynamicKEqn: M on the boundary", 96}, mesh.nBoundaryFaces,
                      [owner = View(mesh.owner), first = mesh.nInteriorFaces(), cells = View(subgrid_.of.cells),
                       boundary = View(subgrid_.of.boundary)](Label b) { boundary[b].M = cells[owner[first + b]].M; });
  filter_(subgrid_.of, subgrid_.result);
  setPointwise(
      {"dynamicKEqn: contractions", 128}, mesh, contractions_.of,
      [](Contractions& to, const SubgridProducts& hat) {
        to.LM = 0.5 * doubleDot(hat.L, hat.M);
        to.MM = magSqr(hat.M);
      },
      subgrid_.result);
  filter_(contractions_.of, contractions_.result);
}

void DynamicKEquation::setCe(std::vector<double>& Ce) {
  kernel::parallelFor(
      {"dynamicKEqn: Ce", 24}, static_cast<Label>(Ce.size()),
      [to = View(Ce), hat = View(subgrid_.result.cells)](Label c) { to[c] = positive(hat[c].dissipation / hat[c].scale); });
}

void DynamicKEquation::correctNut() {
  const auto nut = [](View<const Contractions> hat, View<const double> k, View<const double> width) {
    return [hat, k, width](Label i) { return positive(hat[i].LM / (hat[i].MM + vSmall)) * std::sqrt(k[i]) * width[i]; };
  };
  setNut(nut(contractions_.result.cells, k_.cells(), width()),
         nut(contractions_.result.boundary, k_.boundary(), boundaryWidth()));
}

}  // namespace eagre::physics
