// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/elliptic.hpp"
#include "physics/waves/regular_wave.hpp"

namespace eagre::physics::waves {
namespace {

/// Cnoidal wave (Korteweg and de Vries 1895; Svendsen 2006):
///     eta = H ((1 - E/K)/m - 1 + cn^2 q),   q = K/pi (k.x - omega t)
///     u = c eta/h - c (eta^2 + (mean eta^2)^2)/h^2 + c h/2 (1/3 - (z/h)^2) eta''
///     w = -c z (eta'/h (1 - 2 eta/h) + h/6 (1 - (z/h)^2) eta''')
/// (the square of the mean square as v1912 has it). m is that of 0.5, 0.5001, ... whose length and speed give the period best.
class Cnoidal final : public RegularWave {
 public:
  Cnoidal(const config::Dictionary& d, const WaveSite& site) : RegularWave(d, site) {
    setLength(chooseParameter());
    integrals_ = completeIntegrals(m_);
    constexpr int samples = 1000;
    for (int i = 0; i < samples; ++i)
      meanSquare_ += sqr(elevationAt(jacobi(-2 * integrals_.K * (i * T_ / samples / T_), m_).cn)) / samples;
  }
  double elevation(double x, double y, double t) const override { return elevationAt(functions(x, y, t).cn); }
  Vec3 velocity(double x, double y, double z, double t) const override {
    const auto [sn, cn, dn] = functions(x, y, t);
    const double h = site_.depth, L = 2 * std::numbers::pi / k_, c = L / T_, q = 2 * integrals_.K / L;
    const double eta = elevationAt(cn), zh2 = sqr(z / h);
    // Derivatives along x; the third with the numbers of v1912.
    const double first = -2 * H_ * cn * dn * sn * q;
    const double second = 2 * H_ * (dn * dn * sn * sn - cn * cn * dn * dn + m_ * cn * cn * sn * sn) * q * q;
    const double third =
        8 * H_ * (cn * sn * dn * dn * dn * (-4 - 2 * m_) + 4 * m_ * cn * sn * sn * sn * dn - 2 * m_ * cn * cn * cn * sn * dn) *
        q * q * q;
    const double u = c * eta / h - c * (eta * eta + meanSquare_ * meanSquare_) / (h * h) + 0.5 * c * h * (1.0 / 3 - zh2) * second;
    const double w = -c * z * (first / h * (1 - 2 * eta / h) + h / 6 * (1 - zh2) * third);
    return directed(u, angle_, w);
  }

 private:
  JacobiFunctions functions(double x, double y, double t) const {
    return jacobi(integrals_.K / std::numbers::pi * (path(x, y) - omega() * t), m_);
  }
  double elevationAt(double cn) const { return H_ * ((1 - integrals_.E / integrals_.K) / m_ - 1 + cn * cn); }

  /// Sets m; returns the length.
  double chooseParameter() {
    const double h = site_.depth, e = H_ / h;
    double best = great, length = 0;
    for (double m = 0.5; m < 1; m += 0.0001) {
      const auto [K, E] = completeIntegrals(m);
      const double L = K * std::sqrt(16 * h * h * h * m / (3 * H_));
      const double speed = std::sqrt(site_.g * h) * (1 - 0.5 * e + e / m * (1 - 1.5 * E / K));
      const double error = std::abs(T_ - L / speed);
      if (error > best) continue;
      best = error;
      length = L;
      m_ = m;
    }
    return length;
  }

  double m_ = 0, meanSquare_ = 0;
  CompleteIntegrals integrals_{};
};

}  // namespace

std::unique_ptr<WaveTheory> makeCnoidal(const config::Dictionary& dictionary, const WaveSite& site) {
  return std::make_unique<Cnoidal>(dictionary, site);
}

}  // namespace eagre::physics::waves
