// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fv/boundary_condition.hpp"
#include "fv/cell_faces.hpp"

namespace eagre::physics {
namespace {

struct Extrema {
  double least = std::numeric_limits<double>::max(), negativeOfMost = least;
  Extrema& operator+=(double value) {
    least = std::min(least, value);
    negativeOfMost = std::min(negativeOfMost, -value);
    return *this;
  }
};

}  // namespace

void bound(const fv::Context& context, fv::VolScalarField& field, double lowest) {
  const auto& mesh = field.mesh();
  double *psi = field.cells().data(), *boundary = field.boundary().data();
  Extrema extrema;
  kernel::sequentialFor("bound: cells", 0, mesh.nCells, [&](Label c) { extrema += psi[c]; });
  kernel::sequentialFor("bound: boundary", 0, mesh.nBoundaryFaces, [&](Label b) { extrema += boundary[b]; });
  const auto& communicator = mesh.communicator();
  const double least = communicator.min(extrema.least);
  if (least >= lowest) return;
  const double most = -communicator.min(extrema.negativeOfMost), n = static_cast<double>(mesh.nCellsGlobal);
  double sum = 0;
  kernel::sequentialFor("bound: mean", 0, mesh.nCells, [&](Label c) { sum += psi[c]; });
  context.log.line(
      fmt::format("bounding {}, min: {:.6g} max: {:.6g} average: {:.6g}", field.name(), least, most, communicator.sum(sum) / n));

  std::vector<double> bounded(static_cast<std::size_t>(mesh.nCells));
  const Label first = mesh.nInteriorFaces();
  const double *magSf = mesh.magSf.data(), *weights = mesh.weights.data();
  const auto cut = [lowest](double value) { return std::max(value, lowest); };
  fv::eachCell({"bound", 0}, mesh, [&](Label c, const auto& around) {
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
  std::copy(bounded.begin(), bounded.end(), psi);
  for (const auto& condition : field.conditions()) {
    const mesh::Patch& patch = condition->patch();
    if (condition->assignable())
      kernel::parallelFor("bound: cut boundary", patch.start, patch.start + patch.size,
                          [=](Label b) { boundary[b] = cut(boundary[b]); });
  }
  field.updateGhosts();
}

}  // namespace eagre::physics
