// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/jointed_body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "config/word_choice.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

namespace {

using config::Dictionary;

/// Solves A x = b by Gauss's elimination; A is symmetric and positive, or the joints are not independent.
std::vector<double> solved(std::vector<std::vector<double>> A, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    constexpr double dependent = 1e-14;
    if (!(A[k][k] > dependent * A[0][0]))
      throw Error("rigidBodyMotion: two joints move the body in the same way", ExitCode::badCase);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return b;
}

Tensor rotationOfQuaternion(const Vec3& v) {
  const double sine = mag(v), w = std::sqrt(std::max(0.0, 1 - sqr(sine)));
  return sine > 0 ? rotationAbout(v, 2 * std::atan2(sine, w)) : identityTensor();
}

Vec3 readLength(const Dictionary& d, const char* keyword) {
  const Vec3 v = d.get<Vec3>(keyword);
  if (!(mag(v) > 0)) throw Error(d.at(keyword).place, fmt::format("{}: {} has no length", d.name(), keyword));
  return v / mag(v);
}

Vec3 block(const std::vector<double>& values, std::size_t i) { return {values[i], values[i + 1], values[i + 2]}; }

using Inertia = Tensor (*)(const Dictionary&, double mass);
const WordTable<Inertia>& bodies() {
  static const WordTable<Inertia> table{
      {"cuboid", "a box with edges L, along its axes, of uniform density",
       [](const Dictionary& d, double mass) {
         const Vec3 L = d.get<Vec3>("L");
         const double x = mass / 12 * sqr(L.x), y = mass / 12 * sqr(L.y), z = mass / 12 * sqr(L.z);
         return Tensor{y + z, 0, 0, 0, x + z, 0, 0, 0, x + y};
       }},
      {"rigidBody", "any body, by its inertia (xx xy xz yy yz zz) about the centre of mass",
       [](const Dictionary& d, double) {
         const auto n = d.get<std::vector<double>>("inertia");
         if (n.size() != 6)
           throw Error(d.at("inertia").place, fmt::format("{}: inertia has {} numbers, not 6", d.name(), n.size()));
         return Tensor{n[0], n[1], n[2], n[1], n[3], n[4], n[2], n[4], n[5]};
       }},
      {"sphere", "a ball with a radius, of uniform density",
       [](const Dictionary& d, double mass) { return 0.4 * mass * sqr(d.get<double>("radius")) * identityTensor(); }}};
  return table;
}

}  // namespace

const WordTable<JointedBody::Scheme>& jointedSchemes() {
  static const WordTable<JointedBody::Scheme> table{{"CrankNicolson", "as of sixDoFRigidBodyMotion", &JointedBody::crankNicolson},
                                                    {"Newmark", "as of sixDoFRigidBodyMotion", &JointedBody::newmark},
                                                    {"symplectic", "as of sixDoFRigidBodyMotion", &JointedBody::symplectic}};
  return table;
}

JointedBody::JointedBody(const Dictionary& d, std::string name, const Dictionary& bodyDict)
    : name_(std::move(name)),
      relaxation_(d),
      damping_(d.getOr<double>("accelerationDamping", 1)),
      iterations_(d.getOr<int>("nIter", 1)) {
  if (d.has("ramp")) throw Error(d.at("ramp").place, d.name() + ": ramp is not supported");
  const Dictionary& solver = d.subDict("solver");
  const auto& row = config::chosen(jointedSchemes(), solver, "type");
  scheme_ = row.make;
  first_ = solver.getOr<double>(row.word == "CrankNicolson" ? "aoc" : "gamma", 0.5);
  second_ = row.word == "CrankNicolson" ? solver.getOr<double>("voc", 0.5)
                                        : std::max(0.25 * sqr(first_ + 0.5), solver.getOr<double>("beta", 0.25));
  readRestraints(d);
  readBody(bodyDict);
  readJoints(bodyDict.subDict("joint"));
  std::size_t n = 0;
  for (const Joint& joint : joints_) n += joint.kind == Joint::Kind::ball ? 3 : 1;
  now_.q.assign(n, 0);
  now_.rate = now_.acceleration = now_.q;
  const Pose start = pose(now_);
  initial_ = {start.R, start.origin};
  continueFrom(d);
}

void JointedBody::readRestraints(const Dictionary& d) {
  static const std::vector<std::string> words{"externalForce", "linearDamper", "linearSpring", "sphericalAngularDamper"};
  if (const Dictionary* named = d.findDict("restraints"))
    for (const auto& entry : named->entries()) {
      if (!entry.isDict()) continue;
      entry.dict->getChoice("type", words);
      if (const auto body = entry.dict->get<std::string>("body"); body != name_)
        throw Error(entry.dict->at("body").place, unknownWordMessage("body", body, std::vector{name_}));
    }
  restraints_ = makeBodyRestraints(d, "type");
}

void JointedBody::readBody(const Dictionary& body) {
  const auto& row = config::chosen(bodies(), body, "type");
  mass_ = body.get<double>("mass");
  if (!(mass_ > 0)) throw Error(body.at("mass").place, body.name() + ": mass must be positive");
  centreOfMass_ = body.get<Vec3>("centreOfMass");
  inertia_ = row.make(body, mass_);
  if (const std::string parent = body.get<std::string>("parent"); parent != "root")
    throw Error(body.at("parent").place, fmt::format("{}: parent {}: one body, on the root, is supported", body.name(), parent));
  auto reader = body.at("transform").reader();
  Tensor E;
  reader.expect('(');
  for (int i = 0; i < 9; ++i) E[i] = reader.number();
  reader.expect(')');
  const Vec3 origin = reader.vector();
  reader.expectEnd();
  frame_ = {transpose(E), origin};
}

void JointedBody::readJoints(const Dictionary& joint) {
  static const std::vector<std::string> words{"Pa",   "Px", "Pxyz", "Py", "Pz",   "Ra",        "Rs",      "Rx",
                                              "Rxyz", "Ry", "Ryxz", "Rz", "Rzyx", "composite", "floating"};
  const std::string type = joint.getChoice("type", words);
  if (type == "composite") {
    auto reader = joint.at("joints").reader();
    reader.list([&] { readJoints(reader.dict(joint.name() + ".joints")); });
    return reader.expectEnd();
  }
  const auto kind = type[0] == 'P' ? Joint::Kind::prismatic : Joint::Kind::revolute;
  if (type == "Pa" || type == "Ra")
    joints_.push_back({kind, readLength(joint, "axis")});
  else if (type == "Rs")
    joints_.push_back({Joint::Kind::ball, {}});
  else if (type == "floating")
    for (const char* axes : {"Pxyz", "Rzyx"}) addAxes(axes);
  else
    addAxes(type);
}

/// One joint for each axis that the word of OpenFOAM's joint names.
void JointedBody::addAxes(const std::string& word) {
  const auto kind = word[0] == 'P' ? Joint::Kind::prismatic : Joint::Kind::revolute;
  for (const char letter : word.substr(1)) {
    Vec3 axis{};
    axis[letter - 'x'] = 1;
    joints_.push_back({kind, axis});
  }
}

void JointedBody::continueFrom(const Dictionary& state) {
  const auto read = [&](const char* keyword, std::vector<double>& values) {
    if (!state.has(keyword)) return;
    auto found = state.get<std::vector<double>>(keyword);
    if (found.size() != values.size())
      throw Error(state.at(keyword).place, fmt::format("{}: {} has {} numbers for the {} degrees of freedom of the joints",
                                                       state.name(), keyword, found.size(), values.size()));
    values = std::move(found);
  };
  read("q", now_.q);
  read("qDot", now_.rate);
  read("qDdot", now_.acceleration);
  now_.deltaT = state.getOr<double>("deltaT", 0);
  old_ = now_;
}

JointedBody::Pose JointedBody::pose(const State& state) const {
  Pose pose{.R = frame_.R, .origin = frame_.d, .centreOfMass = {}, .linear = {}, .angular = {}};
  std::vector<Vec3> places;  // on the axis of a rotation
  Vec3 acceleration{};
  const auto turn = [&](const Vec3& axis, double rate, const Vec3& before) {
    pose.alpha += rate * cross(before, axis);
    pose.omega += rate * axis;
    pose.linear.push_back({});
    pose.angular.push_back(axis);
    places.push_back(pose.origin);
  };
  std::size_t i = 0;
  for (const Joint& joint : joints_) {
    const Vec3 axis = dot(pose.R, joint.axis), before = pose.omega;
    if (joint.kind == Joint::Kind::prismatic) {
      const Vec3 shift = state.q[i] * axis;
      acceleration += cross(pose.alpha, shift) + cross(before, cross(before, shift)) + 2 * state.rate[i] * cross(before, axis);
      pose.originVelocity += cross(before, shift) + state.rate[i] * axis;
      pose.origin += shift;
      pose.linear.push_back(axis);
      pose.angular.push_back({});
      places.push_back(pose.origin);
      ++i;
    } else if (joint.kind == Joint::Kind::revolute) {
      turn(axis, state.rate[i], before);
      pose.R = dot(pose.R, rotationAbout(joint.axis, state.q[i++]));
    } else {
      pose.R = dot(pose.R, rotationOfQuaternion(block(state.q, i)));
      for (int d = 0; d < 3; ++d) turn({pose.R(0, d), pose.R(1, d), pose.R(2, d)}, state.rate[i++], before);
    }
  }
  const Vec3 arm = dot(pose.R, centreOfMass_);
  pose.centreOfMass = pose.origin + arm;
  pose.bias = acceleration + cross(pose.alpha, arm) + cross(pose.omega, cross(pose.omega, arm));
  for (std::size_t k = 0; k < places.size(); ++k) pose.linear[k] += cross(pose.angular[k], pose.centreOfMass - places[k]);
  return pose;
}

Vec3 JointedBody::applyInertia(const Tensor& R, const Vec3& omega) const { return dot(R, dot(inertia_, dot(omega, R))); }

Vec3 JointedBody::velocity() const {
  const Pose p = pose(now_);
  return p.originVelocity + cross(p.omega, p.centreOfMass - p.origin);
}

void JointedBody::accelerate(const BodyLoad& load, const BodyStep& step) {
  const Pose p = pose(now_);
  Vec3 force = load.force + mass_ * (step.gravity - p.bias);
  Vec3 moment =
      load.moment - cross(p.centreOfMass, load.force) - applyInertia(p.R, p.alpha) - cross(p.omega, applyInertia(p.R, p.omega));
  for (const auto& restraint : restraints_) {
    const auto pull = restraint->load({.initialCentre = {},
                                       .centre = p.origin,
                                       .velocity = p.originVelocity,
                                       .angularVelocity = p.omega,
                                       .turned = p.R,
                                       .orientation = p.R});
    force += pull.force;
    moment += pull.moment + cross(p.origin - p.centreOfMass, pull.force);
  }
  const std::size_t n = now_.q.size();
  std::vector<std::vector<double>> M(n, std::vector<double>(n));
  std::vector<double> forces(n);
  for (std::size_t i = 0; i < n; ++i) {
    forces[i] = dot(p.linear[i], force) + dot(p.angular[i], moment);
    for (std::size_t j = 0; j < n; ++j)
      M[i][j] = mass_ * dot(p.linear[i], p.linear[j]) + dot(p.angular[i], applyInertia(p.R, p.angular[j]));
  }
  const auto found = solved(std::move(M), std::move(forces));
  const double part = relaxation_.at(step);
  for (std::size_t i = 0; i < n; ++i) now_.acceleration[i] = damping_ * (part * found[i] + (1 - part) * now_.acceleration[i]);
}

void JointedBody::advance(const BodyLoad& load, const BodyStep& step) {
  now_.deltaT = step.deltaT;
  if (!(old_.deltaT > 0)) old_.deltaT = step.deltaT;
  for (int i = 0; i < iterations_; ++i) (this->*scheme_)(load, step);
}

void JointedBody::newmark(const BodyLoad& load, const BodyStep& step) {
  accelerate(load, step);
  const double dt = step.deltaT, gamma = first_, beta = second_;
  for (std::size_t i = 0; i < now_.q.size(); ++i) {
    const double a = now_.acceleration[i], a0 = old_.acceleration[i];
    now_.rate[i] = old_.rate[i] + dt * (gamma * a + (1 - gamma) * a0);
    now_.q[i] = old_.q[i] + dt * old_.rate[i] + sqr(dt) * (beta * a + (0.5 - beta) * a0);
  }
  turnBalls();
}

void JointedBody::crankNicolson(const BodyLoad& load, const BodyStep& step) {
  accelerate(load, step);
  for (std::size_t i = 0; i < now_.q.size(); ++i) {
    now_.rate[i] = old_.rate[i] + step.deltaT * (first_ * now_.acceleration[i] + (1 - first_) * old_.acceleration[i]);
    now_.q[i] = old_.q[i] + step.deltaT * (second_ * now_.rate[i] + (1 - second_) * old_.rate[i]);
  }
  turnBalls();
}

void JointedBody::symplectic(const BodyLoad& load, const BodyStep& step) {
  for (std::size_t i = 0; i < now_.q.size(); ++i) {
    now_.rate[i] = old_.rate[i] + 0.5 * old_.deltaT * now_.acceleration[i];
    now_.q[i] = old_.q[i] + step.deltaT * now_.rate[i];
  }
  turnBalls();
  accelerate(load, step);
  for (std::size_t i = 0; i < now_.q.size(); ++i) now_.rate[i] += 0.5 * step.deltaT * now_.acceleration[i];
}

/// What a scheme has added to the vector of a ball joint is an angle; its quaternion is the old one, turned by that.
void JointedBody::turnBalls() {
  std::size_t i = 0;
  for (const Joint& joint : joints_) {
    const std::size_t first = i;
    i += joint.kind == Joint::Kind::ball ? 3 : 1;
    if (joint.kind != Joint::Kind::ball) continue;
    const Vec3 v = block(old_.q, first), turn = block(now_.q, first) - v;
    const double angle = mag(turn), w = std::sqrt(std::max(0.0, 1 - magSqr(v)));
    if (!(angle > small)) continue;
    const Vec3 u = std::sin(0.5 * angle) / angle * turn;
    const double c = std::cos(0.5 * angle);
    const double sign = w * c - dot(v, u) < 0 ? -1 : 1;  // w is kept positive
    const Vec3 both = sign * (w * u + c * v + cross(v, u));
    for (int d = 0; d < 3; ++d) now_.q[first + static_cast<std::size_t>(d)] = both[d];
  }
}

BodyDisplacement JointedBody::displacement() const {
  const Pose p = pose(now_);
  const Tensor R = dot(p.R, transpose(initial_.R));
  const Vec3 before = initial_.d - dot(p.origin, R);
  return {{R, p.origin - dot(R, initial_.d)}, {}, before, {}};
}

std::string JointedBody::state() const {
  config::FoamHeader header;
  header.className = "dictionary";
  header.object = stateName();
  const auto list = [](const std::vector<double>& values) {
    return fmt::format("{}({:.17g})", values.size(), fmt::join(values, " "));
  };
  return config::headerText(header) +
         fmt::format("q               {};\nqDot            {};\nqDdot           {};\ndeltaT          {:.17g};\n", list(now_.q),
                     list(now_.rate), list(now_.acceleration), now_.deltaT);
}

void JointedBody::report(Log& log) const {
  const Pose p = pose(now_);
  const int digits = log.precision();
  const auto line = [&](const char* title, std::span<const double> numbers) {
    std::string text;
    for (const double v : numbers) text += fmt::format("{}{:.{}g}", text.empty() ? "" : " ", v, digits);
    log.line(fmt::format("    {}: ({})", title, text));
  };
  const auto vector = [&](const char* title, const Vec3& v) { line(title, std::span(&v.x, 3)); };
  const Tensor E = transpose(p.R);
  log.line("Rigid-body motion of the " + name_);
  vector("Centre of rotation", p.origin);
  line("Orientation", std::span(&E.xx, 9));
  vector("Linear velocity", p.originVelocity);
  vector("Angular velocity", p.omega);
}

}  // namespace eagre::physics
