// SPDX-License-Identifier: BSD-3-Clause
#include "channel/thermocapillary.hpp"

#include <array>
#include <cmath>

#include "channel/heaviside.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Means and central differences at the centres of cells (d = e), or on their low edges of the directions d and e.
struct Place {
  int d, e;
  Vector perH;  ///< 1 / h; 0 across a single cell
  using Cell = std::array<int, 3>;
  static Cell moved(Cell c, int direction, int by) {
    c[static_cast<std::size_t>(direction)] += by;
    return c;
  }
  static double at(grid::View<const double> f, const Cell& c) { return f(c[0], c[1], c[2]); }
  /// Of the cells around the place.
  template <class F>
  double mean(const Cell& c, F&& f) const {
    if (d == e) return f(c);
    return 0.25 * (f(c) + f(moved(c, d, -1)) + f(moved(c, e, -1)) + f(moved(moved(c, d, -1), e, -1)));
  }
  double difference(grid::View<const double> f, const Cell& c, int g) const {
    const double scale = perH[static_cast<std::size_t>(g)];
    if (d != e && (g == d || g == e)) {
      const int other = g == d ? e : d;
      const Cell aside = moved(c, other, -1);
      return 0.5 * scale * (at(f, c) - at(f, moved(c, g, -1)) + at(f, aside) - at(f, moved(aside, g, -1)));
    }
    return 0.5 * scale * mean(c, [&](const Cell& a) { return at(f, moved(a, g, 1)) - at(f, moved(a, g, -1)); });
  }
  Vector gradient(grid::View<const double> f, const Cell& c) const {
    return {difference(f, c, 0), difference(f, c, 1), difference(f, c, 2)};
  }
};

/// Views of SurfaceFields.
struct Surface {
  grid::View<const double> T, level, share;
  /// {n . grad H, n_d n_e} at a place.
  std::array<double, 2> at(const Place& place, const Place::Cell& c) const {
    const Vector dH = place.gradient(share, c);
    if (dH[0] == 0 && dH[1] == 0 && dH[2] == 0) return {0, 0};
    const Vector n = place.gradient(level, c);
    const double square = dot(n, n);
    if (!(square > 0)) return {0, 0};
    return {dot(n, dH) / std::sqrt(square), n[static_cast<std::size_t>(place.d)] * n[static_cast<std::size_t>(place.e)] / square};
  }
};

/// Mean temperature on the surface; 0 without one.
double meanOnSurface(const grid::Block& block, const Surface& surface, const Place& centre) {
  auto sums = grid::sumsCells<2>({"thermocapillary.mean", 64}, block.box(), [=](int i, int j, int k) {
    const double area = surface.at(centre, {i, j, k})[0];
    return std::array{area, area * surface.T(i, j, k)};
  });
  block.communicator().sum(sums);
  return sums[0] != 0 ? sums[1] / sums[0] : 0;
}

/// Integrals over a layer of a level set, of cells of length 1, of what the surface force (of the smoothing `narrow`) and the
/// viscosity (`wide`) make of it on the edges between cells, and of H (1 - H): their ratio.
double ofSmoothing(double wide) {
  const double narrow = std::min(wide, 1.0);
  double onEdges = 0, inCells = 0;
  constexpr int points = 200, perCell = 100;
  for (int i = -points * 2; i <= points * 2; ++i) {
    const double x = static_cast<double>(i) / perCell * std::max(wide, 1.0), H = heaviside(x, wide);
    onEdges += 0.5 * (heaviside(x - 0.5, narrow) + heaviside(x + 0.5, narrow)) * (1 - heavisideMean(x - 0.5, x + 0.5, wide));
    inCells += H * (1 - H);
  }
  return onEdges / inCells;
}

/// The stress (sigma - sigma_m) (delta_de - n_d n_e) n . grad G there, where the faces of d and e of a block need it.
void findStress(const grid::Block& block, const Surface& surface, const Place& place, double slope, double onSurface,
                grid::Field& stress) {
  grid::Box box = block.box();
  for (const int d : {place.d, place.e}) {
    if (place.d == place.e)
      box.low[d] = block.atBoundary(d, 0) ? 0 : -1;
    else
      box.high[d] = block.n()[d] + 1;
  }
  grid::forCells({"thermocapillary.stress", 64}, box, [=, S = stress.view()](int i, int j, int k) {
    const auto [area, nn] = surface.at(place, {i, j, k});
    S(i, j, k) = 0;
    if (area == 0) return;
    const auto mean = [&](grid::View<const double> f) {
      return place.mean({i, j, k}, [f](const Place::Cell& c) { return Place::at(f, c); });
    };
    S(i, j, k) = -slope * (mean(surface.T) - onSurface) * area * ((place.d == place.e ? 1 : 0) - nn);
  });
}

/// Its difference along e, on the faces of d.
void addDivergence(const grid::Block& block, int d, int e, double perH, const grid::Field& stress, grid::Field& force) {
  grid::Box inner = block.box();
  if (block.atBoundary(d, 0)) ++inner.low[d];
  const int x = e == 0, y = e == 1, z = e == 2, high = d == e ? 0 : 1, low = high - 1;
  grid::forCells({"thermocapillary.force", 32}, inner, [=, S = stress.view(), F = force.view()](int i, int j, int k) {
    F(i, j, k) += perH * (S(i + high * x, j + high * y, k + high * z) - S(i + low * x, j + low * y, k + low * z));
  });
}

}  // namespace

void weightByViscosity(const grid::Block& block, const Settings& settings, const grid::Field& upperShare, grid::Field& share) {
  const double m = settings.fluid.viscosityRatio;
  const double of = settings.interface.method == Method::levelSet ? ofSmoothing(settings.interface.smoothing) : 1;
  const double c = 2 * of * (m - 1) / (m + 1);
  grid::forCells(
      {"thermocapillary.share", 24}, block.box().grown({2, 2, 2}),
      [=, H = upperShare.view(), G = share.view()](int i, int j, int k) { G(i, j, k) += c * H(i, j, k) * (1 - H(i, j, k)); });
}

void addThermocapillary(const grid::Block& block, const Settings& settings, const SurfaceFields& fields, grid::Field& work,
                        grid::Field (&force)[3]) {
  const double slope = settings.heat.tensionSlope(settings.fluid.Re);
  Vector perH{};
  for (std::size_t e = 0; e < 3; ++e) perH[e] = block.grid().cells[e] == 1 ? 0 : 1 / block.grid().h[e];
  const Surface surface{fields.T.view(), fields.level.view(), fields.share.view()};
  const double mean = meanOnSurface(block, surface, {0, 0, perH});
  const double factor = 1 - settings.fluid.We * slope * (mean - settings.heat.referenceTemperature);
  for (int d = 0; d < 3; ++d)
    grid::forCells({"thermocapillary.force", 16}, block.faces(d),
                   [=, F = force[d].view()](int i, int j, int k) { F(i, j, k) *= factor; });
  for (int d = 0; d < 3; ++d)
    for (int e = d; e < 3; ++e) {
      const double perD = perH[static_cast<std::size_t>(d)], perE = perH[static_cast<std::size_t>(e)];
      if (perD == 0 || perE == 0) continue;
      findStress(block, surface, {d, e, perH}, slope, mean, work);
      addDivergence(block, d, e, perE, work, force[d]);
      if (d != e) addDivergence(block, e, d, perD, work, force[e]);
    }
}

}  // namespace eagre::channel
