// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/elliptic_relaxation.hpp"

#include <algorithm>
#include <cmath>

#include "fv/equation/terms.hpp"
#include "physics/turbulence/bound.hpp"

namespace eagre::physics {

EllipticRelaxation::EllipticRelaxation(const Flow& flow, std::unique_ptr<fv::VolScalarField> field, double lowest)
    : context_(&flow.context), field_(std::move(field)), equation_(*field_, flow.context), lowest_(lowest) {
  flow.context.registry.add(*field_);
  for (auto* list : {&given_, &sink_}) list->resize(static_cast<std::size_t>(flow.context.mesh.nCells));
  bound(flow.context, *field_, lowest_);
}

void EllipticRelaxation::solve(bool finalIteration) {
  using namespace fv::fvm;
  auto& f = *field_;
  equation_ = -laplacian(1.0, f) - Su(given_, f) + Sp(sink_, f);
  equation_.relax(finalIteration);
  equation_.solve(finalIteration ? f.name() + "Final" : f.name());
  bound(*context_, f, lowest_);
}

double relaxationTime(double C, double k, double epsilon, double nu) {
  return std::max(k / epsilon, C * std::sqrt(nu / epsilon));
}

double relaxationLength2(double CL, double Ceta, double k, double epsilon, double nu) {
  const double length = CL * std::max(std::pow(k, 1.5) / epsilon, Ceta * std::sqrt(std::sqrt(nu * nu * nu / epsilon)));
  return length * length;
}

}  // namespace eagre::physics
