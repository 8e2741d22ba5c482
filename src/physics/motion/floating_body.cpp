// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/floating_body.hpp"

#include <cmath>

namespace eagre::physics {

BodyDisplacement::BodyDisplacement(const RigidTransformation& whole, const Vec3& origin, const Vec3& before, const Vec3& after)
    : whole_(whole), origin_(origin), before_(before), after_(after) {
  // R - R^T = 2 sin(angle) [n x], tr R = 1 + 2 cos(angle)
  const Tensor& R = whole.R;
  const Vec3 twiceSine{R.zy - R.yz, R.xz - R.zx, R.yx - R.xy};
  angle_ = std::atan2(mag(twiceSine), trace(R) - 1);
  if (angle_ == 0) return;
  axis_ = twiceSine;
  if (trace(R) > -0.9) return;
  // Close to half a turn the axis is the longest column of R + I cos.., that is of (R + R^T)/2 - cos(angle) I = (1 - cos) n n.
  const Tensor nn = 0.5 * (R + transpose(R)) - std::cos(angle_) * identityTensor();
  int longest = 0;
  for (int i = 1; i < 3; ++i)
    if (nn(i, i) > nn(longest, longest)) longest = i;
  const Vec3 axis{nn(0, longest), nn(1, longest), nn(2, longest)};
  axis_ = dot(axis, twiceSine) < 0 ? -1.0 * axis : axis;
}

}  // namespace eagre::physics
