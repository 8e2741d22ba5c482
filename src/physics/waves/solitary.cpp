// SPDX-License-Identifier: BSD-3-Clause
// Solitary waves: Boussinesq, Grimshaw, McCowan. They are not ramped.
#include <cmath>

#include "physics/waves/regular_wave.hpp"

namespace eagre::physics::waves {
namespace {

/// One hump of height H over depth h that passes x0 at about t = 3.5 h/sqrt(H/h) / C.
class Solitary : public WaveTheory {
 public:
  double ramp(double) const override { return 1; }

 protected:
  Solitary(const config::Dictionary& d, const WaveSite& site)
      : h_(site.depth), g_(site.g), H_(readPositive(d, "waveHeight")), angle_(readAngle(d)), x0_(site.x0) {}
  /// Distance from the crest along the direction of travel.
  double behindCrest(double x, double y, double t, double speed) const {
    return -speed * t + 3.5 * h_ / std::sqrt(H_ / h_) - x0_ + x * std::cos(angle_) + y * std::sin(angle_);
  }
  double h_, g_, H_, angle_;

 private:
  double x0_;
};

/// Boussinesq (1871), velocities by Lee, Skjelbreia and Raichlen (1982):
///     eta = H sech^2(a X),  a = sqrt(3H/4h)/h,  C = sqrt(g (H + h))
///     u = C eta/h (1 - eta/4h + h^2/(3 eta) (1 - 3/2 (z/h)^2) eta'')
///     w = -C z/h ((1 - eta/2h) eta' + h^2/3 (1 - 1/2 (z/h)^2) eta''')
class Boussinesq final : public Solitary {
 public:
  Boussinesq(const config::Dictionary& d, const WaveSite& site)
      : Solitary(d, site), C_(std::sqrt(g_ * (H_ + h_))), a_(std::sqrt(3 * H_ / (4 * h_)) / h_) {}
  double elevation(double x, double y, double t) const override { return H_ / sqr(std::cosh(a_ * behindCrest(x, y, t, C_))); }
  Vec3 velocity(double x, double y, double z, double t) const override {
    const double X = behindCrest(x, y, t, C_), eta = elevation(x, y, t), zh2 = sqr(z / h_);
    // The derivatives of H sech^2(a X) in e = exp(2 a X), with the factor 8 a h for 8 a^2 H/a as v1912 has it.
    const double e = std::exp(2 * a_ * X), b = 8 * a_ * h_ * e, e2 = e * e, e3 = e2 * e, s = 1 + e;
    const double first = b * (1 - e) / (s * s * s);
    const double second = 2 * a_ * b * (e2 - 4 * e + 1) / (s * s * s * s);
    const double third = -4 * a_ * a_ * b * (e3 - 11 * e2 + 11 * e - 1) / (s * s * s * s * s);
    const double u = C_ * eta / h_ * (1 - eta / (4 * h_) + h_ * h_ / (3 * eta) * (1 - 1.5 * zh2) * second);
    const double w = -C_ * z / h_ * ((1 - eta / (2 * h_)) * first + h_ * h_ / 3 * (1 - 0.5 * zh2) * third);
    return directed(u, angle_, w);
  }

 private:
  double C_, a_;
};

/// Grimshaw's (1971) third order in e = H/h; polynomials in s = sech(a X/h) and z/h.
class Grimshaw final : public Solitary {
 public:
  Grimshaw(const config::Dictionary& d, const WaveSite& site) : Solitary(d, site), e_(H_ / h_) {
    C_ = std::sqrt(g_ * h_) * std::sqrt(1 + e_ - 0.05 * e_ * e_ - 3.0 / 70 * e_ * e_ * e_);
    a_ = std::sqrt(0.75 * e_) * (1 - 0.625 * e_ + 71.0 / 128 * e_ * e_);
  }
  double elevation(double x, double y, double t) const override {
    const double X = a_ * behindCrest(x, y, t, C_) / h_, s2 = sqr(1 / std::cosh(X)), q2 = sqr(std::tanh(X));
    return h_ * (e_ * s2 - 0.75 * e_ * e_ * s2 * q2 + e_ * e_ * e_ * (0.625 * s2 * q2 - 1.2625 * s2 * s2 * q2));
  }
  Vec3 velocity(double x, double y, double z, double t) const override {
    const double s2 = sqr(1 / std::cosh(a_ * behindCrest(x, y, t, C_) / h_)), s4 = s2 * s2, s6 = s4 * s2;
    const double z2 = sqr(z / h_), z4 = z2 * z2, e2 = e_ * e_, e3 = e2 * e_, scale = std::sqrt(g_ * h_);
    const double u = e_ * s2 - e2 * (-0.25 * s2 + s4 + z2 * (1.5 * s2 - 2.25 * s4)) -
                     e3 * (0.475 * s2 + 0.2 * s4 - 1.2 * s6 + z2 * (-1.5 * s2 - 3.75 * s4 + 7.5 * s6) +
                           z4 * (-0.375 * s2 + 45.0 / 16 * s4 - 45.0 / 16 * s6));
    const double w = e_ * s2 - e2 * (0.375 * s2 + 2 * s4 + z2 * (0.5 * s2 - 1.5 * s4)) -
                     e3 * (49.0 / 640 * s2 - 0.85 * s4 - 3.6 * s6 + z2 * (-13.0 / 16 * s2 - 25.0 / 16 * s4 + 7.5 * s6) +
                           z4 * (-0.075 * s2 - 1.125 * s4 - 27.0 / 16 * s6));
    return directed(scale * u, angle_, scale * w);
  }

 private:
  double e_, C_, a_;
};

/// x - step(x) until |residual| < 1e-5, as v1912 iterates: what is left of the residual shows in the wave.
template <class F, class Step>
double iterate(double x, F residual, Step derivative) {
  for (int i = 0; i < 10000; ++i) {
    const double f = residual(x);
    if (std::abs(f) < 1e-5) return x;
    if (!std::isfinite(f) || (i > 0 && std::abs(f) > 1e4))
      throw Error("the wave theory of McCowan does not converge for this height and depth", ExitCode::badCase);
    x -= f / derivative(x);
  }
  throw Error("the wave theory of McCowan does not converge for this height and depth", ExitCode::badCase);
}

/// McCowan (1891): eta = h n/m sin(m(1 + eta/h))/(cos(m(1 + eta/h)) + cosh(mX/h)), m and n from H/h.
class McCowan final : public Solitary {
 public:
  McCowan(const config::Dictionary& d, const WaveSite& site) : Solitary(d, site) {
    const double e = H_ / h_;
    const auto sine = [e](double m) { return std::sin(m + 1 + 2 * e / 3); };
    m_ = iterate(
        1, [&](double m) { return 2.0 / 3 * sqr(sine(m)) - m * e / std::tan(0.5 * m * (1 + e)); },
        [&](double m) {
          const double b = 0.5 * m * (1 + e);
          return 4.0 / 3 * sine(m) * std::cos(m + 1 + 2 * e / 3) - 1 / std::tan(0.5 * m * (1 + 1 / e)) / e - b / sqr(std::sin(b));
        });
    n_ = 2.0 / 3 * sqr(sine(m_));
    C_ = std::sqrt(g_ * h_ / m_ * std::tan(m_));
  }
  double elevation(double x, double y, double t) const override {
    const double cosh = std::cosh(m_ * behindCrest(x, y, t, C_) / h_);
    const auto angle = [&](double eta) { return m_ * (1 + eta / h_); };
    return iterate(
        0.5 * H_, [&](double eta) { return eta - h_ * n_ / m_ * std::sin(angle(eta)) / (std::cos(angle(eta)) + cosh); },
        [&](double eta) {
          const double below = cosh + std::cos(angle(eta));
          return 1 - n_ / below * (std::cos(angle(eta)) - sqr(std::sin(angle(eta))) / below);
        });
  }
  Vec3 velocity(double x, double y, double z, double t) const override {
    const double X = m_ * behindCrest(x, y, t, C_) / h_, Z = m_ * z / h_;
    const double below = sqr(std::cos(Z) + std::cosh(X));
    return directed(C_ * n_ * (1 + std::cos(Z) * std::cosh(X)) / below, angle_, C_ * n_ * std::sin(Z) * std::sinh(X) / below);
  }

 private:
  double m_, n_, C_;
};

}  // namespace

std::unique_ptr<WaveTheory> makeBoussinesq(const config::Dictionary& dictionary, const WaveSite& site) {
  return std::make_unique<Boussinesq>(dictionary, site);
}
std::unique_ptr<WaveTheory> makeGrimshaw(const config::Dictionary& dictionary, const WaveSite& site) {
  return std::make_unique<Grimshaw>(dictionary, site);
}
std::unique_ptr<WaveTheory> makeMcCowan(const config::Dictionary& dictionary, const WaveSite& site) {
  return std::make_unique<McCowan>(dictionary, site);
}

}  // namespace eagre::physics::waves
