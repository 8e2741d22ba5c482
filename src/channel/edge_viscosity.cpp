// SPDX-License-Identifier: BSD-3-Clause
#include "channel/edge_viscosity.hpp"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "channel/heaviside.hpp"

namespace eagre::channel {

namespace {

/// Of the four cells around the low edge between the directions D and E of the cell at `share`.
template <int D, int E>
double meanShare(const double* share, const std::array<std::ptrdiff_t, 3>& step) {
  const double* across = share - step[D];
  return 0.25 * (share[0] + across[0] + share[-step[E]] + across[-step[E]]);
}

/// The shares on the edges of a row of cells in a smoothed layer.
class LayerRow {
 public:
  LayerRow(const ViscosityView& viscosity, int low, int high)
      : smoothing_(viscosity.smoothing), low_(low), high_(high), level_(viscosity.level), rows_(4 * (high - low + 1)) {
    step_ = {1, high - low + 1, 2 * (high - low + 1)};
  }

  /// Of the rows around the edges of (j, k): the integral of H from its foot to the level of each cell.
  void take(int j, int k) {
    double* integral = rows_.data();
    for (int dk = -1; dk <= 0; ++dk)
      for (int dj = -1; dj <= 0; ++dj) {
        const double* level = level_.row(j + dj, k + dk);
        for (int i = low_ - 1; i < high_; ++i) *integral++ = heavisideIntegral(level[i], smoothing_);
      }
    phi_ = level_.row(j, k);
  }

  /// mean: of the four cells, between 0 and 1.
  template <int D, int E>
  double at(int i, double mean) const {
    const double* integral = rows_.data() + step_[1] + step_[2] + (i - low_ + 1);
    // phi and its integral low in both directions, in D, in E, in none
    const std::ptrdiff_t d = level_.step[D], e = level_.step[E], sd = step_[D], se = step_[E];
    const double phi[4] = {phi_[i - d - e], phi_[i - d], phi_[i - e], phi_[i]};
    const double to[4] = {integral[-sd - se], integral[-sd], integral[-se], integral[0]};
    const double alongE = (phi[1] - phi[0]) + (phi[3] - phi[2]), alongD = (phi[2] - phi[0]) + (phi[3] - phi[1]);
    const double e2 = alongE * alongE, d2 = alongD * alongD;
    const auto between = [&](int a, int b) {
      const double change = phi[b] - phi[a];
      return std::abs(change) < flat * smoothing_ ? heaviside(0.5 * (phi[a] + phi[b]), smoothing_) : (to[b] - to[a]) / change;
    };
    double sum = 0, weight = 0;
    if (e2 > least * d2) {
      sum += 0.5 * e2 * (between(0, 1) + between(2, 3));
      weight += e2;
    }
    if (d2 > least * e2) {
      sum += 0.5 * d2 * (between(0, 2) + between(1, 3));
      weight += d2;
    }
    return weight > 0 ? sum / weight : mean;
  }

 private:
  static constexpr double least = 1e-6;  ///< weight that counts
  static constexpr double flat = 1e-6;   ///< change of the level, of the smoothing, below which its quotient is round-off
  double smoothing_;
  int low_, high_;
  Steps<const double> level_;
  const double* phi_ = nullptr;
  std::array<std::ptrdiff_t, 3> step_;
  std::vector<double> rows_;  ///< from low - 1 on: those low in both directions, in z, in y, in none
};

}  // namespace

void edgeViscosities(const grid::Box& box, const ViscosityView& viscosity, grid::View<float> (&edge)[3]) {
  const int low = box.low[0], high = box.high[0];
  const Steps<const double> H(viscosity.H);
  const auto step = H.step;
  const ViscosityView v = viscosity;
  const auto makeLayer = [=] { return LayerRow(v, low, high); };
  const grid::View<float> edgeX = edge[0], edgeY = edge[1], edgeZ = edge[2];
  grid::forRowsWith({"channel.edgeViscosities", 28}, box, makeLayer, [=](int j, int k, LayerRow& layer) {
    const double* share = H.row(j, k);
    float *x = &edgeX(0, j, k), *y = &edgeY(0, j, k), *z = &edgeZ(0, j, k);
    const double lower = v.lower, product = v.lower * (v.lower + v.jump), jump = v.jump;
    const auto harmonic = [=](double mean) { return static_cast<float>(product / (lower + jump * (1 - mean))); };
#pragma GCC ivdep
    for (int i = low; i < high; ++i) {
      x[i] = harmonic(meanShare<1, 2>(share + i, step));
      y[i] = harmonic(meanShare<2, 0>(share + i, step));
      z[i] = harmonic(meanShare<0, 1>(share + i, step));
    }
    if (v.smoothing == 0) return;
    bool taken = false;
    const auto correct = [&]<int D, int E>(int i, float& mu, std::integer_sequence<int, D, E>) {
      const double mean = meanShare<D, E>(share + i, step);
      if (mean <= 0 || mean >= 1) return;
      if (!taken) layer.take(j, k);
      taken = true;
      mu = harmonic(layer.at<D, E>(i, mean));
    };
    for (int i = low; i < high; ++i) {
      correct(i, x[i], std::integer_sequence<int, 1, 2>{});
      correct(i, y[i], std::integer_sequence<int, 2, 0>{});
      correct(i, z[i], std::integer_sequence<int, 0, 1>{});
    }
  });
}

}  // namespace eagre::channel
