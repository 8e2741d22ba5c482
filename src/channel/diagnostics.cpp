// SPDX-License-Identifier: BSD-3-Clause
#include "channel/diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "channel/heaviside.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {
namespace {

using grid::Block;
using std::numbers::pi;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// What the value that carries the interface means.
struct Meaning {
  explicit Meaning(const Settings& s) : method(s.interface.method) {
    const auto h = s.spacing();
    const double largest = std::max({h[0], s.is2D() ? 0.0 : h[1], h[2]});
    width = method == Method::levelSet ? s.interface.smoothing * largest : s.interface.cahn > 0 ? s.interface.cahn : largest;
  }
  /// Of the upper fluid.
  double fraction(double q) const {
    return method == Method::levelSet ? heaviside(q, width) : method == Method::phaseField ? q : 1;
  }
  /// To the interface, where it is near: of a phase field by its equilibrium profile.
  double distance(double q) const {
    if (method != Method::phaseField) return q;
    const double limit = 1 - 1e-12;
    return 2 * std::numbers::sqrt2 * width * std::atanh(std::clamp(2 * q - 1, -limit, limit));
  }
  Method method;
  double width = 0;
};

/// The highest crossing of the interface in each column of the whole channel, x fastest, and behind all of these minus the
/// lowest one of each; -infinity where there is none.
std::vector<double> heights(const Meaning& meaning, const Block& block, const grid::Field& interface) {
  const std::ptrdiff_t nx = block.grid().cells[0], ny = block.grid().cells[1];
  std::vector<double> eta(static_cast<std::size_t>(2 * nx * ny), -std::numeric_limits<double>::infinity());
  grid::Box box = block.box();
  if (block.atBoundary(2, 1)) --box.high[2];
  const auto q = interface.view();
  const double dz = block.grid().h[2];
  grid::Box columns = box;
  columns.high[2] = box.low[2] + (box.empty() ? 0 : 1);
  // The block is asked for coordinates.
  grid::forRows({"channel.heights", 16.0 * (box.high[2] - box.low[2])}, columns,
                [=, block = &block, first = eta.data() + block.offset()[0] + nx * block.offset()[1]](int j, int) {
                  double *const highest = first + nx * j, *const lowest = highest + nx * ny;
                  for (int k = box.low[2]; k < box.high[2]; ++k)
                    for (int i = box.low[0]; i < box.high[0]; ++i) {
                      const double below = meaning.distance(q(i, j, k)), above = meaning.distance(q(i, j, k + 1));
                      if ((below < 0) == (above < 0)) continue;
                      const double z = block->z(k) + dz * below / (below - above);
                      highest[i] = std::max(highest[i], z), lowest[i] = std::max(lowest[i], -z);
                    }
                });
  block.communicator().max(std::span<double>(eta));
  return eta;
}

/// Mean, extremes, and the wave that is observed.
void describeHeights(const Settings& settings, const std::vector<double>& eta, Diagnostics& d) {
  d.heightMean = d.heightMin = d.heightMax = d.overturned = d.amplitude = d.phase = nan;
  if (!std::isfinite(*std::min_element(eta.begin(), eta.end()))) return;
  const std::size_t columns = eta.size() / 2;
  double sum = 0, several = 0;
  d.heightMin = d.heightMax = eta[0];
  for (std::size_t c = 0; c < columns; ++c) {
    const double highest = eta[c], lowest = -eta[columns + c];
    sum += highest;
    several += lowest < highest ? 1 : 0;
    d.heightMin = std::min(d.heightMin, lowest), d.heightMax = std::max(d.heightMax, highest);
  }
  const double n = static_cast<double>(columns);
  d.heightMean = sum / n;
  d.overturned = several / n;
  const auto [mx, my] = observedMode(settings);
  const int nx = settings.grid.cells[0], ny = settings.grid.cells[1];
  std::complex<double> wave = 0;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const double angle = 2 * pi * (mx * (i + 0.5) / nx + my * (j + 0.5) / ny);
      wave += (eta[static_cast<std::size_t>(i) + static_cast<std::size_t>(nx) * static_cast<std::size_t>(j)] - d.heightMean) *
              std::polar(1.0, -angle);
    }
  d.amplitude = 2 * std::abs(wave) / n;
  d.phase = std::arg(wave);
}

/// du/dz at a plate with the speed and the slip length given, from the two cells beside it: exact for parabolas.
double wallGradient(double speed, double slip, double first, double second, double h) {
  return (-8 * speed / 3 + 3 * first - second / 3) / (h + 8 * slip / 3);
}

/// Sum of mu du/dz over the plate's cells of this rank.
double wallShear(const Settings& s, const Meaning& meaning, const Block& block, const FlowFields& f, int side) {
  const BoundarySettings& b = s.boundary;
  if (!block.atBoundary(2, side) || (side == 0 ? b.lower : b.upper) != Plate::noSlip) return 0;
  const int first = side == 0 ? 0 : block.n()[2] - 1, second = side == 0 ? 1 : first - 1;
  const double speed = side == 0 ? b.lowerSpeed : b.upperSpeed, sign = side == 0 ? 1 : -1, h = block.grid().h[2];
  grid::Box box = block.box();
  box.low[2] = first, box.high[2] = first + 1;
  const auto u = f.u.view(), q = f.interface.view();
  return grid::sumCells(
      {"channel.shear", 24}, box,
      [=, ratio = s.fluid.viscosityRatio, Re = s.fluid.Re, slip = s.contactLine.slipLength](int i, int j, int k) {
        const double H = meaning.fraction(q(i, j, k)), mu = (ratio * (1 - H) + H) / Re;
        return sign * mu * wallGradient(speed, slip, u(i, j, first), u(i, j, second), h);
      });
}

}  // namespace

std::array<int, 2> observedMode(const Settings& settings) {
  return settings.initial.shape == Shape::wave ? settings.initial.mode : std::array<int, 2>{1, 0};
}

Diagnostics measure(const Settings& s, const Block& block, const FlowFields& f) {
  const Meaning meaning(s);
  Diagnostics d;
  const auto u = f.u.view(), v = f.v.view(), w = f.w.view(), q = f.interface.view();
  const auto h = block.grid().h;
  const double cell = block.grid().cellVolume(), r = s.fluid.densityRatio;
  const auto density = [r](double H) { return r * (1 - H) + H; };
  const auto mean = [](double a, double b) { return 0.5 * (a + b); };
  const grid::Box box = block.box();
  const bool spanwise = !s.is2D();

  std::array<double, 7> sums{};
  sums[0] = grid::sumCells({"channel.volume", 8}, box, [=](int i, int j, int k) { return meaning.fraction(q(i, j, k)); });
  sums[1] = grid::sumCells({"channel.kineticEnergy", 32}, box, [=](int i, int j, int k) {
    const double a = mean(u(i, j, k), u(i + 1, j, k)), b = mean(v(i, j, k), v(i, j + 1, k)), c = mean(w(i, j, k), w(i, j, k + 1));
    return 0.5 * density(meaning.fraction(q(i, j, k))) * (a * a + b * b + c * c);
  });
  sums[2] =
      grid::sumCells({"channel.potentialEnergy", 8}, box, [=, gravity = s.fluid.gravity, block = &block](int i, int j, int k) {
        return gravity * density(meaning.fraction(q(i, j, k))) * block->z(k);
      });
  // The area is the integral of |grad H|.
  const auto H = [meaning, q](int i, int j, int k) { return meaning.fraction(q(i, j, k)); };
  if (std::isfinite(s.fluid.We) && s.interface.method != Method::none)
    sums[3] = grid::sumCells({"channel.area", 56}, box, [=](int i, int j, int k) {
      const double x = (H(i + 1, j, k) - H(i - 1, j, k)) / (2 * h[0]);
      const double y = spanwise ? (H(i, j + 1, k) - H(i, j - 1, k)) / (2 * h[1]) : 0;
      const double z = (H(i, j, k + 1) - H(i, j, k - 1)) / (2 * h[2]);
      return std::sqrt(x * x + y * y + z * z);
    });
  sums[4] = wallShear(s, meaning, block, f, 0);
  sums[5] = wallShear(s, meaning, block, f, 1);
  sums[6] = grid::sumCells({"channel.flowRate", 8}, box, [u](int i, int j, int k) { return u(i, j, k); });
  block.communicator().sum(std::span<double>(sums));

  d.largest = {grid::maxCells({"channel.largest", 8}, box, [u](int i, int j, int k) { return std::abs(u(i, j, k)); }),
               grid::maxCells({"channel.largest", 8}, box, [v](int i, int j, int k) { return std::abs(v(i, j, k)); }),
               grid::maxCells({"channel.largest", 8}, box, [w](int i, int j, int k) { return std::abs(w(i, j, k)); })};
  block.communicator().max(std::span<double>(d.largest));

  const double volume = cell * static_cast<double>(block.grid().nCells());
  const double plate = static_cast<double>(block.grid().cells[0]) * block.grid().cells[1];
  d.volumeUpper = sums[0] * cell;
  d.volumeLower = volume - d.volumeUpper;
  d.kineticEnergy = sums[1] * cell;
  d.potentialEnergy = sums[2] * cell;
  d.surfaceEnergy = sums[3] * cell / s.fluid.We;
  d.shearLower = sums[4] / plate;
  d.shearUpper = sums[5] / plate;
  d.flowRate = sums[6] * cell / volume;
  if (s.interface.method != Method::none) describeHeights(s, heights(meaning, block, f.interface), d);
  return d;
}

std::vector<std::pair<std::string, double>> Diagnostics::columns() const {
  std::vector<std::pair<std::string, double>> list{{"height_mean", heightMean},
                                                   {"height_min", heightMin},
                                                   {"height_max", heightMax},
                                                   {"overturned", overturned},
                                                   {"amplitude", amplitude},
                                                   {"phase", phase},
                                                   {"volume_lower", volumeLower},
                                                   {"volume_upper", volumeUpper},
                                                   {"kinetic_energy", kineticEnergy},
                                                   {"potential_energy", potentialEnergy},
                                                   {"surface_energy", surfaceEnergy},
                                                   {"shear_lower", shearLower},
                                                   {"shear_upper", shearUpper},
                                                   {"flow_rate", flowRate},
                                                   {"max_u", largest[0]},
                                                   {"max_v", largest[1]},
                                                   {"max_w", largest[2]}};
  if (contact)
    for (const int side : {0, 1}) {
      list.emplace_back(side ? "wetted_upper" : "wetted_lower", contact->wetted[side]);
      list.emplace_back(side ? "angle_upper" : "angle_lower", contact->angle[side]);
    }
  if (evaporated) list.emplace_back("evaporated", *evaporated);
  if (heat)
    for (const auto& column : {std::pair{"T_mean", heat->mean},
                               {"T_min", heat->least},
                               {"T_max", heat->most},
                               {"heat_energy", heat->energy},
                               {"heat_lower", heat->fluxLower},
                               {"heat_upper", heat->fluxUpper}})
      list.emplace_back(column);
  return list;
}

}  // namespace eagre::channel
