// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/second_gradients.hpp"

#include <fmt/format.h>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

std::vector<std::string> SecondGradients::schemes() {
  std::vector<std::string> names;
  for (int i = 0; i < 3; ++i) names.push_back(fmt::format("grad(U.component({}))", i));
  return names;
}

SecondGradients::SecondGradients(const fv::Context& context)
    : component_("U.component", dimless, context.mesh), gradient_("grad(U.component)", dimless, context.mesh) {
  const std::vector<std::string> names = schemes();
  for (std::size_t i = 0; i < names.size(); ++i) {
    ofComponent_[i] = fv::makeGradientScheme<double>(context, names[i]);
    ofGradient_[i] = fv::makeGradientScheme<Vec3>(context, fmt::format("grad({})", names[i]));
  }
  fv::setCalculatedConditions(component_);
  fv::setCalculatedConditions(gradient_);
}

void SecondGradients::component(const fv::VolVectorField& U, int i) {
  const auto take = [i](const std::vector<Vec3>& U, std::vector<double>& values) {
    parallelFor({"second gradients: component of U", 32}, static_cast<Label>(values.size()),
                [i, U = View(U), values = View(values)](Label c) { values[c] = U[c][i]; });
  };
  take(U.cells(), component_.cells());
  take(U.boundary(), component_.boundary());
  (*ofComponent_[i])(component_, gradient_.values());
  ofGradient_[i]->ownedCells(gradient_, second_);
}

}  // namespace eagre::physics
