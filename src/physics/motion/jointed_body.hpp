// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/word_table.hpp"
#include "physics/motion/body_restraint.hpp"
#include "physics/motion/floating_body.hpp"

namespace eagre::physics {

/// A rigid body that hangs on a chain of joints, as OpenFOAM v1912's rigidBodyMotion with one body. The coordinates q of the
/// joints (displacements [m], angles [rad], the vector part of the unit quaternion of a ball joint) obey
///     M(q) q'' = J^T (forces - what the body does without q''),   M = J_v^T m J_v + J_w^T I J_w,
/// with the velocities of centre of mass and rotation that q' gives, v = J_v q', omega = J_w q' (Featherstone 2008). The loads
/// are those at the end of the step, by outer iterations; q'' is relaxed by accelerationRelaxation. The schemes are those of
/// SixDoFBody, for q.
class JointedBody final : public FloatingBody {
 public:
  /// d: the coefficients; name, bodyDict: its body. Errors (badCase): missing or malformed entries; unknown words, with the
  /// nearest; those of OpenFOAM that are not supported.
  JointedBody(const config::Dictionary& d, std::string name, const config::Dictionary& bodyDict);

  void continueFrom(const config::Dictionary& state) override;
  const char* stateName() const override { return "rigidBodyMotionState"; }
  void beginStep() override { old_ = now_; }
  void advance(const BodyLoad& load, const BodyStep& step) override;
  Vec3 momentCentre() const override { return {}; }
  BodyDisplacement displacement() const override;
  std::string state() const override;
  void report(Log& log) const override;

  Vec3 centreOfMass() const { return pose(now_).centreOfMass; }  ///< [m]
  Vec3 velocity() const;                                         ///< of the centre of mass [m/s]
  Vec3 angularVelocity() const { return pose(now_).omega; }      ///< [rad/s]

 private:
  /// One coordinate: along or about an axis of the frame before it; or the three of a ball joint, about the axes behind it.
  struct Joint {
    enum class Kind { prismatic, revolute, ball } kind;
    Vec3 axis{};
  };
  struct State {
    std::vector<double> q, rate, acceleration;
    double deltaT = 0;
  };
  /// Where the chain puts the body, how fast, and how fast each coordinate moves it.
  struct Pose {
    Tensor R;                           ///< from the body's frame to space
    Vec3 origin, centreOfMass;          ///< [m]
    Vec3 omega{};                       ///< [rad/s]
    Vec3 alpha{}, bias{};               ///< angular acceleration, and that of the centre of mass, with q'' = 0
    Vec3 originVelocity{};              ///< [m/s]
    std::vector<Vec3> linear, angular;  ///< columns of J_v and J_w
  };
  using Scheme = void (JointedBody::*)(const BodyLoad&, const BodyStep&);
  friend const WordTable<Scheme>& jointedSchemes();

  void newmark(const BodyLoad& load, const BodyStep& step);
  void crankNicolson(const BodyLoad& load, const BodyStep& step);
  void symplectic(const BodyLoad& load, const BodyStep& step);

  void readRestraints(const config::Dictionary& d);
  void readJoints(const config::Dictionary& joint);
  void addAxes(const std::string& word);
  void readBody(const config::Dictionary& body);
  void accelerate(const BodyLoad& load, const BodyStep& step);
  void turnBalls();
  Pose pose(const State& state) const;
  Vec3 applyInertia(const Tensor& R, const Vec3& omega) const;

  std::string name_;
  double mass_ = 0;
  Tensor inertia_{};  ///< about the centre of mass, in the body's frame [kg m^2]
  Vec3 centreOfMass_{};
  RigidTransformation frame_;  ///< from the frame before the first joint to space
  std::vector<Joint> joints_;
  std::vector<std::unique_ptr<BodyRestraint>> restraints_;
  AccelerationRelaxation relaxation_;
  double damping_;
  int iterations_;
  Scheme scheme_;
  double first_ = 0.5, second_ = 0.25;  ///< coefficients of the scheme: gamma and beta, or aoc and voc
  State now_, old_;
  RigidTransformation initial_;
};

}  // namespace eagre::physics
