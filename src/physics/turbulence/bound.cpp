// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fv/conditions/transform.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/cell_faces.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

struct Extrema {
  double least = std::numeric_limits<double>::max(), negativeOfMost = least;
  Extrema& operator+=(const Extrema& others) {
    least = std::min(least, others.least);
    negativeOfMost = std::min(negativeOfMost, others.negativeOfMost);
    return *this;
  }
};

}  // namespace

void bound(const fv::Context& context, fv::VolScalarField& field, double lowest) {
  const auto& mesh = field.mesh();
  const View psi(field.cells()), boundary(field.boundary());
  const auto of = [](View<const double> values) { return [values](Label i) { return Extrema{values[i], -values[i]}; }; };
  Extrema extrema = kernel::parallelSum<Extrema>("bound: cells", mesh.nCells, of(field.cells()));
  extrema += kernel::parallelSum<Extrema>("bound: boundary", mesh.nBoundaryFaces, of(field.boundary()));
  const auto& communicator = mesh.communicator();
  const double least = communicator.min(extrema.least);
  if (least >= lowest) return;
  const double most = -communicator.min(extrema.negativeOfMost), n = static_cast<double>(mesh.nCellsGlobal);
  const double sum = kernel::parallelSum<double>("bound: mean", mesh.nCells, [psi](Label c) { return psi[c]; });
  context.log.line(
      fmt::format("bounding {}, min: {:.6g} max: {:.6g} average: {:.6g}", field.name(), least, most, communicator.sum(sum) / n));

  std::vector<double> bounded(static_cast<std::size_t>(mesh.nCells));
  const auto cut = [lowest](double value) { return std::max(value, lowest); };
  fv::eachCell({"bound", 0}, mesh,
               [psi, boundary, cut, lowest, first = mesh.nInteriorFaces(), magSf = View(mesh.magSf), weights = View(mesh.weights),
                bounded = View(bounded)](Label c, const auto& around) {
                 if (psi[c] > 0) {
                   bounded[c] = cut(psi[c]);
                   return;
                 }
                 double area = 0, integral = 0;
                 const auto add = [&](Label f, double value) {
                   area += magSf[f];
                   integral += magSf[f] * value;
                 };
                 const auto inside = [&](Label f, Label N, double sign) {
                   const double own = sign > 0 ? weights[f] : 1 - weights[f];
                   add(f, own * cut(psi[c]) + (1 - own) * cut(psi[N]));
                 };
                 around(inside, [&](Label f) { add(f, cut(boundary[f - first])); });
                 bounded[c] = std::max({psi[c], integral / area, lowest});
               });
  std::copy(bounded.begin(), bounded.end(), psi.begin());
  for (const auto& condition : field.conditions()) {
    const mesh::Patch& patch = condition->patch();
    if (dynamic_cast<const fv::conditions::Transform<double>*>(condition.get()))  // whose assignment evaluates it, in OpenFOAM
      condition->evaluate(field, field.patchValues(patch));
    else if (condition->assignable())
      kernel::parallelFor("bound: cut boundary", patch.start, patch.start + patch.size,
                          [boundary, cut](Label b) { boundary[b] = cut(boundary[b]); });
  }
  field.updateGhosts();
}

}  // namespace eagre::physics
