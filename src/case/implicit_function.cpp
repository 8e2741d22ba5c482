// SPDX-License-Identifier: BSD-3-Clause
#include "case/implicit_function.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "case/words.hpp"
#include "config/word_choice.hpp"

namespace eagre::case_ {
namespace {

Vec3 unit(const config::Dictionary& d, const char* keyword) {
  const Vec3 v = d.get<Vec3>(keyword);
  if (!(mag(v) > 0)) throw Error(d.at(keyword).place, fmt::format("{}: {} has no length", d.name(), keyword));
  return v / mag(v);
}
double positive(const config::Dictionary& d, const char* keyword) {
  const double value = d.get<double>(keyword);
  if (!(value > 0)) throw Error(d.at(keyword).place, fmt::format("{}: {} must be positive, is {:g}", d.name(), keyword, value));
  return value;
}

class Plane final : public ImplicitFunction {
 public:
  explicit Plane(const config::Dictionary& d)
      : origin_(d.get<Vec3>("origin")), inwards_(d.has("normal") ? unit(d, "normal") : -unit(d, "direction")) {}
  double operator()(const Vec3& x) const override { return dot(x - origin_, inwards_); }

 private:
  Vec3 origin_, inwards_;
};

class Sphere final : public ImplicitFunction {
 public:
  explicit Sphere(const config::Dictionary& d) : origin_(d.get<Vec3>("origin")), radius_(positive(d, "radius")) {}
  double operator()(const Vec3& x) const override { return radius_ - mag(x - origin_); }

 private:
  Vec3 origin_;
  double radius_;
};

class Cylinder final : public ImplicitFunction {
 public:
  explicit Cylinder(const config::Dictionary& d)
      : origin_(d.get<Vec3>("origin")), axis_(unit(d, "direction")), radius_(positive(d, "radius")) {}
  double operator()(const Vec3& x) const override {
    const Vec3 r = x - origin_;
    return radius_ - mag(r - dot(r, axis_) * axis_);
  }

 private:
  Vec3 origin_, axis_;
  double radius_;
};

class Ellipsoid final : public ImplicitFunction {
 public:
  explicit Ellipsoid(const config::Dictionary& d) : origin_(d.get<Vec3>("origin")), semiAxis_(d.get<Vec3>("semiAxis")) {
    for (int i = 0; i < 3; ++i)
      if (!(semiAxis_[i] > 0)) throw Error(d.at("semiAxis").place, d.name() + ": all three of semiAxis must be positive");
  }
  double operator()(const Vec3& x) const override {
    const Vec3 r = x - origin_;
    return 1 - magSqr(Vec3{r.x / semiAxis_.x, r.y / semiAxis_.y, r.z / semiAxis_.z});
  }

 private:
  Vec3 origin_, semiAxis_;
};

class Sine final : public ImplicitFunction {
 public:
  explicit Sine(const config::Dictionary& d)
      : origin_(d.get<Vec3>("origin")),
        along_(unit(d, "direction")),
        up_(unit(d, "up")),
        amplitude_(d.get<double>("amplitude")),
        period_(positive(d, "period")),
        phase_(d.getOr<double>("phase", 0)) {}
  double operator()(const Vec3& x) const override {
    const Vec3 r = x - origin_;
    return amplitude_ * std::sin(2 * std::numbers::pi * dot(r, along_) / period_ + phase_) - dot(r, up_);
  }

 private:
  Vec3 origin_, along_, up_;
  double amplitude_, period_, phase_;
};

using Maker = std::unique_ptr<ImplicitFunction> (*)(const config::Dictionary&);
template <class Function>
std::unique_ptr<ImplicitFunction> make(const config::Dictionary& d) {
  return std::make_unique<Function>(d);
}

const WordTable<Maker>& table() {
  static const WordTable<Maker> functions{
      {"cylinder", "origin, direction of its axis, radius", make<Cylinder>},
      {"ellipsoid", "origin, semiAxis along x, y and z", make<Ellipsoid>},
      {"plane", "origin, and direction (phase 1 lies against it) or normal (along it)", make<Plane>},
      {"sin", "below a wave: origin, direction, up, amplitude, period, phase (0)", make<Sine>},
      {"sphere", "origin, radius", make<Sphere>}};
  return functions;
}

}  // namespace

std::vector<Word> implicitFunctionWords() { return table().words(); }

std::unique_ptr<ImplicitFunction> makeImplicitFunction(const config::Dictionary& d) {
  return config::chosen(table(), d, "type").make(d);
}

}  // namespace eagre::case_
