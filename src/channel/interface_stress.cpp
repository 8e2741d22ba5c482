// SPDX-License-Identifier: BSD-3-Clause
#include "channel/interface_stress.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::channel {

namespace {

constexpr double least = 1e-3;  ///< (mu_a - mu_h) / mu_h where the layer ends

struct Fields {
  Steps<const double> u[3];
  Steps<const double> level, H;
  Steps<const float> edge[3];
  double perH[3];

  /// 2 mu_h D_de on the low edges between d and e of n cells from (i, j, k) on, added to `sum`.
  template <int d, int e>
  void addEdges(int i, int j, int k, int n, double* sum) const {
    const std::ptrdiff_t de = u[d].step[e], ed = u[e].step[d];
    const double *ud = u[d].row(j, k) + i, *ue = u[e].row(j, k) + i, perD = perH[d], perE = perH[e];
    const float* mu = edge[3 - d - e].row(j, k) + i;
#pragma GCC ivdep
    for (int c = 0; c < n; ++c) sum[c] += mu[c] * (perE * (ud[c] - ud[c - de]) + perD * (ue[c] - ue[c - ed]));
  }
  /// Mean of mu_h D_de over the four edges around each of n cells; work: n + 1 numbers.
  template <int d, int e>
  void shear(int i, int j, int k, int n, double* work, double* mean) const {
    constexpr int alongX = d == 0 || e == 0;  // rows of edges then are one longer
    std::fill_n(work, n + 1, 0.0);
    for (int b = 0; b < 2; ++b)
      for (int a = 0; a < (alongX ? 1 : 2); ++a) {
        constexpr int other = d == 0 ? e : d;  // the second direction where x is the first
        const int aj = alongX ? (other == 1 ? b : 0) : a, ak = alongX ? (other == 2 ? b : 0) : b;
        addEdges<d, e>(i, j + aj, k + ak, n + alongX, work);
      }
    for (int c = 0; c < n; ++c) mean[c] = 0.125 * (alongX ? work[c] + work[c + 1] : work[c]);
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

grid::Box InterfaceStress::edges() const {
  grid::Box box = box_;
  for (int& high : box.high) ++high;
  return box;
}

/// The cells where the two means of the viscosity differ: their number.
std::size_t InterfaceStress::findLayer(const ViscosityView& viscosity) {
  // (mu_a - mu_h) / mu_h = jump^2 H (1 - H) / (mu_lower mu_upper)
  const double lower = viscosity.lower, jump = viscosity.jump, enough = least * lower * (lower + jump) / (jump * jump);
  runs_.clear();
  std::size_t n = 0;
  grid::sequentialRows({"channel.interfaceLayer", 8}, box_, [&](int j, int k) {
    const double* share = Steps<const double>(viscosity.H).row(j, k);
    const auto inLayer = [&](int i) { return share[i] * (1 - share[i]) > enough; };
    for (int i = box_.low[0]; i < box_.high[0]; ++i) {
      if (!inLayer(i)) continue;
      const int first = i;
      while (i < box_.high[0] && inLayer(i)) ++i;
      runs_.push_back({first, j, k, i - first, n});
      n += static_cast<std::size_t>(i - first);
    }
  });
  return n;
}

void InterfaceStress::find(const grid::View<const double> (&velocity)[3], const ViscosityView& viscosity) {
  const Fields f{{velocity[0], velocity[1], velocity[2]},
                 viscosity.level,
                 viscosity.H,
                 {viscosity.edge[0], viscosity.edge[1], viscosity.edge[2]},
                 {perH_[0], perH_[1], perH_[2]}};
  const std::size_t layer = findLayer(viscosity);
  if (layer > stress_.capacity()) {
    stress_ = {};  // the old ones go before the new ones come
    stress_.reserve(layer + layer / 16);
  }
  stress_.resize(layer);
  const auto makeWorkspace = [] { return std::vector<double>(); };
  const auto ofRun = [f, perH = perH_, viscosity, stresses = stress_.data()](const Run& run, std::vector<double>& workspace) {
    const auto& [first, j, k, n, at] = run;
    Stress* stress = stresses + at;
    workspace.resize(4 * static_cast<std::size_t>(n) + 1);
    double* of[3] = {workspace.data(), workspace.data() + n, workspace.data() + 2 * n};
    double* work = workspace.data() + 3 * n;
    f.shear<1, 2>(first, j, k, n, work, of[0]);
    f.shear<2, 0>(first, j, k, n, work, of[1]);
    f.shear<0, 1>(first, j, k, n, work, of[2]);
    const double *share = f.H.row(j, k), *phi = f.level.row(j, k);
    for (int c = 0; c < n; ++c, ++stress) {
      const int i = first + c;
      const double muH = viscosity.harmonic(share[i]), difference = viscosity.lower + viscosity.jump * share[i] - muH;
      std::array<double, 3> normal{};
      double square = 0, diagonal[3], shear[3];
      for (int d = 0; d < 3; ++d) {
        const std::ptrdiff_t s = f.level.step[d], su = f.u[d].step[d];
        const double* u = f.u[d].row(j, k) + i;
        normal[d] = perH[d] * (phi[i + s] - phi[i - s]);
        square += normal[d] * normal[d];
        diagonal[d] = perH[d] * (u[su] - u[0]);
        shear[d] = of[d][c] / muH;
      }
      *stress = {};
      if (square == 0) continue;
      const double perLength = 1 / std::sqrt(square);
      for (double& component : normal) component *= perLength;
      fillStress(normal, diagonal, shear, difference, stress->diagonal, stress->shear);
    }
  };
  grid::forRunsWith({"channel.interfaceStress", 64}, static_cast<Label>(layer), runs_, makeWorkspace, ofRun);
}

void InterfaceStress::addTo(int d, const grid::Box& box, const MomentumView& m) const {
  const kernel::Timed timed({"channel.interfaceStressDivergence", 96}, static_cast<Label>(stress_.size()));
  const Stress* E = stress_.data();
  for (const Run& run : runs_) {
    // What the cells of the run give to the faces that stand so far from them.
    const auto give = [&](std::array<int, 3> to, double factor, const float* first) {
      const int j = run.j + to[1], k = run.k + to[2], a = to[0];
      if (j < box.low[1] || j >= box.high[1] || k < box.low[2] || k >= box.high[2]) return;
      const int begin = std::max(run.i, box.low[0] - a), end = std::min(run.i + run.n, box.high[0] - a);
      const float* beta = &m.beta(a, j, k);
      double *N2 = &m.N2(a, j, k), *rhs = &m.rhs(a, j, k);
      const double weight = m.dt * m.weights[0];
      constexpr std::ptrdiff_t numbers = sizeof(Stress) / sizeof(float);
#pragma GCC ivdep
      for (int i = begin; i < end; ++i) {
        const double N = factor * beta[i] * first[numbers * (i - run.i)];
        N2[i] += N;
        rhs[i] += weight * N;
      }
    };
    std::array<int, 3> low{}, high{};
    high[static_cast<std::size_t>(d)] = 1;
    give(low, perH_[d], &E->diagonal[d]);
    give(high, -perH_[d], &E->diagonal[d]);
    for (int e = 0; e < 3; ++e) {
      if (e == d || perH_[e] == 0) continue;
      const double across = 0.25 * perH_[e];
      const float* shear = &E->shear[3 - d - e];
      for (std::array<int, 3> face : {low, high}) {
        face[static_cast<std::size_t>(e)] = -1;
        give(face, across, shear);
        face[static_cast<std::size_t>(e)] = 1;
        give(face, -across, shear);
      }
    }
    E += run.n;
  }
}

}  // namespace eagre::channel
