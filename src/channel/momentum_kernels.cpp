// SPDX-License-Identifier: BSD-3-Clause
#include "channel/momentum_kernels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace eagre::channel {

namespace {

/// mu of the low and of the high end of the difference in direction e, for component d, at the i-th face of a row. Its members
/// are set one by one, so that the compiler keeps them in registers and loops over a row become vectors.
template <int d, bool varies>
struct RowViscosity {
  double lower, jump;
  const double *HLow = nullptr, *HHigh = nullptr;
  const float *low[3] = {nullptr, nullptr, nullptr}, *high[3] = {nullptr, nullptr, nullptr};  ///< [e], e != d: on edges
  RowViscosity(const ViscosityView& v, int j, int k) : lower(v.lower), jump(v.jump) {
    if constexpr (varies) {
      const Steps<const double> centre(v.H);
      HHigh = centre.row(j, k);
      HLow = HHigh - centre.step[d];
      take<(d + 1) % 3>(v, j, k);
      take<(d + 2) % 3>(v, j, k);
    }
  }
  template <int e>
  void take(const ViscosityView& v, int j, int k) {
    const Steps<const float> edge(v.edge[3 - d - e]);
    low[e] = edge.row(j, k);
    high[e] = low[e] + edge.step[e];
  }
  template <int e>
  double at(int i, bool highEnd) const {
    if constexpr (!varies)
      return lower;
    else if constexpr (d == e)
      return lower + jump * (highEnd ? HHigh[i] : HLow[i]);
    else
      return highEnd ? high[e][i] : low[e][i];
  }
};

template <int d, bool varies>
void sourceRow(const MomentumView& m, const ViscosityView& viscosity, const grid::Box& box, int j, int k) {
  constexpr int e = (d + 1) % 3, f = (d + 2) % 3;
  const Steps<const double> Ud(m.velocity[d]);
  const std::ptrdiff_t sd = Ud.step[d], se = Ud.step[e], sf = Ud.step[f];
  const double *u = Ud.row(j, k), *v = Steps(m.velocity[e]).row(j, k), *w = Steps(m.velocity[f]).row(j, k);
  const double* p = Steps(m.p).row(j, k);
  const double* force = m.hasForce ? Steps(m.force).row(j, k) : p;
  const double forced = m.hasForce ? 1 : 0;
  const float* beta = &m.beta(0, j, k);
  double *N1 = &m.N1(0, j, k), *N2 = &m.N2(0, j, k), *rhs = &m.rhs(0, j, k);
  const double pd = m.perH[d], pe = m.perH[e], pf = m.perH[f];
  const auto weights = m.weights;
  const double dt = m.dt, drive = m.drive, gravity = m.gravity;
  const RowViscosity<d, varies> mu(viscosity, j, k);
  const int begin = box.low[0], end = box.high[0];
#pragma GCC ivdep
  for (int i = begin; i < end; ++i) {
    const double here = u[i], west = u[i - sd], east = u[i + sd], south = u[i - se], north = u[i + se], down = u[i - sf],
                 up = u[i + sf];
    // div(u u): twice the means of both factors, so a quarter of their product.
    const double vLow = v[i] + v[i - sd], vHigh = v[i + se] + v[i + se - sd];
    const double wLow = w[i] + w[i - sd], wHigh = w[i + sf] + w[i + sf - sd];
    const double convection =
        0.25 * (pd * ((here + east) * (here + east) - (west + here) * (west + here)) +
                pe * (vHigh * (here + north) - vLow * (south + here)) + pf * (wHigh * (here + up) - wLow * (down + here)));
    const double dLow = mu.template at<d>(i, false) * pd * (here - west), dHigh = mu.template at<d>(i, true) * pd * (east - here);
    const double eLow = mu.template at<e>(i, false), eHigh = mu.template at<e>(i, true);
    const double fLow = mu.template at<f>(i, false), fHigh = mu.template at<f>(i, true);
    const double diffusion = pd * (dHigh - dLow) + pe * pe * (eHigh * (north - here) - eLow * (here - south)) +
                             pf * pf * (fHigh * (up - here) - fLow * (here - down));
    double N = -convection;
    const double b = beta[i];
    // For constant mu the other half of the stress is mu grad(div u) = 0.
    if constexpr (varies)
      N += b * pd *
           ((dHigh - dLow) + pe * (eHigh * (v[i + se] - v[i + se - sd]) - eLow * (v[i] - v[i - sd])) +
            pf * (fHigh * (w[i + sf] - w[i + sf - sd]) - fLow * (w[i] - w[i - sd])));
    const double acceleration = b * (diffusion - pd * (p[i] - p[i - sd]) + forced * force[i] + drive) + gravity;
    rhs[i] = dt * (weights[0] * N + weights[1] * N1[i] + weights[2] * N2[i] + acceleration);
    N2[i] = N;
  }
}

/// The sum over neighbours and the diagonal of the implicit operator along a row.
template <int d, bool varies>
struct ImplicitRow {
  const double *delta, *rhs, *south, *north, *down, *up;
  const float* beta;
  double halfDt, perX2, perY2, perZ2, lowX, highX, lowY, highY, lowZ, highZ;
  RowViscosity<d, varies> mu;
  ImplicitRow(const ImplicitView& m, const ViscosityView& viscosity, int j, int k)
      : delta(&m.delta(0, j, k)),
        rhs(&m.rhs(0, j, k)),
        south(&m.delta(0, j - 1, k)),
        north(&m.delta(0, j + 1, k)),
        down(&m.delta(0, j, k - 1)),
        up(&m.delta(0, j, k + 1)),
        beta(&m.beta(0, j, k)),
        halfDt(m.halfDt),
        perX2(m.perH2[0]),
        perY2(m.perH2[1]),
        perZ2(m.perH2[2]),
        lowX(m.ends.low[0]),
        highX(m.ends.high[0]),
        lowY(j > m.box.low[1] ? 1 : m.ends.low[1]),
        highY(j < m.box.high[1] - 1 ? 1 : m.ends.high[1]),
        lowZ(k > m.box.low[2] ? 1 : m.ends.low[2]),
        highZ(k < m.box.high[2] - 1 ? 1 : m.ends.high[2]),
        mu(viscosity, j, k) {}
  /// {sum, diagonal} at i; factors of the differences in x.
  std::pair<double, double> at(int i, double factorLow, double factorHigh) const {
    const double s = halfDt * beta[i];
    const double xl = perX2 * mu.template at<0>(i, false), xh = perX2 * mu.template at<0>(i, true);
    const double yl = perY2 * mu.template at<1>(i, false), yh = perY2 * mu.template at<1>(i, true);
    const double zl = perZ2 * mu.template at<2>(i, false), zh = perZ2 * mu.template at<2>(i, true);
    const double sum = xl * delta[i - 1] + xh * delta[i + 1] + yl * south[i] + yh * north[i] + zl * down[i] + zh * up[i];
    const double diagonal = factorLow * xl + factorHigh * xh + lowY * yl + highY * yh + lowZ * zl + highZ * zh;
    return {rhs[i] + s * sum, 1 + s * diagonal};
  }
};

/// Half a sweep: the relaxation factor, and which faces of a row are relaxed, those whose i is odd (1) or even (0).
struct HalfSweep {
  double omega;
  int taken;
};

/// Half a sweep along a row. The whole row is solved for into `solved`, as vectors without gaps; in place a face would wait for
/// the one before.
template <int d, bool varies>
void relaxRow(const ImplicitView& m, const grid::Box& part, const ViscosityView& viscosity, int j, int k, HalfSweep half,
              double* solved) {
  const ImplicitRow<d, varies> row(m, viscosity, j, k);
  const int begin = m.box.low[0], end = m.box.high[0];
  const int from = std::max(part.low[0], begin + 1), to = std::min(part.high[0], end - 1);
#pragma GCC ivdep
  for (int i = from; i < to; ++i) {
    const auto [sum, diagonal] = row.at(i, 1, 1);
    solved[i] = sum / diagonal;
  }
  // The ends count differently.
  if (part.low[0] == begin) {
    const auto [first, firstDiagonal] = row.at(begin, row.lowX, end - begin == 1 ? row.highX : 1);
    solved[begin] = first / firstDiagonal;
  }
  if (part.high[0] == end && end - begin > 1) {
    const auto [last, lastDiagonal] = row.at(end - 1, 1, row.highX);
    solved[end - 1] = last / lastDiagonal;
  }
  double* delta = &m.delta(0, j, k);
  const auto [omega, taken] = half;
#pragma GCC ivdep
  for (int i = part.low[0]; i < part.high[0]; ++i)
    delta[i] = (i & 1) == taken ? delta[i] + omega * (solved[i] - delta[i]) : delta[i];
}

/// The same where other rows change meanwhile: reads only faces that none of them relaxes, and is slower.
template <int d, bool varies>
void relaxSharedRow(const ImplicitView& m, const grid::Box& part, const ViscosityView& viscosity, int j, int k, HalfSweep half) {
  const ImplicitRow<d, varies> row(m, viscosity, j, k);
  const int begin = m.box.low[0], end = m.box.high[0];
  double* delta = &m.delta(0, j, k);
  const auto [omega, taken] = half;
  for (int i = part.low[0] + ((part.low[0] + taken) & 1); i < part.high[0]; i += 2) {
    const auto [sum, diagonal] = row.at(i, i == begin ? row.lowX : 1, i == end - 1 ? row.highX : 1);
    delta[i] += omega * (sum / diagonal - delta[i]);
  }
}

template <int d, bool varies>
void relaxRows(const ImplicitView& m, const grid::Box& part, const ViscosityView& viscosity, double omega, int colour) {
  const kernel::Loop loop{"channel.relax", varies ? 48 : 36};
  const auto half = [=](int j, int k) { return HalfSweep{omega, (j + k + colour) & 1}; };
  if (grid::rowsAreShared())
    return grid::forRows(loop, part, [=](int j, int k) { relaxSharedRow<d, varies>(m, part, viscosity, j, k, half(j, k)); });
  const auto line = [n = m.box.high[0]] { return std::vector<double>(static_cast<std::size_t>(n)); };
  grid::forRowsWith(loop, part, line, [=](int j, int k, std::vector<double>& solved) {
    relaxRow<d, varies>(m, part, viscosity, j, k, half(j, k), solved.data());
  });
}

template <int d, bool varies>
std::array<double, 2> residualOfRows(const ImplicitView& m, const ViscosityView& viscosity) {
  using grid::Lanes, grid::lanes;
  const auto ofRow = [=](int j, int k) {
    const ImplicitRow<d, varies> row(m, viscosity, j, k);
    const int begin = m.box.low[0], end = m.box.high[0];
    Lanes r2{}, b2{};
    const auto add = [&](int i, int l, double lowX, double highX) {
      const auto [sum, diagonal] = row.at(i, lowX, highX);
      const double r = sum - diagonal * row.delta[i];
      r2[l] += r * r;
      b2[l] += row.rhs[i] * row.rhs[i];
    };
    int i = begin + 1;
    for (; i + lanes <= end - 1; i += lanes)
      for (int l = 0; l < lanes; ++l) add(i + l, l, 1, 1);
    for (; i < end - 1; ++i) add(i, 0, 1, 1);
    if (end > begin) add(begin, 0, row.lowX, end - begin > 1 ? 1 : row.highX);
    if (end - begin > 1) add(end - 1, 0, 1, row.highX);
    return std::array{r2, b2};
  };
  return grid::combineRows({"channel.momentumResidual", varies ? 48 : 36}, m.box, std::array<double, 2>{}, ofRow,
                           [](std::array<double, 2>& total, const std::array<Lanes, 2>& squares) {
                             for (const int s : {0, 1})
                               for (const double square : squares[s]) total[s] += square;
                           });
}

/// Calls f with d and whether the viscosity varies as constants.
template <class F>
auto dispatch(int d, bool varies, F&& f) {
  using std::integral_constant;
  const auto by = [&](auto component) { return varies ? f(component, std::true_type{}) : f(component, std::false_type{}); };
  if (d == 0) return by(integral_constant<int, 0>{});
  if (d == 1) return by(integral_constant<int, 1>{});
  return by(integral_constant<int, 2>{});
}

}  // namespace

void momentumSource(int d, const grid::Box& box, const MomentumView& m, const ViscosityView& viscosity) {
  dispatch(d, viscosity.varies, [&](auto component, auto varies) {
    grid::forRows({"channel.momentumSource", varies ? 96 : 76}, box,
                  [=](int j, int k) { sourceRow<component(), varies()>(m, viscosity, box, j, k); });
  });
}

void relax(int d, const ImplicitView& m, const grid::Box& part, const ViscosityView& viscosity, double omega, int colour) {
  if (part.empty()) return;
  dispatch(d, viscosity.varies,
           [&](auto component, auto varies) { relaxRows<component(), varies()>(m, part, viscosity, omega, colour); });
}

std::array<double, 2> implicitResidual(int d, const ImplicitView& m, const ViscosityView& viscosity) {
  return dispatch(d, viscosity.varies,
                  [&](auto component, auto varies) { return residualOfRows<component(), varies()>(m, viscosity); });
}

}  // namespace eagre::channel
