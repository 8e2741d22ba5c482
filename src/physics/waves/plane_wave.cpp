// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/plane_wave.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fv/functions/function1.hpp"
#include "physics/waves/regular_wave.hpp"
#include "physics/waves/stokes_coefficients.hpp"
#include "physics/words.hpp"

namespace eagre::physics::waves {
namespace {

using Amplitude = std::unique_ptr<fv::Function1<double>>;

/// Stokes waves of order 1, 2 and 5 (Fenton 1985), in a frame in which the water is at rest:
///     k eta = sum_j (sum_i B_ij e^i) cos(j theta),   theta = phase + k (x - c t),   e = k amplitude,
///     u = c0 sum_j j (sum_i A_ij e^i) cosh(jk(z + d)) cos(j theta),   w with sinh and sin,
/// with c0 the celerity of a small wave, and c = c0 (1 + C2 e^2 + C4 e^4).
class StokesWave final : public PlaneWave {
 public:
  StokesWave(int order, const config::Dictionary& d, double g, bool linearCelerity, Log& log)
      : order_(order),
        celerityOrder_(linearCelerity ? 1 : order),
        g_(g),
        depth_(d.has("depth") ? readPositive(d, "depth") : great),
        amplitude_(fv::makeFunction1<double>(d, "amplitude", &log)),
        phase_(d.get<double>("phase")) {
    if (d.has("length") == d.has("period")) throw Error(d.place(), fmt::format("{}: give either length or period", d.name()));
    k_ = 2 * std::numbers::pi / (d.has("length") ? readPositive(d, "length") : lengthOf(readPositive(d, "period")));
  }

  double length() const override { return 2 * std::numbers::pi / k_; }
  double celerity() const override { return celerityOf(k_); }

  double elevation(double t, double x) const override {
    const double a = theta(t, x);
    const auto B = StokesCoefficients(k_ * depth_).elevation(order_, k_ * amplitude_->value(t));
    double sum = 0;
    for (int j = 1; j <= order_; ++j) sum += B[j - 1] * std::cos(j * a);
    return sum / k_;
  }

  Velocity velocity(double t, double x, double z) const override {
    const double a = theta(t, x);
    const StokesCoefficients coefficients(k_ * depth_);
    const auto A = coefficients.velocity(order_, k_ * amplitude_->value(t));
    Velocity sum{0, 0};
    for (int j = 1; j <= order_; ++j) {
      const auto [cosine, sine] = coefficients.profile(j, k_ * z);
      sum.along += j * A[j - 1] * cosine * std::cos(j * a);
      sum.up += j * A[j - 1] * sine * std::sin(j * a);
    }
    const double c0 = smallCelerity(k_);
    return {c0 * sum.along, c0 * sum.up};
  }

 private:
  double theta(double t, double x) const { return phase_ + k_ * (x - celerity() * t); }
  double smallCelerity(double k) const { return std::sqrt(g_ / k * std::tanh(k * depth_)); }
  double celerityOf(double k) const {
    return smallCelerity(k) * StokesCoefficients(k * depth_).celerity(celerityOrder_, k * amplitude_->value(0));
  }

  /// By bisection: the period of the highest waves is at most half as long again as that of small ones in deep water.
  double lengthOf(double period) const {
    double low = 0, high = 1.5 * g_ * period * period / (2 * std::numbers::pi);
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (middle / celerityOf(2 * std::numbers::pi / middle) < period ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  int order_, celerityOrder_;
  double g_, depth_;
  Amplitude amplitude_;
  double phase_;
  double k_ = 0;
};

/// A solitary wave of second order in a = amplitude/depth, with s = sech^2 theta, theta = sqrt(3a/4) (x - offset - c t)/d:
/// eta = a d s, c = sqrt(g d/(1 - a)), Z = 1 + z/d,
///     u = c a/4 ((4 + 2a - 6a Z^2) s + (9a Z^2 - 7a) s^2)
///     w = c a Z sqrt(3a/4) tanh theta ((2 + a - a Z^2) s + (3a Z^2 - 7a) s^2).
class SolitaryWave final : public PlaneWave {
 public:
  SolitaryWave(const config::Dictionary& d, double g, Log& log)
      : g_(g),
        depth_(readPositive(d, "depth")),
        offset_(d.get<double>("offset")),
        amplitude_(fv::makeFunction1<double>(d, "amplitude", &log)) {
    if (const double a = ratio(0); !(a > 0 && a < 1))
      throw Error(d.at("amplitude").place, d.name() + ": the amplitude must be positive and less than the depth");
  }
  double length() const override { return 0; }
  double celerity() const override { return celerity(0); }

  double elevation(double t, double x) const override { return ratio(t) * depth_ * sechSquared(theta(t, x)); }

  Velocity velocity(double t, double x, double z) const override {
    const double a = ratio(t), Z = std::max(0.0, 1 + z / depth_), Z2 = Z * Z, c = celerity(t);
    const double angle = theta(t, x), s = sechSquared(angle), s2 = s * s;
    return {c * a / 4 * ((4 + 2 * a - 6 * a * Z2) * s + (9 * a * Z2 - 7 * a) * s2),
            c * a * Z * std::sqrt(0.75 * a) * std::tanh(angle) * ((2 + a - a * Z2) * s + (3 * a * Z2 - 7 * a) * s2)};
  }

 private:
  static double sechSquared(double x) {
    const double c = std::cosh(std::clamp(x, -30.0, 30.0));
    return 1 / (c * c);
  }
  double ratio(double t) const { return amplitude_->value(t) / depth_; }
  double celerity(double t) const { return std::sqrt(g_ * depth_ / (1 - ratio(t))); }
  double theta(double t, double x) const { return std::sqrt(0.75 * ratio(t)) / depth_ * (x - offset_ - celerity(t) * t); }

  double g_, depth_, offset_;
  Amplitude amplitude_;
};

using Maker = std::unique_ptr<PlaneWave> (*)(const config::Dictionary&, double g, bool linearCelerity, Log&);

template <int order>
std::unique_ptr<PlaneWave> makeStokes(const config::Dictionary& d, double g, bool linearCelerity, Log& log) {
  return std::make_unique<StokesWave>(order, d, g, linearCelerity, log);
}
std::unique_ptr<PlaneWave> makeSolitary(const config::Dictionary& d, double g, bool, Log& log) {
  return std::make_unique<SolitaryWave>(d, g, log);
}

const WordTable<Maker>& table() {
  static const WordTable<Maker> models{{"Airy", "linear wave", makeStokes<1>},
                                       {"Stokes2", "Stokes's wave of second order", makeStokes<2>},
                                       {"Stokes5", "Stokes's wave of fifth order", makeStokes<5>},
                                       {"solitary", "solitary wave", makeSolitary}};
  return models;
}

}  // namespace

std::vector<std::string> planeWaveNames() { return table().names(); }
std::vector<Word> planeWaveWords() { return table().words(); }

std::unique_ptr<PlaneWave> makePlaneWave(const std::string& model, const config::Dictionary& d, double g, bool linearCelerity,
                                         Log& log) {
  const Maker* make = table().find(model);
  if (!make) throw Error(d.place(), unknownWordMessage("wave model", model, planeWaveNames()));
  return (*make)(d, g, linearCelerity, log);
}

}  // namespace eagre::physics::waves
