// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "fv/fields/field.hpp"

namespace eagre::fv {

/// Conditions that prescribe a velocity and yet follow what is assigned to the whole field, as OpenFOAM's pressureInletVelocity
/// does: between an assembly of the momentum equation and the next evaluation they look at no other field, so that behind the
/// first pressure corrector without a momentum predictor the assigned velocity is theirs.
class AssignedVelocity {
 public:
  virtual ~AssignedVelocity() = default;
  /// values: what is assigned to the faces of the patch [m/s]. Collective.
  virtual void follow(const VolField<Vec3>& field, std::span<const Vec3> values) = 0;
};

}  // namespace eagre::fv
