// SPDX-License-Identifier: BSD-3-Clause
#include "channel/contact_angle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "channel/heaviside.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

constexpr double radians = std::numbers::pi / 180;
constexpr double leastSlope = 1e-6;                          ///< of phi along the plate, of a line
constexpr double least = 1 * radians, most = 179 * radians;  ///< angles that a grid can show

double slopeOf(double angle) { return angle == 90 * radians ? 0 : -std::cos(angle); }
double angleOf(double slope) { return std::acos(std::clamp(-slope, -1.0, 1.0)); }

/// (3): the slope after a step, by bisection; the right-hand side falls with theta.
struct Turning {
  const CoxFunction* g;
  double gAtRest, perLog, perHalf;  ///< perHalf: dt / (h / 2)
  double operator()(double slope, double speed) const {
    const double before = 1 / std::tan(std::clamp(angleOf(slope), least, most));
    double low = least, high = most;
    for (int iteration = 0; iteration < 48; ++iteration) {
      const double theta = 0.5 * (low + high);
      const bool larger = 1 / std::tan(theta) - before > perHalf * (perLog * ((*g)(theta)-gAtRest) - speed);
      (larger ? low : high) = theta;
    }
    return -std::cos(0.5 * (low + high));
  }
};

}  // namespace

/// The cells beside a plate.
struct ContactAngle::Plane {
  grid::Box box;
  grid::View<const double> P;
  double perX, perY, perZ;  ///< 1 / 2h; perY is 0 across a single cell
  int k, outwards;

  double x(int i, int j) const { return perX * (P(i + 1, j, k) - P(i - 1, j, k)); }
  double y(int i, int j) const { return perY * (P(i, j + 1, k) - P(i, j - 1, k)); }
  double z(int i, int j) const { return perZ * (P(i, j, k + 1) - P(i, j, k - 1)); }
  /// phi on the plate.
  double onPlate(int i, int j) const { return 0.5 * (P(i, j, k) + P(i, j, k + outwards)); }
  /// Beside a change of sign along the plate.
  bool atLine(int i, int j) const {
    const bool up = P(i, j, k) > 0;
    const auto other = [=](double p) { return (p > 0) != up; };
    return other(P(i - 1, j, k)) || other(P(i + 1, j, k)) || (perY > 0 && (other(P(i, j - 1, k)) || other(P(i, j + 1, k))));
  }
  /// The change of phi where it is 0, between this cell and those of the other sign beside it; towards each by its part of the
  /// slope.
  double changeAtLine(grid::View<const double> old, int i, int j) const {
    const double here = P(i, j, k), change = here - old(i, j, 0);
    double sum = 0, weights = 0;
    const auto take = [&](int di, int dj, double perH) {
      const double there = P(i + di, j + dj, k);
      if ((there > 0) == (here > 0)) return;
      const double weight = perH * perH * (there - here) * (there - here), part = here / (here - there);
      sum += weight * (change + part * (there - old(i + di, j + dj, 0) - change));
      weights += weight;
    };
    take(-1, 0, perX), take(1, 0, perX);
    if (perY > 0) take(0, -1, perY), take(0, 1, perY);
    return sum / weights;
  }
  /// The mean of a quantity upwind from the line; its value here where there is nothing upwind.
  double fromLine(grid::View<const double> q, int i, int j) const {
    const double a = x(i, j), b = y(i, j), weight = std::abs(a) * perX + std::abs(b) * perY;
    if (!(weight > 1e-12)) return q(i, j, k);
    const bool up = P(i, j, k) > 0;
    const double ofX = (a > 0) == up ? q(i - 1, j, k) : q(i + 1, j, k), ofY = (b > 0) == up ? q(i, j - 1, k) : q(i, j + 1, k);
    return (std::abs(a) * perX * ofX + std::abs(b) * perY * ofY) / weight;
  }
};

ContactAngle::ContactAngle(const grid::Block& block, const Settings& settings)
    : block_(block),
      angle_{settings.contactLine.angle[0] * radians, settings.contactLine.angle[1] * radians},
      plateSpeed_{settings.boundary.lowerSpeed, settings.boundary.upperSpeed},
      g_(1 / settings.fluid.viscosityRatio),
      halo_(block) {
  if (settings.contactLine.law != ContactLaw::cox) return;
  const ContactLineSettings& s = settings.contactLine;
  moves_ = {settings.boundary.lower == channel::Plate::noSlip, settings.boundary.upper == channel::Plate::noSlip};
  const double perCapillary = settings.fluid.Re / (settings.fluid.We * settings.fluid.viscosityRatio);
  perLog_ = perCapillary / std::log(std::max(block.grid().h[2] / 2, s.slipLength) / s.microscopicLength);
  slope_ = grid::Field(block);
  for (const std::size_t side : {0, 1})
    if (moves_[side]) before_[side] = grid::Field({block.n()[0], block.n()[1], 1}, 1);
}

std::array<double, 2> ContactAngle::atRest() const { return {slopeOf(angle_[0]), slopeOf(angle_[1])}; }

ContactAngle::Plane ContactAngle::plane(int side, const grid::Field& phi) const {
  const auto& g = block_.grid();
  const int k = side ? block_.n()[2] - 1 : 0;
  grid::Box box = block_.box();
  box.low[2] = k;
  box.high[2] = block_.atBoundary(2, side) ? k + 1 : k;
  return {box, phi.view(), 0.5 / g.h[0], g.cells[1] > 1 ? 0.5 / g.h[1] : 0, 0.5 / g.h[2], k, side ? 1 : -1};
}

void ContactAngle::start(const grid::Field& phi) {
  if (!slope()) return;
  const double perH = 1 / block_.grid().h[2], steepest = std::cos(least);
  for (const int side : {0, 1}) {
    const Plane at = plane(side, phi);
    const double rest = slopeOf(angle_[static_cast<std::size_t>(side)]);
    const bool moves = moves_[static_cast<std::size_t>(side)];
    // The slope on the plate, from those half a cell and one and a half off.
    grid::forCells({"contact line: start", 32}, at.box, [=, to = slope_.view()](int i, int j, int k) {
      const int inwards = -at.outwards;
      const double p = at.P(i, j, k), next = at.P(i, j, k + inwards), third = at.P(i, j, k + 2 * inwards);
      const double outwards = perH * (2 * (p - next) - (next - third));
      to(i, j, k) = moves ? std::clamp(outwards, -steepest, steepest) : rest;
    });
  }
  updateGhosts();
}

void ContactAngle::updateGhosts() {
  if (!slope()) return;
  halo_.update({&slope_});
  const auto S = slope_.view();
  const auto& n = block_.n();
  for (const int side : {0, 1}) {
    if (!block_.atBoundary(0, side)) continue;
    const int edge = side ? n[0] - 1 : 0;
    grid::Box ghosts = block_.box().grown({0, grid::haloWidth, 0});
    ghosts.low[0] = side ? n[0] : -grid::haloWidth;
    ghosts.high[0] = ghosts.low[0] + grid::haloWidth;
    grid::forCells({"contact line: ghosts", 16}, ghosts, [=](int i, int j, int k) { S(i, j, k) = S(edge, j, k); });
  }
}

void ContactAngle::keep(const grid::Field& phi) {
  for (const int side : {0, 1})
    if (moves_[static_cast<std::size_t>(side)]) {
      const Plane at = plane(side, phi);
      const auto to = before_[side].view();
      grid::Box around = at.box;
      if (!around.empty()) around = around.grown({1, at.perY > 0 ? 1 : 0, 0});
      grid::forCells({"contact line: keep", 16}, around, [=](int i, int j, int k) { to(i, j, 0) = at.P(i, j, k); });
    }
}

void ContactAngle::turn(const grid::Field& phi, double dt, grid::Field& work) {
  if (!slope()) return;
  const auto S = slope_.view(), next = work.view();
  for (const int side : {0, 1}) {
    if (!moves_[static_cast<std::size_t>(side)]) continue;
    const Plane at = plane(side, phi);
    const auto old = before_[side].view();
    const Turning turned{&g_, g_(angle_[static_cast<std::size_t>(side)]), perLog_, 2 * dt / block_.grid().h[2]};
    const double plate = plateSpeed_[static_cast<std::size_t>(side)];
    grid::forCells({"contact line", 96}, at.box, [=](int i, int j, int k) {
      const double x = at.x(i, j), y = at.y(i, j), across = std::sqrt(x * x + y * y);
      if (at.atLine(i, j) && across > leastSlope)
        next(i, j, k) = turned(S(i, j, k), (-at.changeAtLine(old, i, j) / dt - plate * x) / across);
      else
        next(i, j, k) = at.fromLine(S, i, j);
    });
    grid::forCells({"contact line", 16}, at.box, [=](int i, int j, int k) { S(i, j, k) = next(i, j, k); });
  }
  updateGhosts();
}

ContactDiagnostics ContactAngle::measure(const grid::Field& phi) const {
  const auto& g = block_.grid();
  const double width = std::max(g.h[0], g.cells[1] > 1 ? g.h[1] : 0);
  std::array<double, 6> sums{};  // of each side: cells that are wet, angles, cells at the line
  for (const int side : {0, 1}) {
    const Plane at = plane(side, phi);
    const double rest = slopeOf(angle_[static_cast<std::size_t>(side)]);
    const auto part = grid::sumsCells<3>(
        {"contact line: measure", 40}, at.box, [=, S = slope_.view(), given = slope() != nullptr](int i, int j, int k) {
          // Sharp along the plate, however small the angle is.
          const double x = at.perX * (at.onPlate(i + 1, j) - at.onPlate(i - 1, j)),
                       y = at.perY * (at.onPlate(i, j + 1) - at.onPlate(i, j - 1));
          const double wet = 1 - heaviside(at.onPlate(i, j) / std::max(std::sqrt(x * x + y * y), 1e-12), width);
          const bool line = at.atLine(i, j);
          return std::array{wet, line ? angleOf(given ? S(i, j, k) : rest) : 0, line ? 1.0 : 0.0};
        });
    std::ranges::copy(part, sums.begin() + 3 * side);
  }
  block_.communicator().sum(std::span<double>(sums));
  const double columns = static_cast<double>(g.cells[0]) * g.cells[1];
  ContactDiagnostics d;
  for (const std::size_t side : {0, 1}) {
    d.wetted[side] = sums[3 * side] / columns;
    d.angle[side] =
        sums[3 * side + 2] > 0 ? sums[3 * side + 1] / sums[3 * side + 2] / radians : std::numeric_limits<double>::quiet_NaN();
  }
  return d;
}

void ContactAngle::addTo(State& state) {
  if (slope())
    state.fields.push_back(
        {"contact_slope", &slope_, Position::centre, "1", "in cells beside plates: minus the cosine of the contact angle"});
}

}  // namespace eagre::channel
