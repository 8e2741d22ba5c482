// SPDX-License-Identifier: BSD-3-Clause
// Waves that are sums: streamFunction, irregularMultiDirectional.
#include <fmt/format.h>

#include "physics/waves/regular_wave.hpp"

namespace eagre::physics::waves {
namespace {

/// Fenton's (1988) Fourier solution of the stream function, whose coefficients the case gives:
///     eta = 1/k sum E_j cos(j theta)
///     u = L/T - uMean + sqrt(g/k) sum j B_j cosh(jkz)/cosh(jkh) cos(j theta),   w with sinh and sin, without L/T - uMean
class StreamFunction final : public RegularWave {
 public:
  StreamFunction(const config::Dictionary& d, const WaveSite& site)
      : RegularWave(d, site),
        drift_(readPositive(d, "waveLength") / T_ - d.get<double>("uMean")),
        B_(d.get<std::vector<double>>("Bjs")),
        E_(d.get<std::vector<double>>("Ejs")) {
    setLength(d.get<double>("waveLength"));
  }
  double elevation(double x, double y, double t) const override {
    const double a = theta(x, y, t);
    double sum = 0;
    for (std::size_t j = 0; j < E_.size(); ++j) sum += E_[j] * std::cos(static_cast<double>(j + 1) * a);
    return sum / k_;
  }
  Vec3 velocity(double x, double y, double z, double t) const override {
    const double a = theta(x, y, t), scale = std::sqrt(site_.g / k_);
    double u = 0, w = 0;
    for (std::size_t i = 0; i < B_.size(); ++i) {
      const auto j = static_cast<double>(i + 1);
      const double amplitude = j * B_[i] / std::cosh(j * k_ * site_.depth);
      u += amplitude * std::cosh(j * k_ * z) * std::cos(j * a);
      w += amplitude * std::sinh(j * k_ * z) * std::sin(j * a);
    }
    return directed(drift_ + scale * u, angle_, scale * w);
  }

 private:
  double drift_;
  std::vector<double> B_, E_;
};

/// A sum of small waves, each with its own height, period, phase and direction: waveHeights, wavePeriods, wavePhases [rad],
/// waveDirs [degrees], all lists of lists of one shape.
class Irregular final : public WaveTheory {
 public:
  Irregular(const config::Dictionary& d, const WaveSite& site) : depth_(site.depth), rampTime_(readPositive(d, "rampTime")) {
    const auto periods = readLists(d, "wavePeriods"), heights = readLists(d, "waveHeights"), phases = readLists(d, "wavePhases"),
               directions = readLists(d, "waveDirs");
    for (const auto& [list, keyword] : {std::pair(&periods, "wavePeriods"), {&phases, "wavePhases"}, {&directions, "waveDirs"}})
      if (list->size() != heights.size())
        throw Error(d.at(keyword).place,
                    fmt::format("{}: {} values in {} and {} in waveHeights", d.name(), list->size(), keyword, heights.size()));
    for (std::size_t i = 0; i < heights.size(); ++i) {
      const double direction = directions[i] * std::numbers::pi / 180;
      const double k = 2 * std::numbers::pi / linearWaveLength(depth_, periods[i], site.g);
      components_.push_back(
          {heights[i], 2 * std::numbers::pi / periods[i], phases[i], k, std::cos(direction), std::sin(direction)});
    }
  }
  double ramp(double t) const override { return linearRamp(t, rampTime_); }
  double elevation(double x, double y, double t) const override {
    double eta = 0;
    for (const auto& c : components_) eta += 0.5 * c.height * std::cos(c.theta(x, y, t));
    return eta;
  }
  Vec3 velocity(double x, double y, double z, double t) const override {
    Vec3 velocity{};
    for (const auto& c : components_) {
      const double a = c.theta(x, y, t), scale = 0.5 * c.height * c.omega / std::sinh(c.k * depth_);
      const double u = scale * std::cos(a) * std::cosh(c.k * z);
      velocity += Vec3{u * c.cos, u * c.sin, scale * std::sin(a) * std::sinh(c.k * z)};
    }
    return velocity;
  }

 private:
  struct Component {
    double height, omega, phase, k, cos, sin;
    double theta(double x, double y, double t) const { return k * x * cos + k * y * sin - omega * t + phase; }
  };

  static std::vector<double> readLists(const config::Dictionary& d, const char* keyword) {
    auto reader = d.at(keyword).reader();
    std::vector<double> all;
    reader.list([&] {
      const auto row = reader.scalarList();
      all.insert(all.end(), row.begin(), row.end());
    });
    reader.expectEnd();
    return all;
  }

  double depth_, rampTime_;
  std::vector<Component> components_;
};

}  // namespace

std::unique_ptr<WaveTheory> makeStreamFunction(const config::Dictionary& dictionary, const WaveSite& site) {
  return std::make_unique<StreamFunction>(dictionary, site);
}
std::unique_ptr<WaveTheory> makeIrregular(const config::Dictionary& dictionary, const WaveSite& site) {
  return std::make_unique<Irregular>(dictionary, site);
}

}  // namespace eagre::physics::waves
