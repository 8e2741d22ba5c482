// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/six_dof_body.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/word_choice.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

namespace {

Tensor readOrientation(const config::Dictionary& d, const char* keyword, const Tensor& otherwise) {
  if (!d.has(keyword)) return otherwise;
  const auto n = d.get<std::vector<double>>(keyword);
  if (n.size() != 9) throw Error(d.at(keyword).place, fmt::format("{}: {} has {} numbers, not 9", d.name(), keyword, n.size()));
  Tensor R;
  for (std::size_t i = 0; i < 9; ++i) R[static_cast<int>(i)] = n[i];
  constexpr double tolerance = 1e-6;
  if (mag(dot(R, transpose(R)) - identityTensor()) > tolerance)
    throw Error(d.at(keyword).place, fmt::format("{}: {} is not the tensor of a rotation", d.name(), keyword));
  return R;
}

double readPositive(const config::Dictionary& d, const char* keyword) {
  const auto value = d.get<double>(keyword);
  if (!(value > 0)) throw Error(d.at(keyword).place, fmt::format("{}: {} must be positive", d.name(), keyword));
  return value;
}

Vec3 readInertia(const config::Dictionary& d) {
  const auto inertia = d.get<Vec3>("momentOfInertia");
  if (!(inertia.x > 0 && inertia.y > 0 && inertia.z > 0))
    throw Error(d.at("momentOfInertia").place, d.name() + ": the moments of inertia must be positive");
  return inertia;
}

std::string text(const Vec3& v) { return fmt::format("({:.17g} {:.17g} {:.17g})", v.x, v.y, v.z); }
std::string text(const Tensor& t) {
  return fmt::format("({:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g})", t.xx, t.xy, t.xz, t.yx, t.yy,
                     t.yz, t.zx, t.zy, t.zz);
}

}  // namespace

const WordTable<SixDoFBody::Scheme>& sixDoFSchemes() {
  static const WordTable<SixDoFBody::Scheme> table{
      {"CrankNicolson", "velocity and position by weights aoc and voc of the new and the old", &SixDoFBody::crankNicolson},
      {"Newmark", "Newmark's method with gamma and beta", &SixDoFBody::newmark},
      {"symplectic", "leapfrog: half a step with the old acceleration, half with the new one", &SixDoFBody::symplectic}};
  return table;
}

std::vector<Word> bodySolverWords() { return sixDoFSchemes().words(); }

SixDoFBody::SixDoFBody(const config::Dictionary& d)
    : mass_(readPositive(d, "mass")),
      inertia_(readInertia(d)),
      initialCentreOfMass_(d.getOr<Vec3>("initialCentreOfMass", d.get<Vec3>("centreOfMass"))),
      initialOrientation_(readOrientation(d, "initialOrientation", readOrientation(d, "orientation", identityTensor()))),
      freedom_(readBodyFreedom(d, initialCentreOfMass_)),
      restraints_(makeBodyRestraints(d, "sixDoFRigidBodyMotionRestraint")),
      relaxation_(d),
      damping_(d.getOr<double>("accelerationDamping", 1)) {
  readScheme(d.subDict("solver"));
  // By the parallel axes theorem; what is not on the diagonal is left out.
  const Vec3 arm = initialCentreOfMass_ - freedom_.centreOfRotation;
  for (int i = 0; i < 3; ++i) inertia_[i] += mass_ * (magSqr(arm) - sqr(arm[i]));
  continueFrom(d);
}

void SixDoFBody::readScheme(const config::Dictionary& solver) {
  const auto& row = config::chosen(sixDoFSchemes(), solver, "type");
  scheme_ = row.make;
  if (row.word == "Newmark") {
    acceleration_ = solver.getOr<double>("gamma", 0.5);
    position_ = std::max(0.25 * sqr(acceleration_ + 0.5), solver.getOr<double>("beta", 0.25));
  } else if (row.word == "CrankNicolson") {
    acceleration_ = solver.getOr<double>("aoc", 0.5);
    position_ = solver.getOr<double>("voc", 0.5);
  }
}

void SixDoFBody::continueFrom(const config::Dictionary& d) {
  now_.centre = d.getOr<Vec3>("centreOfRotation", freedom_.centreOfRotation);
  now_.orientation = readOrientation(d, "orientation", identityTensor());
  now_.velocity = d.getOr<Vec3>("velocity", {});
  now_.acceleration = d.getOr<Vec3>("acceleration", {});
  now_.angularMomentum = d.getOr<Vec3>("angularMomentum", {});
  now_.torque = d.getOr<Vec3>("torque", {});
  relaxes_ = d.getOr<bool>("relaxes", false);
  old_ = now_;
}

Vec3 SixDoFBody::rate(const Vec3& momentum) const {
  return {momentum.x / inertia_.x, momentum.y / inertia_.y, momentum.z / inertia_.z};
}

BodyPose SixDoFBody::pose() const {
  return {.initialCentre = freedom_.centreOfRotation,
          .centre = now_.centre,
          .velocity = now_.velocity,
          .angularVelocity = angularVelocity(),
          .turned = dot(now_.orientation, transpose(initialOrientation_)),
          .orientation = now_.orientation};
}

std::pair<Tensor, Vec3> SixDoFBody::turned(Vec3 momentumTime) const {
  Tensor Q = old_.orientation;
  const auto turn = [&](int i, double part) {
    Vec3 axis{};
    axis[i] = 1;
    const Tensor R = rotationAbout(axis, part * momentumTime[i] / inertia_[i]);
    momentumTime = dot(momentumTime, R);
    Q = dot(Q, R);
  };
  turn(0, 0.5);
  turn(1, 0.5);
  turn(2, 1);
  turn(1, 0.5);
  turn(0, 0.5);
  return {Q, momentumTime};
}

void SixDoFBody::accelerate(const BodyLoad& load, const BodyStep& step) {
  Vec3 acceleration = load.force / mass_, torque = dot(load.moment, now_.orientation);
  for (const auto& restraint : restraints_) {
    const auto [force, moment] = restraint->load(pose());
    acceleration += force / mass_;
    torque += dot(moment, now_.orientation);
  }
  const double weight = std::exchange(relaxes_, true) ? relaxation_.at(step) : 1;
  now_.acceleration = weight * acceleration + (1 - weight) * now_.acceleration;
  now_.torque = weight * torque + (1 - weight) * now_.torque;
}

void SixDoFBody::advance(const BodyLoad& load, const BodyStep& step) {
  const Vec3 weight = mass_ * step.gravity;
  (this->*scheme_)({load.force + weight, load.moment + cross(centreOfMass() - now_.centre, weight)}, step);
}

void SixDoFBody::newmark(const BodyLoad& load, const BodyStep& step) {
  accelerate(load, step);
  const double dt = step.deltaT, gamma = acceleration_, beta = position_;
  const auto gain = [&](const Vec3& now, const Vec3& old) { return damping_ * dt * (gamma * now + (1 - gamma) * old); };
  const auto shift = [&](const Vec3& v0, const Vec3& now, const Vec3& old) {
    return dt * v0 + damping_ * sqr(dt) * (beta * now + (0.5 - beta) * old);
  };
  now_.velocity = dot(freedom_.translation, old_.velocity + gain(now_.acceleration, old_.acceleration));
  now_.angularMomentum = dot(freedom_.rotation, old_.angularMomentum + gain(now_.torque, old_.torque));
  now_.centre = old_.centre + dot(freedom_.translation, shift(old_.velocity, now_.acceleration, old_.acceleration));
  now_.orientation = turned(dot(freedom_.rotation, shift(old_.angularMomentum, now_.torque, old_.torque))).first;
}

void SixDoFBody::crankNicolson(const BodyLoad& load, const BodyStep& step) {
  accelerate(load, step);
  const double dt = step.deltaT;
  const auto gain = [&](const Vec3& now, const Vec3& old) {
    return damping_ * dt * (acceleration_ * now + (1 - acceleration_) * old);
  };
  const auto mean = [&](const Vec3& now, const Vec3& old) { return dt * (position_ * now + (1 - position_) * old); };
  now_.velocity = dot(freedom_.translation, old_.velocity + gain(now_.acceleration, old_.acceleration));
  now_.angularMomentum = dot(freedom_.rotation, old_.angularMomentum + gain(now_.torque, old_.torque));
  now_.centre = old_.centre + mean(now_.velocity, old_.velocity);
  now_.orientation = turned(mean(now_.angularMomentum, old_.angularMomentum)).first;
}

void SixDoFBody::symplectic(const BodyLoad& load, const BodyStep& step) {
  const double before = 0.5 * damping_ * step.deltaT0, after = 0.5 * damping_ * step.deltaT;
  now_.velocity = dot(freedom_.translation, old_.velocity + before * old_.acceleration);
  const Vec3 momentum = dot(freedom_.rotation, old_.angularMomentum + before * old_.torque);
  now_.centre = old_.centre + step.deltaT * now_.velocity;
  const auto [orientation, momentumTime] = turned(step.deltaT * momentum);
  now_.orientation = orientation;
  now_.angularMomentum = dot(freedom_.rotation, momentumTime / step.deltaT);
  accelerate(load, step);
  now_.velocity += dot(freedom_.translation, after * now_.acceleration);
  now_.angularMomentum += dot(freedom_.rotation, after * now_.torque);
}

BodyDisplacement SixDoFBody::displacement() const {
  const BodyPose body = pose();
  return {{body.turned, body.centre - dot(body.turned, body.initialCentre)},
          body.initialCentre,
          {},
          body.centre - body.initialCentre};
}

std::string SixDoFBody::state() const {
  config::FoamHeader header;
  header.className = "dictionary";
  header.object = stateName();
  return config::headerText(header) +
         fmt::format(
             "centreOfRotation {};\norientation     {};\nvelocity        {};\nacceleration    {};\nangularMomentum {};\n"
             "torque          {};\nrelaxes         {};  // the next acceleration is relaxed\n",
             text(now_.centre), text(now_.orientation), text(now_.velocity), text(now_.acceleration), text(now_.angularMomentum),
             text(now_.torque), relaxes_ ? "yes" : "no");
}

void SixDoFBody::report(Log& log) const {
  const int digits = log.precision();
  const auto line = [&](const char* name, const Vec3& v) {
    log.line(fmt::format("    {}: ({:.{}g} {:.{}g} {:.{}g})", name, v.x, digits, v.y, digits, v.z, digits));
  };
  log.line("6-DoF rigid body motion");
  line("Centre of rotation", now_.centre);
  line("Centre of mass", centreOfMass());
  std::string components;
  for (int i = 0; i < 9; ++i) components += fmt::format("{}{:.{}g}", i > 0 ? " " : "", now_.orientation[i], digits);
  log.line(fmt::format("    Orientation: ({})", components));
  line("Linear velocity", now_.velocity);
  line("Angular velocity", angularVelocity());
}

}  // namespace eagre::physics
