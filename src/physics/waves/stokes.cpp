// SPDX-License-Identifier: BSD-3-Clause
#include "core/vec.hpp"
#include "physics/waves/regular_wave.hpp"

namespace eagre::physics::waves {
namespace {

/// First order (Airy): eta = H/2 cos theta, u = H/2 omega cosh(kz)/sinh(kh) cos theta, w with sinh and sin.
class StokesI : public RegularWave {
 public:
  StokesI(const config::Dictionary& d, const WaveSite& site) : RegularWave(d, site) {
    setLength(linearWaveLength(site.depth, T_, site.g));
  }
  double elevation(double x, double y, double t) const override { return 0.5 * H_ * std::cos(theta(x, y, t)); }
  Vec3 velocity(double x, double y, double z, double t) const override {
    const double a = theta(x, y, t), scale = 0.5 * H_ * omega() / std::sinh(k_ * site_.depth);
    return directed(scale * std::cosh(k_ * z) * std::cos(a), angle_, scale * std::sinh(k_ * z) * std::sin(a));
  }
};

/// Second order (Stokes 1847):
///     eta = eta_I + k H^2/16 (3 - s^2)/s^3 cos 2 theta,   s = tanh kh
///     u = u_I + 3/16 H^2 omega k cosh(2kz)/sinh^4(kh) cos 2 theta,   w with sinh and sin
class StokesII final : public StokesI {
 public:
  using StokesI::StokesI;
  double elevation(double x, double y, double t) const override {
    const double s = std::tanh(k_ * site_.depth);
    return StokesI::elevation(x, y, t) + k_ * H_ * H_ / 16 * (3 - s * s) / (s * s * s) * std::cos(2 * theta(x, y, t));
  }
  Vec3 velocity(double x, double y, double z, double t) const override {
    const double a = 2 * theta(x, y, t), s2 = sqr(std::sinh(k_ * site_.depth)), kz = 2 * k_ * z;
    const double scale = 3.0 / 16 * H_ * H_ * omega() * k_ / (s2 * s2);
    return StokesI::velocity(x, y, z, t) +
           directed(scale * std::cosh(kz) * std::cos(a), angle_, scale * std::sinh(kz) * std::sin(a));
  }
};

}  // namespace

std::unique_ptr<WaveTheory> makeStokesI(const config::Dictionary& dictionary, const WaveSite& site) {
  return std::make_unique<StokesI>(dictionary, site);
}
std::unique_ptr<WaveTheory> makeStokesII(const config::Dictionary& dictionary, const WaveSite& site) {
  return std::make_unique<StokesII>(dictionary, site);
}

}  // namespace eagre::physics::waves
