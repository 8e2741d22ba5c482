// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <utility>

#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "fv/functions/function1.hpp"
#include "physics/motion/rigid_motion.hpp"

namespace eagre::physics {

/// Where a body has gone, and fractions of it: the displacement and the angle of rotation times s,
///     x = origin + s after + R(s angle) (X - origin - s before),
/// which is the linear interpolation between standing still (s = 0) and going with the body (s = 1; slerp of the quaternions).
class BodyDisplacement {
 public:
  BodyDisplacement() = default;
  /// whole: of the body, whose rotation is R; origin, before, after: as above, such that s = 1 is the same.
  BodyDisplacement(const RigidTransformation& whole, const Vec3& origin, const Vec3& before, const Vec3& after);
  Vec3 operator()(const Vec3& X, double s) const {
    if (s <= small) return X;
    if (s > 1 - small || angle_ == 0) return s > 1 - small ? whole_(X) : X + s * (after_ - before_);
    return origin_ + s * after_ + dot(rotationAbout(axis_, s * angle_), X - origin_ - s * before_);
  }

 private:
  RigidTransformation whole_;
  Vec3 origin_{}, before_{}, after_{}, axis_{0, 0, 1};
  double angle_ = 0;  ///< [rad]
};

/// Force [N] and moment [N m] on a body.
struct BodyLoad {
  Vec3 force{}, moment{};
};

/// What a body needs to know of a time step.
struct BodyStep {
  Vec3 gravity{};                  ///< [m/s^2]
  double deltaT = 0, deltaT0 = 0;  ///< [s] of this step and of the previous one
  double time = 0;                 ///< [s] of its end
};

/// accelerationRelaxation: the part of a new acceleration that counts, a number or a function of time (v2012 and later); 1 where
/// there is no such entry.
class AccelerationRelaxation {
 public:
  explicit AccelerationRelaxation(const config::Dictionary& body) {
    if (body.has("accelerationRelaxation")) part_ = fv::makeFunction1<double>(body, "accelerationRelaxation");
  }
  double at(const BodyStep& step) const { return part_ ? part_->value(step.time) : 1; }

 private:
  std::unique_ptr<fv::Function1<double>> part_;
};

/// A solid body that moves under forces. Serial: each rank that asks computes the same.
class FloatingBody {
 public:
  virtual ~FloatingBody() = default;
  /// Takes the state of the start time, that of the dictionary uniform/<stateName()>.
  virtual void continueFrom(const config::Dictionary& state) = 0;
  virtual const char* stateName() const = 0;
  /// A time step begins: the present state is the old one.
  virtual void beginStep() = 0;
  /// From the old state to the end of the time step; may be called several times in a time step (outer iterations). load: of the
  /// flow, without the body's weight, the moment about momentCentre().
  virtual void advance(const BodyLoad& load, const BodyStep& step) = 0;
  virtual Vec3 momentCentre() const = 0;  ///< [m]
  virtual BodyDisplacement displacement() const = 0;
  /// The text of the dictionary for continueFrom().
  virtual std::string state() const = 0;
  /// Says where the body is, in OpenFOAM's words.
  virtual void report(Log& log) const = 0;
};

}  // namespace eagre::physics
