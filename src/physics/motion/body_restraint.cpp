// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/body_restraint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/word_choice.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

namespace {

using config::Dictionary;

Vec3 direction(const Dictionary& d, const char* keyword) {
  const Vec3 v = d.get<Vec3>(keyword);
  if (!(mag(v) > vSmall)) throw Error(d.at(keyword).place, fmt::format("{}: {} has no length", d.name(), keyword));
  return v / mag(v);
}

Tensor referenceOrientation(const Dictionary& d) {
  if (!d.has("referenceOrientation")) return identityTensor();
  const auto n = d.get<std::vector<double>>("referenceOrientation");
  constexpr double tolerance = 1e-6;
  Tensor R;
  for (std::size_t i = 0; i < 9 && n.size() == 9; ++i) R[static_cast<int>(i)] = n[i];
  if (n.size() != 9 || mag(dot(R, transpose(R)) - identityTensor()) > tolerance)
    throw Error(d.at("referenceOrientation").place,
                d.name() + ": referenceOrientation is not the tensor of a rotation (9 numbers)");
  return R;
}

/// Between an anchor and a point of the body, with damping along it.
class LinearSpring final : public BodyRestraint {
 public:
  explicit LinearSpring(const Dictionary& d)
      : anchor_(d.get<Vec3>("anchor")),
        attachment_(d.get<Vec3>("refAttachmentPt")),
        stiffness_(d.get<double>("stiffness")),
        damping_(d.get<double>("damping")),
        restLength_(d.get<double>("restLength")) {}
  Load load(const BodyPose& body) const override {
    const Vec3 end = body.at(attachment_), spring = end - anchor_, along = spring / (mag(spring) + vSmall);
    const Vec3 force = -(stiffness_ * (mag(spring) - restLength_) + damping_ * dot(along, body.velocityAt(end))) * along;
    return {force, cross(end - body.centre, force)};
  }

 private:
  Vec3 anchor_, attachment_;
  double stiffness_, damping_, restLength_;
};

/// At a point of space, which does not go with the body.
class ExternalForce final : public BodyRestraint {
 public:
  explicit ExternalForce(const Dictionary& d) : location_(d.get<Vec3>("location")) {
    auto reader = d.at("force").reader();
    if (!reader.peek().is('(') && reader.word() != "constant")
      throw Error(d.at("force").place, d.name() + ": a force of externalForce that changes is not supported; write a vector");
    force_ = reader.vector();
    reader.expectEnd();
  }
  Load load(const BodyPose& body) const override { return {force_, cross(location_ - body.centre, force_)}; }

 private:
  Vec3 location_, force_;
};

class LinearDamper final : public BodyRestraint {
 public:
  explicit LinearDamper(const Dictionary& d) : coefficient_(d.get<double>("coeff")) {}
  Load load(const BodyPose& body) const override { return {-coefficient_ * body.velocity, {}}; }

 private:
  double coefficient_;
};

class SphericalAngularDamper final : public BodyRestraint {
 public:
  explicit SphericalAngularDamper(const Dictionary& d) : coefficient_(d.get<double>("coeff")) {}
  Load load(const BodyPose& body) const override { return {{}, -coefficient_ * body.angularVelocity}; }

 private:
  double coefficient_;
};

/// Against a rotation from the reference orientation: of each axis of that the part of what it has become that is normal to the
/// next one.
class SphericalAngularSpring final : public BodyRestraint {
 public:
  explicit SphericalAngularSpring(const Dictionary& d)
      : reference_(referenceOrientation(d)), stiffness_(d.get<double>("stiffness")), damping_(d.get<double>("damping")) {}
  Load load(const BodyPose& body) const override {
    Vec3 moment = -damping_ * body.angularVelocity;
    for (int i = 0; i < 3; ++i) {
      Vec3 normal{}, mark{};
      normal[i] = 1;
      mark[(i + 1) % 3] = 1;
      const Vec3 n = dot(reference_, normal), now = dot(body.orientation, mark);
      moment -= stiffness_ * cross(dot(reference_, mark), now - dot(n, now) * n);
    }
    return {{}, moment};
  }

 private:
  Tensor reference_;
  double stiffness_, damping_;
};

/// Against a rotation about an axis, from the reference orientation.
class LinearAxialAngularSpring final : public BodyRestraint {
 public:
  explicit LinearAxialAngularSpring(const Dictionary& d)
      : reference_(referenceOrientation(d)),
        axis_(direction(d, "axis")),
        stiffness_(d.get<double>("stiffness")),
        damping_(d.get<double>("damping")) {}
  Load load(const BodyPose& body) const override {
    // A direction fixed to the body that lies across the axis, or else another one.
    const Vec3 trial = std::abs(axis_.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 mark = normalised(trial - dot(trial, axis_) * axis_);
    constexpr double alongAxis = 0.95;
    Vec3 before = dot(reference_, mark), now = dot(body.orientation, mark);
    if (std::abs(dot(before, axis_)) > alongAxis || std::abs(dot(now, axis_)) > alongAxis) {
      before = dot(reference_, cross(axis_, mark));
      now = dot(body.orientation, cross(axis_, mark));
    }
    before = normalised(before - dot(before, axis_) * axis_);
    now = normalised(now - dot(now, axis_) * axis_);
    const double sine = dot(cross(before, now), axis_), angle = std::atan2(sine, dot(before, now));
    // OpenFOAM's spring damps only where it is off its reference.
    const double rate = std::abs(sine) > vSmall ? dot(body.angularVelocity, axis_) : 0;
    return {{}, -(stiffness_ * angle + damping_ * rate) * axis_};
  }

 private:
  Tensor reference_;
  Vec3 axis_;
  double stiffness_, damping_;
};

using Maker = std::unique_ptr<BodyRestraint> (*)(const Dictionary&);
template <class Restraint>
std::unique_ptr<BodyRestraint> make(const Dictionary& d) {
  return std::make_unique<Restraint>(d);
}

const WordTable<Maker>& restraints() {
  static const WordTable<Maker> table{
      {"externalForce", "a constant force at a point of space", make<ExternalForce>},
      {"linearAxialAngularSpring", "spring and damper against a rotation about an axis", make<LinearAxialAngularSpring>},
      {"linearDamper", "a force against the velocity of the centre of rotation", make<LinearDamper>},
      {"linearSpring", "spring and damper between an anchor and a point of the body", make<LinearSpring>},
      {"sphericalAngularDamper", "a moment against the angular velocity", make<SphericalAngularDamper>},
      {"sphericalAngularSpring", "spring and damper against any rotation", make<SphericalAngularSpring>}};
  return table;
}

/// Directions that are taken away, normal to each other.
class Forbidden {
 public:
  void add(const Vec3& v) {
    Vec3 rest = v / mag(v);
    for (int i = 0; i < n_; ++i) rest -= dot(rest, directions_[i]) * directions_[i];
    constexpr double dependent = 1e-6;
    if (n_ < 3 && mag(rest) > dependent) directions_[n_++] = rest / mag(rest);
  }
  void addAllBut(const Vec3& line) {
    const Vec3 trial = std::abs(line.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 normal = trial - dot(trial, line) * line;
    add(normal);
    add(cross(line, normal));
  }
  void addAll() {
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) add(axis);
  }
  Tensor projection() const {
    if (n_ == 3) return {};
    if (n_ == 2) return outer(cross(directions_[0], directions_[1]), cross(directions_[0], directions_[1]));
    return n_ == 1 ? identityTensor() - outer(directions_[0], directions_[0]) : identityTensor();
  }

 private:
  Vec3 directions_[3];
  int n_ = 0;
};

struct Constraining {
  Forbidden translation, rotation;
  Vec3 centreOfRotation;
};
using Constrain = void (*)(const Dictionary&, const Vec3& centreOfMass, Constraining&);

void setCentre(const Dictionary& d, const Vec3& centreOfMass, Constraining& c) {
  c.centreOfRotation = d.getOr<Vec3>("centreOfRotation", centreOfMass);
}

const WordTable<Constrain>& constraints() {
  static const WordTable<Constrain> table{
      {"axis", "the body turns about an axis alone",
       [](const Dictionary& d, const Vec3&, Constraining& c) { c.rotation.addAllBut(direction(d, "axis")); }},
      {"line", "the centre of rotation goes along a line",
       [](const Dictionary& d, const Vec3& centreOfMass, Constraining& c) {
         setCentre(d, centreOfMass, c);
         c.translation.addAllBut(direction(d, "direction"));
       }},
      {"orientation", "the body does not turn", [](const Dictionary&, const Vec3&, Constraining& c) { c.rotation.addAll(); }},
      {"plane", "the centre of rotation stays in a plane",
       [](const Dictionary& d, const Vec3& centreOfMass, Constraining& c) {
         setCentre(d, centreOfMass, c);
         c.translation.add(direction(d, "normal"));
       }},
      {"point", "the centre of rotation stays where it is", [](const Dictionary& d, const Vec3& centreOfMass, Constraining& c) {
         setCentre(d, centreOfMass, c);
         c.translation.addAll();
       }}};
  return table;
}

/// f(row, dictionary) for each sub-dictionary of `group`, which names a word of the table.
template <class Maker, class F>
void eachNamed(const Dictionary& d, const char* group, const WordTable<Maker>& table, const char* keyword, F&& f) {
  const Dictionary* named = d.findDict(group);
  if (!named) return;
  for (const auto& entry : named->entries()) {
    if (!entry.isDict()) continue;
    const auto& row = config::chosen(table, *entry.dict, keyword);
    const Dictionary* own = entry.dict->findDict(row.word + "Coeffs");
    f(row.make, own ? *own : *entry.dict);
  }
}

}  // namespace

std::vector<Word> bodyRestraintWords() { return restraints().words(); }
std::vector<Word> bodyConstraintWords() { return constraints().words(); }

std::vector<std::unique_ptr<BodyRestraint>> makeBodyRestraints(const Dictionary& d, const char* keyword) {
  std::vector<std::unique_ptr<BodyRestraint>> made;
  eachNamed(d, "restraints", restraints(), keyword, [&](Maker maker, const Dictionary& own) { made.push_back(maker(own)); });
  return made;
}

BodyFreedom readBodyFreedom(const Dictionary& d, const Vec3& centreOfMass) {
  Constraining all{{}, {}, centreOfMass};
  eachNamed(d, "constraints", constraints(), "sixDoFRigidBodyMotionConstraint",
            [&](Constrain constrain, const Dictionary& own) { constrain(own, centreOfMass, all); });
  return {all.translation.projection(), all.rotation.projection(), all.centreOfRotation};
}

}  // namespace eagre::physics
