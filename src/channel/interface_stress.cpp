// SPDX-License-Identifier: BSD-3-Clause
#include "channel/interface_stress.hpp"

#include <cmath>

namespace eagre::channel {

namespace {

constexpr double least = 1e-3;  ///< (mu_a - mu_h) / mu_h where the layer ends

struct Fields {
  Steps<const double> u[3];
  Steps<const double> level, H;
  double lower, jump, perH[3];

  double arithmetic(double share) const { return lower + jump * share; }
  double harmonic(double share) const { return lower * (lower + jump) / (lower + jump * (1 - share)); }

  /// Mean of mu_h D_de over the four edges around a cell.
  double shear(int d, int e, const std::array<int, 3>& c) const {
    double sum = 0;
    for (const int a : {0, 1})
      for (const int b : {0, 1}) {
        const std::ptrdiff_t sd = H.step[d], se = H.step[e];
        const auto at = [&](const Steps<const double>& f) { return f.row(c[1], c[2]) + c[0] + a * f.step[d] + b * f.step[e]; };
        const double *share = at(H), *ud = at(u[d]), *ue = at(u[e]);
        const double mean = 0.25 * (share[0] + share[-sd] + share[-se] + share[-sd - se]);
        sum += harmonic(mean) * (perH[e] * (ud[0] - ud[-u[d].step[e]]) + perH[d] * (ue[0] - ue[-u[e].step[d]]));
      }
    return 0.125 * sum;
  }
};

/// E of a cell from its rate of strain, D_dd and D_de by the direction that is neither.
void fillStress(const std::array<double, 3>& n, const double (&diagonal)[3], const double (&shear)[3], double difference,
                float (&Ediagonal)[3], float (&Eshear)[3]) {
  double q[3], normal = 0;
  for (int d = 0; d < 3; ++d) {
    const int e = (d + 1) % 3, f = (d + 2) % 3;
    q[d] = diagonal[d] * n[d] + shear[f] * n[e] + shear[e] * n[f];
    normal += n[d] * q[d];
  }
  for (int d = 0; d < 3; ++d) q[d] -= n[d] * normal;
  for (int d = 0; d < 3; ++d) {
    const int e = (d + 1) % 3, f = (d + 2) % 3;
    Ediagonal[d] = static_cast<float>(-4 * difference * n[d] * q[d]);
    Eshear[d] = static_cast<float>(2 * difference * (shear[d] - n[e] * q[f] - n[f] * q[e]));
  }
}

}  // namespace

InterfaceStress::InterfaceStress(const grid::Block& block) : box_(block.box()) {
  for (int d = 0; d < 3; ++d) {
    if (!block.atBoundary(d, 0)) --box_.low[d];
    if (!block.atBoundary(d, 1)) ++box_.high[d];
    perH_[d] = block.grid().cells[d] == 1 ? 0 : 1 / block.grid().h[d];
  }
}

/// The cells where the two means of the viscosity differ: their number.
std::size_t InterfaceStress::findLayer(const ViscosityView& viscosity) {
  // (mu_a - mu_h) / mu_h = jump^2 H (1 - H) / (mu_lower mu_upper)
  const double lower = viscosity.lower, jump = viscosity.jump, enough = least * lower * (lower + jump) / (jump * jump);
  runs_.clear();
  std::size_t n = 0;
  grid::forRows({"channel.interfaceLayer", 8}, box_, [&](int j, int k) {
    const double* share = Steps<const double>(viscosity.H).row(j, k);
    const auto inLayer = [&](int i) { return share[i] * (1 - share[i]) > enough; };
    for (int i = box_.low[0]; i < box_.high[0]; ++i) {
      if (!inLayer(i)) continue;
      const int first = i;
      while (i < box_.high[0] && inLayer(i)) ++i;
      runs_.push_back({first, j, k, i - first});
      n += static_cast<std::size_t>(i - first);
    }
  });
  return n;
}

void InterfaceStress::find(const grid::View<const double> (&velocity)[3], grid::View<const double> level,
                           const ViscosityView& viscosity) {
  const Fields f{{velocity[0], velocity[1], velocity[2]}, level, viscosity.H, viscosity.lower, viscosity.jump,
                 {perH_[0], perH_[1], perH_[2]}};
  const std::size_t layer = findLayer(viscosity);
  if (layer > stress_.capacity()) {
    stress_ = {};  // the old ones go before the new ones come
    stress_.reserve(layer + layer / 16);
  }
  stress_.resize(layer);
  const kernel::Timed timed({"channel.interfaceStress", 64}, static_cast<Label>(layer));
  Stress* stress = stress_.data();
  for (const auto& [first, j, k, n] : runs_) {
    const double *share = f.H.row(j, k), *phi = f.level.row(j, k);
    for (int i = first; i < first + n; ++i) {
      const double muH = f.harmonic(share[i]), difference = f.arithmetic(share[i]) - muH;
      std::array<double, 3> normal{};
      double square = 0, diagonal[3], shear[3];
      for (int d = 0; d < 3; ++d) {
        const std::ptrdiff_t s = f.level.step[d], su = f.u[d].step[d];
        const double* u = f.u[d].row(j, k) + i;
        normal[d] = perH_[d] * (phi[i + s] - phi[i - s]);
        square += normal[d] * normal[d];
        diagonal[d] = perH_[d] * (u[su] - u[0]);
        shear[d] = f.shear((d + 1) % 3, (d + 2) % 3, {i, j, k}) / muH;
      }
      *stress = {};
      if (square > 0) {
        for (double& component : normal) component /= std::sqrt(square);
        fillStress(normal, diagonal, shear, difference, stress->diagonal, stress->shear);
      }
      ++stress;
    }
  }
}

void InterfaceStress::addTo(int d, const grid::Box& box, const MomentumView& m) const {
  const kernel::Timed timed({"channel.interfaceStressDivergence", 96}, static_cast<Label>(stress_.size()));
  const auto add = [&](int i, int j, int k, double divergence) {
    if (i < box.low[0] || i >= box.high[0] || j < box.low[1] || j >= box.high[1] || k < box.low[2] || k >= box.high[2]) return;
    const double N = m.beta(i, j, k) * divergence;
    m.N2(i, j, k) += N;
    m.rhs(i, j, k) += m.dt * m.weights[0] * N;
  };
  const int di = d == 0, dj = d == 1, dk = d == 2;
  const Stress* E = stress_.data();
  for (const auto& [first, j, k, n] : runs_)
    for (int i = first; i < first + n; ++i, ++E) {
      const double along = perH_[d] * E->diagonal[d];
      add(i, j, k, along);
      add(i + di, j + dj, k + dk, -along);
      for (int e = 0; e < 3; ++e) {
        if (e == d || perH_[e] == 0) continue;
        const double across = 0.25 * perH_[e] * E->shear[3 - d - e];
        const int ei = e == 0, ej = e == 1, ek = e == 2;
        for (const int high : {0, 1}) {
          add(i + high * di - ei, j + high * dj - ej, k + high * dk - ek, across);
          add(i + high * di + ei, j + high * dj + ej, k + high * dk + ek, -across);
        }
      }
    }
}

}  // namespace eagre::channel
