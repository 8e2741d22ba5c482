// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "core/word_table.hpp"
#include "physics/motion/body_restraint.hpp"
#include "physics/motion/floating_body.hpp"
#include "physics/motion/mesh_motion.hpp"

namespace eagre::physics {

/// A rigid body with six degrees of freedom, or those that constraints leave, as OpenFOAM v1912's sixDoFRigidBodyMotion:
///     dv/dt = F/m,   d(pi)/dt = Q^T M   (body axes),   dQ/dt = Q [omega x],   omega = pi/I,
/// v: velocity of the centre of rotation; pi: angular momentum, and I: moments of inertia about it, in the axes of the body,
/// which are principal ones. The rotation of a time step is that of five rotations about the axes of the body (Dullweber,
/// Leimkuhler and McLachlan 1997). The loads are those at the end of the step, by outer iterations:
///     Newmark:        v = v0 + dt (gamma a + (1 - gamma) a0),  x = x0 + dt v0 + dt^2 (beta a + (1/2 - beta) a0)
///     CrankNicolson:  v = v0 + dt (aoc a + (1 - aoc) a0),      x = x0 + dt (voc v + (1 - voc) v0)
///     symplectic:     half a step with a0, x = x0 + dt v, half a step with a
/// and alike for pi and the rotation: Newmark and CrankNicolson keep pi in the axes of the body, and leave out the gyroscopic
/// moment of a body that tumbles, as v1912 does; symplectic has it. Loads after the first ones are relaxed by
/// accelerationRelaxation.
class SixDoFBody final : public FloatingBody {
 public:
  /// d: the coefficients, with the state of the start. Errors (badCase): missing or malformed entries; unknown words, with the
  /// nearest.
  explicit SixDoFBody(const config::Dictionary& d);

  void continueFrom(const config::Dictionary& state) override;
  const char* stateName() const override { return "sixDoFRigidBodyMotionState"; }
  void beginStep() override { old_ = now_; }
  void advance(const BodyLoad& load, const BodyStep& step) override;
  Vec3 momentCentre() const override { return now_.centre; }
  BodyDisplacement displacement() const override;
  std::string state() const override;
  void report(Log& log) const override;

  BodyState bodyState() const { return {now_.centre, centreOfMass(), now_.orientation, now_.velocity, angularVelocity()}; }
  Vec3 centreOfMass() const { return pose().at(initialCentreOfMass_); }
  Vec3 velocity() const { return now_.velocity; }                                             ///< of the centre of rotation [m/s]
  Vec3 angularVelocity() const { return dot(now_.orientation, rate(now_.angularMomentum)); }  ///< [rad/s]
  Vec3 angularMomentum() const { return dot(now_.orientation, now_.angularMomentum); }        ///< [kg m^2/s], in space

 private:
  struct State {
    Vec3 centre{};
    Tensor orientation = identityTensor();
    Vec3 velocity{}, acceleration{}, angularMomentum{}, torque{};  ///< the latter two in the axes of the body
  };
  using Scheme = void (SixDoFBody::*)(const BodyLoad&, const BodyStep&);
  friend const WordTable<Scheme>& sixDoFSchemes();

  void newmark(const BodyLoad& load, const BodyStep& step);
  void crankNicolson(const BodyLoad& load, const BodyStep& step);
  void symplectic(const BodyLoad& load, const BodyStep& step);
  void readScheme(const config::Dictionary& solver);

  /// Accelerations of now_ from the loads, restraints included.
  void accelerate(const BodyLoad& load, const BodyStep& step);
  BodyPose pose() const;
  Vec3 rate(const Vec3& angularMomentum) const;
  /// The old orientation turned by angular momenta times time [kg m^2], and what becomes of their components.
  std::pair<Tensor, Vec3> turned(Vec3 momentumTime) const;

  double mass_;
  Vec3 inertia_, initialCentreOfMass_;
  Tensor initialOrientation_;
  BodyFreedom freedom_;
  std::vector<std::unique_ptr<BodyRestraint>> restraints_;
  AccelerationRelaxation relaxation_;
  double damping_;
  Scheme scheme_;
  double acceleration_ = 0.5, position_ = 0.5;  ///< coefficients of the scheme: gamma and beta, or aoc and voc
  bool relaxes_ = false;                        ///< there are previous accelerations
  State now_, old_;
};

}  // namespace eagre::physics
