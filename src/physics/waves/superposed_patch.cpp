// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/superposed_patch.hpp"

#include <algorithm>

namespace eagre::physics::waves {

SuperposedPatch::SuperposedPatch(std::shared_ptr<Superposition> sea, const mesh::Patch& patch, const fv::Context& context)
    : sea_(std::move(sea)),
      patch_(patch),
      context_(context),
      velocity_(static_cast<std::size_t>(patch.size)),
      alpha_(static_cast<std::size_t>(patch.size)) {}

void SuperposedPatch::correct() {
  const bool moved = geometry_.renew(context_.mesh);
  if (!moved && context_.time().value == time_) return;
  time_ = context_.time().value;
  sea_->setTime(time_);
  const auto centres = context_.mesh.faceCentres();
  const Label first = context_.mesh.nInteriorFaces() + patch_.start;
  const auto& corners = context_.mesh.corners.at(patch_.name);
  std::vector<LevelPoint> at;
  for (std::size_t i = 0; i < alpha_.size(); ++i) {
    const std::span<const Vec3> points(corners.points.data() + corners.starts[i],
                                       static_cast<std::size_t>(corners.starts[i + 1] - corners.starts[i]));
    at.resize(points.size());
    std::ranges::transform(points, at.begin(), [&](const Vec3& p) { return sea_->at(p); });
    const Vec3 centre = centres(first + static_cast<Label>(i));
    const LevelMean mean = faceMean(points, at, centre, sea_->at(centre));
    alpha_[i] = mean.below();
    velocity_[i] = mean.velocity();
  }
}

}  // namespace eagre::physics::waves
