// SPDX-License-Identifier: BSD-3-Clause
#include "interface/curvature/distance_curvature.hpp"

#include <algorithm>
#include <cmath>

#include "fv/fields/cell_faces.hpp"
#include "interface/curvature/curvature_model.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

DistanceCurvature::DistanceCurvature(const fv::Context& context, InterfaceState& state)
    : context_(&context), state_(&state), planes_(context, state), distances_(planes_.inputs()) {}

void DistanceCurvature::operator()(View<double> K) {
  const auto& mesh = context_->mesh;
  const auto planes = planes_();
  distances_.findBand(planes_.crossed());
  distances_.find(planes);
  findNormals();
  parallelFor("curvature: distances", static_cast<Label>(planes.size()),
              [planes, K, any = fv::AroundAnyCell(mesh), first = mesh.nInteriorFaces(), V = View(mesh.V), Sf = mesh.Sf.view(),
               weights = View(mesh.weights), nHat = View(std::as_const(nHat_)), onBoundary = state_->boundaryNormals()](Label i) {
                const Label c = planes[i].cell;
                if (planes[i].area == 0 || K[c] != CurvatureModel::none) return;
                double sum = 0;
                const auto inside = [&](Label f, Label N, double sign) {
                  const double w = sign > 0 ? weights[f] : 1 - weights[f];
                  sum += sign * dot(normalised(w * nHat[c] + (1 - w) * nHat[N]), Sf[f]);
                };
                fv::AroundAnyCell(any, c)(inside, [&](Label f) { sum += dot(onBoundary[f - first], Sf[f]); });
                const double steepest = 1 / std::cbrt(V[c]);
                K[c] = std::clamp(-sum / V[c], -steepest, steepest);
              });
}

void DistanceCurvature::findNormals() {
  const auto& mesh = context_->mesh;
  nHat_.assign(static_cast<std::size_t>(mesh.nAllCells()), Vec3{});
  const auto band = distances_.band();
  parallelFor("curvature: normals of distances", static_cast<Label>(band.size()),
              [band, nHat = View(nHat_), distances = distances_.view(), gradient = distances_.gradientOfDistance()](Label i) {
                nHat[band[i]] = -normalised(gradient(band[i], distances[band[i]].sense));
              });
  mesh.halo->update(nHat_);
}

}  // namespace eagre::interface_
