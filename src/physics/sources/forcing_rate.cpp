// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/forcing_rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::View;

ForcingRate::Lambda ForcingRate::Lambda::read(const config::Dictionary& d) {
  return {d.getDimensioned("lambda", dimFrequency),
          d.has("lambdaBoundary") ? d.getDimensioned("lambdaBoundary", dimFrequency) : 0.0};
}

ForcingRate::ForcingRate(const FvOptionSource& source) : context_(source.context) {
  const auto& d = source.coefficients;
  const bool one = d.has("origin") && d.has("direction"), several = d.has("origins") && d.has("directions");
  const bool any = d.has("scale") || d.has("origin") || d.has("direction") || d.has("origins") || d.has("directions");
  if (!d.has("scale") || one == several) {
    if (any)
      source.context.log.warnOnce(fmt::format(
          "{}: scale, origin and direction (or origins and directions) must all be there for the damping to be scaled; "
          "it acts on all cells alike",
          d.name()));
    return;
  }
  origins_ = one ? std::vector{d.get<Vec3>("origin")} : d.get<std::vector<Vec3>>("origins");
  directions_ = one ? std::vector{d.get<Vec3>("direction")} : d.get<std::vector<Vec3>>("directions");
  if (origins_.empty() || origins_.size() != directions_.size())
    throw Error(d.place(), d.name() + ": origins and directions must be as many, and one at least");
  for (Vec3& direction : directions_) direction = normalised(direction);
  scale_ = fv::makeFunction1<double>(d, "scale");
}

std::vector<std::string> ForcingRate::keywords() { return {"scale", "origin", "direction", "origins", "directions"}; }

double ForcingRate::scaleFrom(std::size_t origin, const Vec3& position) const {
  return scale_->value(dot(position - origins_[origin], directions_[origin]));
}

const std::vector<double>& ForcingRate::scale() {
  const auto& mesh = context_.mesh;
  return scales_.get(mesh, [&] {
    std::vector<double> scales(static_cast<std::size_t>(mesh.nCells), scale_ ? 0.0 : 1.0);
    for (Label c = 0; scale_ && c < mesh.nCells; ++c)
      for (std::size_t i = 0; i < origins_.size(); ++i) scales[c] = std::max(scales[c], scaleFrom(i, mesh.C[c]));
    return scales;
  });
}

const std::vector<double>& ForcingRate::of(const Lambda& lambda) {
  const auto& mesh = context_.mesh;
  const auto& scales = scale();
  rate_.assign(scales.size(), lambda.everywhere);
  if (lambda.nextToBoundary > 0)
    for (Label f = mesh.nInteriorFaces(); f < mesh.nFaces(); ++f) rate_[mesh.owner[f]] = lambda.nextToBoundary;
  kernel::parallelFor({"forcing: rate", 24}, mesh.nCells,
                      [rate = View(rate_), scales = View(scales)](Label c) { rate[c] *= scales[c]; });
  return rate_;
}

double ForcingRate::regionLength() const {
  const auto& mesh = context_.mesh;
  const auto centres = mesh.faceCentres();
  double sums[3] = {0, 0, 0};  // of V scale, S.direction scale, |S| scale
  for (std::size_t i = 0; i < origins_.size(); ++i) {
    for (Label c = 0; c < mesh.nCells; ++c) sums[0] += mesh.V[c] * scaleFrom(i, mesh.C[c]);
    for (Label f = mesh.nInteriorFaces(); f < mesh.nFaces(); ++f) {
      const double scale = scaleFrom(i, centres(f));
      sums[1] += dot(mesh.Sf[f], directions_[i]) * scale;
      sums[2] += mesh.magSf[f] * scale;
    }
  }
  mesh.communicator().sum(sums);
  // What is left of a sum that is 0 but for rounding is no length: the directions meet no boundary where there is a scale.
  constexpr double rounding = 1e-12;
  if (!(std::abs(sums[1]) > rounding * sums[2])) return std::numeric_limits<double>::infinity();
  return sums[0] / sums[1];
}

}  // namespace eagre::physics
