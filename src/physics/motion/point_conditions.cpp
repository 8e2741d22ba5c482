// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/point_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "config/word_choice.hpp"
#include "core/word_messages.hpp"
#include "fv/conditions/uniform.hpp"
#include "fv/functions/function1.hpp"
#include "physics/motion/rigid_motion.hpp"
#include "physics/words.hpp"

namespace eagre::physics {
namespace {

/// Values that stand in the file.
class Fixed final : public PrescribedPoints {
 public:
  explicit Fixed(const PointConditionSource& source) : PrescribedPoints(source) {
    value_ = source.values("value");
    const bool here = std::all_of(value_.begin(), value_.end(), [](const Vec3& v) { return v == Vec3{}; });
    isZero_ = !context_.mesh.communicator().any(!here);
  }
  bool isZero() const override { return isZero_; }

 private:
  bool isZero_;
};

/// One value, a function of time.
class UniformFixed final : public PrescribedPoints {
 public:
  explicit UniformFixed(const PointConditionSource& source) : PrescribedPoints(source) {
    fv::conditions::refuseOwnCoordinates(source.dict);
    if (source.nComponents == 1)
      scalar_ = fv::makeFunction1<double>(source.dict, "uniformValue", source.context);
    else
      vector_ = fv::makeFunction1<Vec3>(source.dict, "uniformValue", source.context);
  }
  void update(std::span<const Vec3>) override {
    const double t = context_.time().value;
    std::fill(value_.begin(), value_.end(), scalar_ ? Vec3{scalar_->value(t), 0, 0} : vector_->value(t));
  }

 private:
  std::unique_ptr<fv::Function1<double>> scalar_;
  std::unique_ptr<fv::Function1<Vec3>> vector_;
};

/// A motion of the patch whose displacement of a point from where it was at first, at(p0), is known: the displacement itself, or
/// the velocity that takes the point there in the time step.
template <class Motion>
class Moving final : public PrescribedPoints {
 public:
  Moving(const PointConditionSource& source, bool asVelocity)
      : PrescribedPoints(source), motion_(source), asVelocity_(asVelocity), p0_(startingPlaces(source, "p0")) {}
  void update(std::span<const Vec3> points) override {
    const auto displacement = motion_.at(context_.time().value);
    for (std::size_t i = 0; i < value_.size(); ++i) {
      value_[i] = displacement(p0_[i]);
      if (asVelocity_)
        value_[i] = (p0_[i] + value_[i] - points[static_cast<std::size_t>(patch_.points[i])]) / context_.time().deltaT;
    }
  }

 private:
  Motion motion_;
  bool asVelocity_;
  std::vector<Vec3> p0_;
};

/// amplitude sin(omega t)
class Oscillation {
 public:
  explicit Oscillation(const PointConditionSource& source)
      : amplitude_(source.dict.get<Vec3>("amplitude")), omega_(source.dict.get<double>("omega")) {}
  auto at(double t) const {
    return [d = amplitude_ * std::sin(omega_ * t)](const Vec3&) { return d; };
  }

 private:
  Vec3 amplitude_;
  double omega_;
};

/// Turned about an axis by angle0 + amplitude sin(omega t).
class AngularOscillation {
 public:
  explicit AngularOscillation(const PointConditionSource& source)
      : axis_(source.dict.get<Vec3>("axis")),
        origin_(source.dict.get<Vec3>("origin")),
        angle0_(source.dict.get<double>("angle0")),
        amplitude_(source.dict.get<double>("amplitude")),
        omega_(source.dict.get<double>("omega")) {
    if (!(mag(axis_) > 0)) throw Error(source.dict.at("axis").place, source.dict.name() + ": the axis has no length");
  }
  auto at(double t) const {
    const auto turned = RigidTransformation::about(origin_, rotationAbout(axis_, angle0_ + amplitude_ * std::sin(omega_ * t)));
    return [turned](const Vec3& p) { return turned(p) - p; };
  }

 private:
  Vec3 axis_, origin_;
  double angle0_, amplitude_, omega_;
};

/// As a rigid body: solidBodyMotionFunction.
class SolidBodyDisplacement final : public PrescribedPoints {
 public:
  explicit SolidBodyDisplacement(const PointConditionSource& source)
      : PrescribedPoints(source),
        initial_(source.patches.initialPoints()),
        motion_(makeRigidMotion(source.dict, source.caseDirectory)) {}
  void update(std::span<const Vec3>) override {
    const RigidTransformation transformation = motion_->at(context_.time().value);
    for (std::size_t i = 0; i < value_.size(); ++i) {
      const Vec3& p = initial_[static_cast<std::size_t>(patch_.points[i])];
      value_[i] = transformation(p) - p;
    }
  }

 private:
  std::span<const Vec3> initial_;
  std::unique_ptr<RigidMotion> motion_;
};

/// Points that take what the cells give them.
class Free : public PointCondition {
 public:
  explicit Free(std::string type) : type_(std::move(type)) {}
  std::string cellEntries() const override { return fmt::format("type {};", type_); }
  void apply(std::span<Vec3>, std::span<const Vec3>) const override {}

 private:
  std::string type_;
};

/// Points that slide along the patch: v - n (n . v). A value of one component stays.
class Slip final : public Free {
 public:
  Slip(const PointConditionSource& source, std::string type)
      : Free(std::move(type)), patch_(source.patches.all()[source.patch]), nComponents_(source.nComponents) {}
  bool needsNormals() const override { return nComponents_ == 3; }
  void apply(std::span<Vec3> values, std::span<const Vec3> normals) const override {
    if (nComponents_ != 3) return;
    for (std::size_t i = 0; i < normals.size(); ++i) {
      Vec3& v = values[static_cast<std::size_t>(patch_.points[i])];
      v -= dot(normals[i], v) * normals[i];
    }
  }

 private:
  const PointPatch& patch_;
  int nComponents_;
};

/// Points that have no motion along a given direction n: v - n (n . v). The cells' condition goes by the normals of the faces.
class FixedNormalSlip final : public PointCondition {
 public:
  explicit FixedNormalSlip(const PointConditionSource& source)
      : patch_(source.patches.all()[source.patch]), n_(source.dict.get<Vec3>("n")), isVector_(source.nComponents == 3) {}
  std::string cellEntries() const override {
    return isVector_ ? "type fixedNormalSlip; fixedValue uniform (0 0 0);" : "type zeroGradient;";
  }
  void apply(std::span<Vec3> values, std::span<const Vec3>) const override {
    for (const Label p : patch_.points)
      if (isVector_) values[static_cast<std::size_t>(p)] -= dot(n_, values[static_cast<std::size_t>(p)]) * n_;
  }

 private:
  const PointPatch& patch_;
  Vec3 n_;
  bool isVector_;
};

using Made = std::unique_ptr<PointCondition>;
struct Maker {
  Made (*make)(const PointConditionSource& source, const std::string& type);
  bool ofVectors = false;  ///< not of fields with one component
};

template <class Condition>
Made prescribed(const PointConditionSource& source, const std::string&) {
  return std::make_unique<Condition>(source);
}
template <class Motion, bool asVelocity>
Made moving(const PointConditionSource& source, const std::string&) {
  return std::make_unique<Moving<Motion>>(source, asVelocity);
}
Made free(const PointConditionSource&, const std::string& type) { return std::make_unique<Free>(type); }
Made slip(const PointConditionSource& source, const std::string& type) { return std::make_unique<Slip>(source, type); }

const WordTable<Maker>& table() {
  static const WordTable<Maker> table{
      {"angularOscillatingDisplacement",
       "turned about an axis by angle0 + amplitude sin(omega t)",
       {moving<AngularOscillation, false>, true}},
      {"angularOscillatingVelocity", "the velocity of angularOscillatingDisplacement", {moving<AngularOscillation, true>, true}},
      {"calculated", "nothing is done at the points; no equation can be solved on such a patch", {free}},
      {"empty", "on a patch of that type", {free}},
      {"fixedNormalSlip", "no component along n", {prescribed<FixedNormalSlip>}},
      {"fixedValue", "the values that stand there", {prescribed<Fixed>}},
      {"oscillatingDisplacement", "amplitude sin(omega t)", {moving<Oscillation, false>, true}},
      {"oscillatingVelocity", "the velocity of oscillatingDisplacement", {moving<Oscillation, true>, true}},
      {"sixDoFRigidBodyDisplacement",
       "a body that floats: the coefficients of motion solver sixDoFRigidBodyMotion",
       {[](const PointConditionSource& source, const std::string&) { return makeBodyCondition(source, true); }, true}},
      {"slip", "points slide along the patch", {slip}},
      {"solidBodyMotionDisplacement", "as a rigid body: solidBodyMotionFunction", {prescribed<SolidBodyDisplacement>, true}},
      {"symmetry", "on a patch of that type", {slip}},
      {"symmetryPlane", "on a patch of that type", {slip}},
      {"uncoupledSixDoFRigidBodyDisplacement",
       "as sixDoFRigidBodyDisplacement, without the loads of the flow",
       {[](const PointConditionSource& source, const std::string&) { return makeBodyCondition(source, false); }, true}},
      {"uniformFixedValue", "one value, a function of time: uniformValue", {prescribed<UniformFixed>}},
      {"waveMaker",
       "paddles that make waves: motionType piston, flap or solitary",
       {[](const PointConditionSource& source, const std::string&) { return makeWaveMaker(source); }, true}},
      {"wedge", "on a patch of that type", {slip}},
      {"zeroGradient", "points take what the cells give them", {free}}};
  return table;
}

const std::vector<std::string> notSupported{"surfaceDisplacement",
                                            "surfaceSlipDisplacement",
                                            "timeVaryingMappedFixedValue",
                                            "uniformInterpolatedDisplacement",
                                            "waveDisplacement",
                                            "codedFixedValue",
                                            "value",
                                            "cyclic",
                                            "cyclicSlip",
                                            "timeVaryingUniformFixedValue",
                                            "lumpedPointDisplacement"};

}  // namespace

std::vector<Vec3> startingPlaces(const PointConditionSource& source, const char* keyword) {
  if (source.dict.has(keyword)) return source.patches.read(source.dict, keyword, source.patch, 3);
  source.patches.addPlaces(source.dict, keyword, source.patch, source.wholePoints);
  std::vector<Vec3> places;
  for (const Label p : source.patches.all()[source.patch].points)
    places.push_back(source.patches.initialPoints()[static_cast<std::size_t>(p)]);
  return places;
}

std::vector<Word> pointConditionWords() { return table().words(); }

std::unique_ptr<PointCondition> makePointCondition(const PointConditionSource& source) {
  const PointPatch& patch = source.patches.all()[source.patch];
  const std::string type = source.dict.get<std::string>("type");
  const Place place = source.dict.at("type").place;
  constexpr std::array constraints{"empty", "symmetry", "symmetryPlane", "wedge"};
  const auto isConstraint = [&](const std::string& word) {
    return std::find(constraints.begin(), constraints.end(), word) != constraints.end();
  };
  const Maker* maker = table().find(type);
  if (!maker && std::find(notSupported.begin(), notSupported.end(), type) != notSupported.end())
    throw Error(place, fmt::format("condition '{}' of patch '{}' is not supported; it must be one of: {}", type, patch.name,
                                   wordsToChooseFrom(type, table().names(), "pointConditions")));
  if (!maker) throw Error(place, unknownWordMessage("point condition", type, table().names(), "pointConditions"));
  const bool mayBeBent = type == "symmetryPlane" && patch.type == "symmetry";  // of OpenFOAM up to 2.2
  if ((isConstraint(type) || isConstraint(patch.type)) && type != patch.type && !mayBeBent)
    throw Error(place, fmt::format("condition '{}' does not fit patch '{}', whose type is {}", type, patch.name, patch.type));
  if (maker->ofVectors && source.nComponents != 3)
    throw Error(place, fmt::format("condition '{}' of patch '{}' is for vectors alone", type, patch.name));
  return maker->make(source, type);
}

}  // namespace eagre::physics
