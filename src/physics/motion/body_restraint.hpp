// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/vec.hpp"

namespace eagre::physics {

/// What a restraint looks at: the transformation of the body from its initial place, its velocities and its centre of rotation.
struct BodyPose {
  Vec3 initialCentre, centre, velocity, angularVelocity;  ///< [m], [m], [m/s], [rad/s]
  Tensor turned;                                          ///< rotation from the initial orientation
  Tensor orientation;
  Vec3 at(const Vec3& initial) const { return centre + dot(turned, initial - initialCentre); }
  Vec3 velocityAt(const Vec3& point) const { return velocity + cross(angularVelocity, point - centre); }
};

/// A spring or a damper that pulls at a body.
class BodyRestraint {
 public:
  virtual ~BodyRestraint() = default;
  struct Load {
    Vec3 force{}, moment{};  ///< [N]; [N m] about the centre of rotation
  };
  virtual Load load(const BodyPose& body) const = 0;
};

/// The restraints of the sub-dictionary `restraints`, if it is there. Errors (badCase): unknown words, with the nearest; those
/// of OpenFOAM that are not supported; missing or malformed coefficients. keyword: of the entry that names one.
std::vector<std::unique_ptr<BodyRestraint>> makeBodyRestraints(const config::Dictionary& d, const char* keyword);

/// Directions in which a body may go, and axes about which it may turn.
struct BodyFreedom {
  Tensor translation = identityTensor(), rotation = identityTensor();  ///< projections on what is free
  Vec3 centreOfRotation;                                               ///< [m]
};
/// What the sub-dictionary `constraints` leaves free. centreOfMass: the centre of rotation if no constraint gives another one.
/// Errors (badCase): as above.
BodyFreedom readBodyFreedom(const config::Dictionary& d, const Vec3& centreOfMass);

}  // namespace eagre::physics
