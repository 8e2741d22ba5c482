// SPDX-License-Identifier: BSD-3-Clause
#include "case/implicit_function.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

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

/// scale of openfoam.com's versions after v1912; with a negative one the inside is outside.
double scaleOf(const config::Dictionary& d) {
  const double scale = d.getOr<double>("scale", 1);
  if (scale == 0) throw Error(d.at("scale").place, d.name() + ": scale must not be 0");
  return scale;
}

class Sphere final : public ImplicitFunction {
 public:
  explicit Sphere(const config::Dictionary& d)
      : origin_(d.get<Vec3>("origin")), radius_(positive(d, "radius")), scale_(scaleOf(d)) {}
  double operator()(const Vec3& x) const override { return scale_ * (radius_ - mag(x - origin_)); }

 private:
  Vec3 origin_;
  double radius_, scale_;
};

class Cylinder final : public ImplicitFunction {
 public:
  explicit Cylinder(const config::Dictionary& d)
      : origin_(d.get<Vec3>("origin")), axis_(unit(d, "direction")), radius_(positive(d, "radius")), scale_(scaleOf(d)) {}
  double operator()(const Vec3& x) const override {
    const Vec3 r = x - origin_;
    return scale_ * (radius_ - mag(r - dot(r, axis_) * axis_));
  }

 private:
  Vec3 origin_, axis_;
  double radius_, scale_;
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

/// One of several functions at each position: the largest (add: the union), the smallest (intersect), the one next to zero
/// (minDist); subtract: within the first one the smallest of all. So a shape is taken off if its scale is negative; of those that
/// are not turned inside out what remains is what all have in common.
class Composed final : public ImplicitFunction {
 public:
  explicit Composed(const config::Dictionary& d) {
    static const std::vector<std::string> modes{"add", "intersect", "minDist", "subtract"};
    mode_ = d.getChoice("mode", modes);
    for (const auto& entry : d.subDict("composedFunction").entries()) {
      if (!entry.isDict())
        throw Error(entry.place, fmt::format("{}: composedFunction has a dictionary for each function, but '{}' is none",
                                             d.name(), entry.keyword));
      functions_.push_back(makeImplicitFunction(*entry.dict));
    }
    if (functions_.empty()) throw Error(d.at("composedFunction").place, d.name() + ": composedFunction has no functions");
  }
  double operator()(const Vec3& x) const override {
    const double first = (*functions_.front())(x);
    if (mode_ == "subtract" && first < 0) return first;
    double chosen = first;
    for (std::size_t i = 1; i < functions_.size(); ++i) {
      const double value = (*functions_[i])(x);
      const bool wins = mode_ == "add"       ? value > chosen
                        : mode_ == "minDist" ? std::abs(value) < std::abs(chosen)
                                             : value < chosen;
      if (wins) chosen = value;
    }
    return chosen;
  }

 private:
  std::string mode_;
  std::vector<std::unique_ptr<ImplicitFunction>> functions_;
};

using Maker = std::unique_ptr<ImplicitFunction> (*)(const config::Dictionary&);
template <class Function>
std::unique_ptr<ImplicitFunction> make(const config::Dictionary& d) {
  return std::make_unique<Function>(d);
}

const WordTable<Maker>& table() {
  static const WordTable<Maker> functions{
      {"composedFunction",
       "several in the dictionary composedFunction, by mode add, intersect, minDist, subtract (negative scale)", make<Composed>},
      {"cylinder", "origin, direction of its axis, radius, scale (1; negative: outside)", make<Cylinder>},
      {"ellipsoid", "origin, semiAxis along x, y and z", make<Ellipsoid>},
      {"plane", "origin, and direction (phase 1 lies against it) or normal (along it)", make<Plane>},
      {"sin", "below a wave: origin, direction, up, amplitude, period, phase (0)", make<Sine>},
      {"sphere", "origin, radius, scale (1; negative: outside)", make<Sphere>}};
  return functions;
}

}  // namespace

std::vector<Word> implicitFunctionWords() { return table().words(); }

std::unique_ptr<ImplicitFunction> makeImplicitFunction(const config::Dictionary& d) {
  return config::chosen(table(), d, "type").make(d);
}

}  // namespace eagre::case_
