// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <initializer_list>

#include "core/vec.hpp"
#include "physics/waves/regular_wave.hpp"

namespace eagre::physics::waves {
namespace {

/// Polynomial by its coefficients, the highest power first.
double polynomial(double x, std::initializer_list<double> coefficients) {
  double sum = 0;
  for (const double a : coefficients) sum = sum * x + a;
  return sum;
}

/// The coefficients of Skjelbreia and Hendrickson (1960, tables 1 and 2) for c = cosh kd, s = sinh kd, in powers of q = c^2; C2
/// has +2592 in the place of the printed -2592.
struct Coefficients {
  double A11, A13, A15, A22, A24, A33, A35, A44, A55;
  double B22, B24, B33, B35, B44, B55;
  double C1, C2;

  explicit Coefficients(double kd) {
    const double s = std::sinh(kd), c = std::cosh(kd), q = c * c;
    const double s2 = s * s, s3 = s2 * s, s4 = s2 * s2, s5 = s4 * s, s6 = s3 * s3, s7 = s6 * s, s9 = s6 * s3, s10 = s5 * s5,
                 s11 = s10 * s, s12 = s6 * s6, s13 = s12 * s;
    const double p = 6 * q - 1, r = 8 * q * q - 11 * q + 3;
    A11 = 1 / s;
    A13 = -q * (5 * q + 1) / (8 * s5);
    A15 = -polynomial(q, {1184, -1440, -1992, 2641, -249, 18}) / (1536 * s11);
    A22 = 3 / (8 * s4);
    A24 = polynomial(q, {192, -424, -312, 480, -17}) / (768 * s10);
    A33 = (13 - 4 * q) / (64 * s7);
    A35 = polynomial(q, {512, 4224, -6800, -12808, 16704, -3154, 107}) / (4096 * s13 * p);
    A44 = polynomial(q, {80, -816, 1338, -197}) / (1536 * s10 * p);
    A55 = -polynomial(q, {2880, -72480, 324000, -432000, 163470, -16245}) / (61440 * s11 * p * r);
    B22 = (2 * q + 1) * c / (4 * s3);
    B24 = polynomial(q, {272, -504, -192, 322, 21}) * c / (384 * s9);
    B33 = (8 * q * q * q + 1) * 3 / (64 * s6);
    B35 = polynomial(q, {88128, -208224, 70848, 54000, -21816, 6264, -54, -81}) / (12288 * s12 * p);
    B44 = polynomial(q, {768, -448, -48, 48, 106, -21}) * c / (384 * s9 * p);
    B55 = polynomial(q, {192000, -262720, 83680, 20160, -7280, 7160, -1800, -1050, 225}) / (12288 * s10 * p * r);
    C1 = (8 * q * q - 8 * q + 9) / (8 * s4);
    C2 = polynomial(q, {3840, -4096, 2592, -1008, 5944, -1830, 147}) / (512 * s10 * p);
  }
};

/// Fifth order (Skjelbreia and Hendrickson 1960) in lambda, sums of five harmonics of theta:
///     k eta = lambda cos theta + (B22 lambda^2 + B24 lambda^4) cos 2 theta + ...
///     u = omega/k sum j (A_jj lambda^j + ...) cosh(jkz) cos(j theta),   w with sinh and sin
/// lambda and k from   pi H/d = 2 pi/(kd) (lambda + B33 lambda^3 + (B35 + B55) lambda^5)
///                     2 pi d/(g T^2) = kd/(2 pi) tanh(kd) (1 + C1 lambda^2 + C2 lambda^4).
/// Of that solution OpenFOAM v1912 takes lambda alone: k in all that is above is that of a small wave of the same period.
class StokesV final : public RegularWave {
 public:
  StokesV(const config::Dictionary& d, const WaveSite& site) : RegularWave(d, site) {
    lambda_ = solve(d);
    setLength(linearWaveLength(site.depth, T_, site.g));
    const Coefficients a(k_ * site.depth);
    const double l = lambda_, l2 = l * l, l3 = l2 * l, l4 = l2 * l2, l5 = l4 * l, scale = omega() / k_;
    eta_ = {l / k_, (a.B22 * l2 + a.B24 * l4) / k_, (a.B33 * l3 + a.B35 * l5) / k_, a.B44 * l4 / k_, a.B55 * l5 / k_};
    u_ = {scale * (l * a.A11 + l3 * a.A13 + l5 * a.A15), 2 * scale * (l2 * a.A22 + l4 * a.A24),
          3 * scale * (l3 * a.A33 + l5 * a.A35), 4 * scale * l4 * a.A44, 5 * scale * l5 * a.A55};
  }
  double elevation(double x, double y, double t) const override {
    const double a = theta(x, y, t);
    double sum = 0;
    for (int j = 1; j <= 5; ++j) sum += eta_[j - 1] * std::cos(j * a);
    return sum;
  }
  Vec3 velocity(double x, double y, double z, double t) const override {
    const double a = theta(x, y, t);
    double u = 0, w = 0;
    for (int j = 1; j <= 5; ++j) {
      u += u_[j - 1] * std::cosh(j * k_ * z) * std::cos(j * a);
      w += u_[j - 1] * std::sinh(j * k_ * z) * std::sin(j * a);
    }
    return directed(u, angle_, w);
  }

 private:
  using Pair = std::array<double, 2>;

  /// Both sides' difference of the two equations at (k, lambda).
  Pair residual(const Pair& x) const {
    const double k = x[0], l = x[1], d = site_.depth, l2 = l * l, l4 = l2 * l2, pi = std::numbers::pi;
    const Coefficients a(k * d);
    return {pi * H_ / d - 2 * pi / (k * d) * (l + l2 * l * a.B33 + l4 * l * (a.B35 + a.B55)),
            2 * pi * d / (site_.g * T_ * T_) - k * d / (2 * pi) * std::tanh(k * d) * (1 + l2 * a.C1 + l4 * a.C2)};
  }

  /// lambda by Newton's method with differences for derivatives, from the long wave's k. Errors (badCase): no convergence.
  double solve(const config::Dictionary& d) const {
    const double k0 = 2 * std::numbers::pi / (std::sqrt(site_.g * site_.depth) * T_);
    Pair x{k0, 0.5 * H_ * k0};
    Pair f = residual(x);
    for (int n = 0; n < 100 && std::max(std::abs(f[0]), std::abs(f[1])) > 1e-13; ++n) {
      double J[2][2];
      for (int j : {0, 1}) {
        Pair up = x, down = x;
        const double step = 1e-6 * std::abs(x[j]);
        up[j] += step;
        down[j] -= step;
        const Pair above = residual(up), below = residual(down);
        for (int i : {0, 1}) J[i][j] = (above[i] - below[i]) / (2 * step);
      }
      const double det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
      x = {x[0] - (J[1][1] * f[0] - J[0][1] * f[1]) / det, x[1] - (J[0][0] * f[1] - J[1][0] * f[0]) / det};
      f = residual(x);
    }
    if (!(std::max(std::abs(f[0]), std::abs(f[1])) < 1e-3))
      throw Error(d.at("waveModel").place, d.name() + ": no Stokes wave of fifth order has this height, period and depth");
    return x[1];
  }

  double lambda_;
  std::array<double, 5> eta_, u_;
};

}  // namespace

std::unique_ptr<WaveTheory> makeStokesV(const config::Dictionary& dictionary, const WaveSite& site) {
  return std::make_unique<StokesV>(dictionary, site);
}

}  // namespace eagre::physics::waves
