// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "config/word_choice.hpp"
#include "physics/motion/point_conditions.hpp"
#include "physics/words.hpp"

namespace eagre::physics {
namespace {

using std::numbers::pi;

enum class Motion { piston, flap, solitary };

const WordTable<Motion>& motions() {
  static const WordTable<Motion> table{{"piston", "the paddle goes forth and back as a whole", Motion::piston},
                                       {"flap", "the paddle turns about its lower edge", Motion::flap},
                                       {"solitary", "a piston that makes one solitary wave (Goring 1978)", Motion::solitary}};
  return table;
}

/// Length [m] of a wave of period T [s] in water of depth h [m], L = g T^2 / (2 pi) tanh(2 pi h / L), by fixed-point iteration.
double waveLength(double h, double T, double g) {
  const double deep = g * T * T / (2 * pi);
  double L = deep;
  for (int i = 0; i < 100; ++i) L = deep * std::tanh(2 * pi * h / L);
  return L;
}

/// Paddles side by side along y, which move their patch along n. The transfer functions between the stroke S of a paddle and the
/// height H of its waves are those of linear theory, of Madsen (1971) where secondOrder is set, and of Goring (1978) for a
/// solitary wave; see Hughes (1993), Physical models and laboratory techniques in coastal engineering, chapter 7. As in OpenFOAM
/// v1912 paddles are told apart by y, the flap turns by z, and x0 and wavePhase change nothing.
class WaveMaker final : public PrescribedPoints {
 public:
  explicit WaveMaker(const PointConditionSource& source)
      : PrescribedPoints(source), initial_(source.patches.initialPoints()), place_(source.dict.place()) {
    config::Dictionary& d = source.dict;
    motion_ = config::chosen(motions(), d, "motionType").make;
    n_ = d.get<Vec3>("n");
    if (!(mag(n_) > small)) throw Error(d.at("n").place, "waveMaker: n has no length");
    n_ /= mag(n_);
    depth_ = d.get<double>("initialDepth");
    period_ = d.get<double>("wavePeriod");
    height_ = d.get<double>("waveHeight");
    d.get<double>("wavePhase");
    rampTime_ = d.get<double>("rampTime");
    angle_ = d.getOr<double>("waveAngle", 0.0) * pi / 180;
    startTime_ = d.getOr<double>("startTime", context_.time().value);
    if (!d.has("startTime")) d.set("startTime", fmt::format("{:.17g}", startTime_));
    secondOrder_ = d.getOr<bool>("secondOrder", false);
    nPaddles_ = d.getOr<int>("nPaddle", 1);
    for (const auto& [keyword, value] : {std::pair("initialDepth", depth_), std::pair("wavePeriod", period_)})
      if (!(value > 0)) throw Error(d.at(keyword).place, fmt::format("waveMaker: {} must be positive", keyword));
    if (nPaddles_ < 1) throw Error(d.at("nPaddle").place, "waveMaker: nPaddle must be at least 1");
  }

  void update(std::span<const Vec3> points) override {
    if (!context_.gravity) throw Error(place_, "waveMaker needs gravity (constant/g)", ExitCode::badCase);
    const double g = mag(*context_.gravity), t = context_.time().value - startTime_;
    if (!(mag(*context_.gravity - dot(*context_.gravity, n_) * n_) > small))
      throw Error(place_, "waveMaker needs gravity that is not along n (constant/g)");
    for (std::size_t i = 0; i < value_.size(); ++i) {
      const auto p = static_cast<std::size_t>(patch_.points[i]);
      value_[i] = motion_ == Motion::solitary ? solitary(g, t) * n_
                                              : ramp(t) * (periodic(paddleCentre(initial_[p]), g, t) * leverAt(points[p])) * n_;
    }
  }

 private:
  double ramp(double t) const { return std::max(0.0, std::min(t / rampTime_, 1.0)); }
  /// Paddles are counted a little wide, so that the last point belongs to the last one.
  Vec3 paddleCentre(const Vec3& p) const {
    const double width = (patch_.highest.y - patch_.lowest.y) / nPaddles_;
    const double paddle = nPaddles_ == 1 ? 0 : std::floor((p.y - patch_.lowest.y) / (1.01 * width));
    return {0.5 * (patch_.lowest.x + patch_.highest.x), patch_.lowest.y + (paddle + 0.5) * width, 0};
  }
  double leverAt(const Vec3& p) const { return motion_ == Motion::flap ? 1 + (p.z - patch_.lowest.z - depth_) / depth_ : 1.0; }

  /// S/2 sin(k.x - sigma t), and in second order the free waves' part.
  double periodic(const Vec3& x, double g, double t) const {
    const double k = 2 * pi / waveLength(depth_, period_, g), kh = k * depth_, sigma = 2 * pi / period_;
    const double phase = k * (std::cos(angle_) * x.x + std::sin(angle_) * x.y);
    const double heightOverStroke =
        motion_ == Motion::piston ? 2 * (std::cosh(2 * kh) - 1) / (std::sinh(2 * kh) + 2 * kh)
                                  : 4 * std::sinh(kh) / (std::sinh(2 * kh) + 2 * kh) * (std::sinh(kh) + (1 - std::cosh(kh)) / kh);
    double x1 = 0.5 * height_ / heightOverStroke * std::sin(phase - sigma * t);
    if (secondOrder_) {
      const double sinh3 = std::pow(std::sinh(kh), 3);
      x1 += height_ * height_ / ((motion_ == Motion::piston ? 32 : 16) * depth_) *
            (3 * std::cosh(kh) / sinh3 - 2 / heightOverStroke) * std::sin(phase - 2 * sigma * t);
    }
    return x1;
  }

  /// H/(kappa h) tanh(theta) + S/2 with theta = kappa (c t' - H/h tanh(theta)/kappa), by Newton's method to 1e-3 as in OpenFOAM:
  /// the paddle is at rest at t = 0, half a stroke before its middle.
  double solitary(double g, double t) const {
    const double ratio = height_ / depth_, kappa = std::sqrt(0.75 * height_ / (depth_ * depth_ * depth_)),
                 celerity = std::sqrt(g * (depth_ + height_)), duration = 2 / (kappa * celerity) * (3.8 + ratio);
    const double target = kappa * celerity * (t - 0.5 * duration);
    double theta = 0, change = 1;
    for (int i = 0; i < 1000 && change > 1e-3; ++i) {
      const double sech = 1 / std::cosh(theta);
      const double next = theta - (theta - target + ratio * std::tanh(theta)) / (1 + ratio * sech * sech);
      change = std::abs(next - theta);
      theta = next;
    }
    return height_ / (kappa * depth_) * std::tanh(theta) + 0.5 * std::sqrt(16 * height_ * depth_ / 3);
  }

  std::span<const Vec3> initial_;
  Place place_;
  Motion motion_;
  Vec3 n_;
  double depth_, period_, height_, rampTime_, angle_, startTime_;
  bool secondOrder_;
  int nPaddles_;
};

}  // namespace

std::vector<Word> waveMakerMotionWords() { return motions().words(); }

std::unique_ptr<PointCondition> makeWaveMaker(const PointConditionSource& source) { return std::make_unique<WaveMaker>(source); }

}  // namespace eagre::physics
