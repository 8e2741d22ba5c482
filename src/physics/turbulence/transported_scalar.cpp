// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/transported_scalar.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/equation/terms.hpp"
#include "fv/time/ddt.hpp"
#include "fv/time/density_rate.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/bound.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// Old levels of the field and, as many, of the density.
int oldTimesOf(const Flow& flow, const std::string& field) {
  const auto scheme = fv::ddtScheme(flow.context, fmt::format("ddt({}{})", flow.rho ? "rho," : "", field));
  const int ofDensity = flow.rho && scheme.bounded ? fv::DensityRate::nOldTimes(flow.context, flow.rho->name()) : 0;
  return std::max({1, scheme.nOldTimes(), ofDensity});
}

}  // namespace

TransportedScalar::TransportedScalar(const Flow& flow, const fv::VolScalarField& nut, std::unique_ptr<fv::VolScalarField> field,
                                     const std::string& diffusivity, double lowest)
    : flow_(flow),
      nut_(&nut),
      field_(std::move(field)),
      D_(flow.rho ? fmt::format("(rho*{})", diffusivity) : diffusivity, flow.rho ? dimDensity * dimViscosity : dimViscosity,
         flow.context.mesh),
      equation_(*field_, flow.context),
      lowest_(lowest),
      diffuses_(!diffusivity.empty()),
      oldTimes_(oldTimesOf(flow, field_->name())),
      gradientName_("grad(" + field_->name() + ")") {
  flow.context.registry.add(*field_);
  for (auto* list : {&given_, &sink_}) list->resize(static_cast<std::size_t>(flow.context.mesh.nCells));
  bound(flow.context, *field_, lowest_);
}

namespace {

/// D = share nut + nu; share: i -> number
template <class Share>
void addShare(Share share, const std::vector<double>& nut, const std::vector<double>& nu, std::vector<double>& D) {
  kernel::parallelFor({"turbulence: diffusivity", 24}, static_cast<Label>(D.size()),
                      [share, nut = View(nut), nu = View(nu), D = View(D)](Label i) { D[i] = share(i) * nut[i] + nu[i]; });
}

}  // namespace

void TransportedScalar::setDiffusivity(double share) {
  const auto uniform = [share](Label) { return share; };
  addShare(uniform, nut_->cells(), flow_.nu.cells(), D_.cells());
  addShare(uniform, nut_->boundary(), flow_.nu.boundary(), D_.boundary());
}

void TransportedScalar::setDiffusivity(const fv::CellValues<double>& share) {
  const auto of = [](const std::vector<double>& values) { return [values = View(values)](Label i) { return values[i]; }; };
  addShare(of(share.cells), nut_->cells(), flow_.nu.cells(), D_.cells());
  addShare(of(share.boundary), nut_->boundary(), flow_.nu.boundary(), D_.boundary());
}

void TransportedScalar::multiplyByDensity() {
  const auto multiply = [](const std::vector<double>& rho, std::vector<double>& values) {
    kernel::parallelFor({"turbulence: times rho", 24}, static_cast<Label>(values.size()),
                        [rho = View(rho), values = View(values)](Label i) { values[i] *= rho[i]; });
  };
  multiply(flow_.rho->cells(), D_.cells());
  multiply(flow_.rho->boundary(), D_.boundary());
  for (auto* list : {&given_, &sink_}) multiply(flow_.rho->cells(), *list);
}

void TransportedScalar::assemble(const fv::KnownGradient<double>& known) {
  using namespace fv::fvm;
  auto& psi = *field_;
  if (flow_.rho) multiplyByDensity();
  if (!diffuses_) {
    if (flow_.rho)
      equation_ = ddt(*flow_.rho, psi) + div(*flow_.rhoPhi, psi) - Su(given_, psi) + Sp(sink_, psi);
    else
      equation_ = ddt(psi) + div(flow_.phi, psi) - Su(given_, psi) + Sp(sink_, psi);
    return;
  }
  if (flow_.context.mesh.overlaps) D_.updateGhosts();  // the mean of products is not the product of means
  if (flow_.rho) {
    equation_ = ddt(*flow_.rho, psi) + div(*flow_.rhoPhi, psi) - laplacian(D_, psi, {}, known) - Su(given_, psi) + Sp(sink_, psi);
  } else {
    equation_ = ddt(psi) + div(flow_.phi, psi) - laplacian(D_, psi, {}, known) - Su(given_, psi) + Sp(sink_, psi);
  }
}

/// The gradient, unless a boundary condition now has other values than it was made with.
fv::KnownGradient<double> TransportedScalar::stillKnown(const std::vector<Vec3>* gradient) {
  const mesh::Mesh& mesh = flow_.context.mesh;
  if (gradient == nullptr || mesh.orthogonal) return {};
  const std::vector<double> before = field_->boundary();
  for (const auto& condition : field_->conditions()) condition->updateCoeffs(*field_, flow_.context);
  if (mesh.communicator().any(before != field_->boundary())) return {};
  static const Vec3 none{};  // on a rank without cells: known as on the others
  return {gradientName_, gradient->empty() ? &none : gradient->data()};
}

void TransportedScalar::solve(bool finalIteration, std::span<const char> fixed, const std::vector<Vec3>* gradient) {
  auto& psi = *field_;
  assemble(stillKnown(gradient));
  if (flow_.options) flow_.options->addTo(equation_);
  equation_.relax(finalIteration);
  if (flow_.options) flow_.options->constrain(equation_);
  if (!fixed.empty()) equation_.setValues(fixed);
  equation_.solve(finalIteration ? psi.name() + "Final" : psi.name());
  bound(flow_.context, psi, lowest_);
}

}  // namespace eagre::physics
