// SPDX-License-Identifier: BSD-3-Clause
#include "channel/level_set.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "channel/curvature.hpp"
#include "channel/heaviside.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

// Between two redistancings a level at the edge of the smoothing, e off the interface, goes astray by (deviation) e, which is to
// be little against the height a of a wave: (deviation) = 0.05 k a makes it 0.05 k e of a.
constexpr double ofSteepness = 0.05;
constexpr double leastDeviation = 1e-7;  // below: round-off of a flat interface

InterfaceGhosts::Plate plateOf(const Settings& settings) {
  if (settings.contactLine.law != ContactLaw::none) return InterfaceGhosts::Plate::inclined;
  return settings.interface.contactLine == ContactLine::angle ? InterfaceGhosts::Plate::angled
                                                              : InterfaceGhosts::Plate::extrapolated;
}

/// Cells a step over which the slopes are limited: with a change of phase, those that redistancing is to find; before a contact
/// line, which goes much less than a cell a step, one.
int slopePasses(const Settings& settings) {
  return settings.evaporation.solve ? 4 : settings.contactLine.law != ContactLaw::none ? 1 : 0;
}

/// dphi/dn of a distance, outwards.
double wetting(double degrees) { return degrees == 90 ? 0 : -std::cos(degrees * std::numbers::pi / 180); }

/// c with V(c) = volume, sums[n] being the derivatives V^(n)(0): Newton's method on their series.
double shiftTo(double volume, const std::array<double, 4>& sums, double most) {
  double c = 0;
  for (int it = 0; it < 5; ++it) {
    const double value = sums[0] + c * (sums[1] + c / 2 * (sums[2] + c / 3 * sums[3]));
    const double slope = sums[1] + c * (sums[2] + c / 2 * sums[3]);
    if (!(slope > 0)) return c;
    c = std::clamp(c + (volume - value) / slope, -most, most);
  }
  return c;
}

}  // namespace

LevelSet::LevelSet(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace)
    : block_(&block),
      e_(settings.interface.smoothing * block.grid().largestSpacing()),
      forceWidth_(std::min(e_, block.grid().largestSpacing())),
      perWe_(1 / settings.fluid.We),
      above_(settings.interface.redistanceAbove),
      every_(settings.interface.redistanceEvery),
      sweeps_(settings.interface.redistanceSweeps),
      limits_(slopePasses(settings)),
      open_{settings.boundary.lower == channel::Plate::open, settings.boundary.upper == channel::Plate::open},
      ghosts_(block, plateOf(settings)),
      transport_(block, block.grid().largestSpacing(), Transport::Form::advective),
      redistance_(block, e_, ghosts_),
      workspace_(grid::Workspace::orOwn(std::move(workspace), block)),
      first_((*workspace_)[0]),
      second_((*workspace_)[1]),
      phi_(block) {
  ghosts_.setWetting({wetting(settings.interface.contactAngleLower), wetting(settings.interface.contactAngleUpper)});
  if (settings.contactLine.law == ContactLaw::none) return;
  contactAngle_ = std::make_unique<ContactAngle>(block, settings);
  ghosts_.setWetting(contactAngle_->atRest());
  ghosts_.setWetting(contactAngle_->slope());
}

void LevelSet::initialise() {
  constexpr int sweeps = 20;  // of half a cell each: beyond the band
  if (contactAngle_) contactAngle_->start(phi_);
  updateGhosts();
  redistance_(phi_, band_, sweeps, false, first_, second_);
}

void LevelSet::redistance() {
  findBand();
  redistance_(phi_, band_, sweeps_, true, first_, second_);
}

void LevelSet::updateGhosts() {
  if (contactAngle_) contactAngle_->updateGhosts();
  ghosts_.update(phi_);
  findBand();
}

/// A bound for redistancing and, after it, for curvatures: (3) moves phi by 0.3 e at most, and cells beyond by nothing else.
void LevelSet::findBand() { band_ = ghosts_.band(phi_, redistance_.width()); }

void LevelSet::advance(Velocity3 velocity, double dt, double growth) {
  if (contactAngle_) contactAngle_->keep(phi_);
  // Volume before, what comes in, whether phi is a distance still: in one reduction.
  double sums[5] = {localVolume(), inflow(velocity)};
  transport_.advance(velocity, dt, phi_, first_, second_, ghosts_);
  if (limits_ > 0) limitSlopes();
  findBand();
  ++steps_;
  const bool looks = every_ > 0 && std::fmod(steps_, every_) == 0;
  if (looks && above_ > 0) std::ranges::copy(localDeviations(), sums + 2);
  block_->communicator().sum(sums);
  if (looks && (above_ == 0 || tooFar({sums[2], sums[3], sums[4]}))) {
    if (contactAngle_) (*workspace_)[2] = phi_;
    redistance_(phi_, band_, sweeps_, true, first_, second_);
    if (contactAngle_) holdBack((*workspace_)[2]);
  }
  keepVolume(sums[0] + dt * (sums[1] + growth));
  turnAtPlates(dt);
}

void LevelSet::turnAtPlates(double dt) {
  if (!contactAngle_ || !contactAngle_->slope()) return;
  contactAngle_->turn(phi_, dt, first_);
  ghosts_.updateBoundaries(phi_);
}

/// Where H varies: cells of which the slope is off by more than redistance_above, the sum of the squares of | |grad phi| - 1 |,
/// and that of phi_x^2 + phi_y^2, by central differences.
std::array<double, 3> LevelSet::localDeviations() const {
  const auto P = phi_.view();
  const auto& g = block_->grid();
  const double e = e_, above = above_, rx = 0.5 / g.h[0], ry = g.cells[1] > 1 ? 0.5 / g.h[1] : 0, rz = 0.5 / g.h[2];
  return grid::sumsCells<3>({"slope of phi", 8}, block_->box(), [=](int i, int j, int k) {
    const double x = rx * (P(i + 1, j, k) - P(i - 1, j, k)), y = ry * (P(i, j + 1, k) - P(i, j - 1, k)),
                 z = rz * (P(i, j, k + 1) - P(i, j, k - 1));
    if (std::abs(P(i, j, k)) >= e) return std::array{0.0, 0.0, 0.0};
    const double level = x * x + y * y, deviation = std::abs(std::sqrt(level + z * z) - 1);
    return std::array{deviation > above ? 1.0 : 0.0, deviation * deviation, level};
  });
}

bool LevelSet::tooFar(const std::array<double, 3>& deviations) const {
  const auto& [steepOrFlat, squares, level] = deviations;
  return steepOrFlat > 0 || squares > ofSteepness * ofSteepness * level + leastDeviation * leastDeviation;
}

void LevelSet::holdBack(const grid::Field& from) {
  constexpr double ofCell = 0.1;
  const auto P = phi_.view();
  const auto before = from.view();
  const double e = e_, most = ofCell * block_->grid().smallestSpacing();
  constexpr int ghosts = grid::haloWidth;
  grid::forCells({"level set: hold back", 24}, block_->box().grown({ghosts, ghosts, ghosts}), [=](int i, int j, int k) {
    const double was = before(i, j, k);
    if (std::abs(was) > e) P(i, j, k) = std::clamp(P(i, j, k), was - most, was + most);
  });
  ghosts_.updateBoundaries(phi_);
}

void LevelSet::limitSlopes() {
  constexpr double steepest = 1.2, from = 1.5;
  const auto P = phi_.view(), to = first_.view();
  const auto& h = block_->grid().h;
  const double sx = steepest * h[0], sy = steepest * h[1], sz = steepest * h[2], near = from * block_->grid().largestSpacing();
  for (int pass = 0; pass < limits_; ++pass) {
    grid::forCells({"level set: slopes", 16}, *block_, [=](int i, int j, int k) {
      const double here = P(i, j, k), sign = here > 0 ? 1 : -1;
      double size = std::abs(here);
      const auto take = [&](double there, double step) {
        if ((there > 0) == (here > 0)) size = std::min(size, std::abs(there) + step);
      };
      if (size > near) {
        take(P(i - 1, j, k), sx), take(P(i + 1, j, k), sx);
        take(P(i, j - 1, k), sy), take(P(i, j + 1, k), sy);
        take(P(i, j, k - 1), sz), take(P(i, j, k + 1), sz);
      }
      to(i, j, k) = sign * size;
    });
    grid::forCells({"level set: slopes", 16}, *block_, [=](int i, int j, int k) { P(i, j, k) = to(i, j, k); });
    ghosts_.update(phi_, pass + 1 < limits_ ? grid::Reach::faces : grid::Reach::all);
  }
}

std::optional<ContactDiagnostics> LevelSet::contact() const {
  return contactAngle_ ? std::optional(contactAngle_->measure(phi_)) : std::nullopt;
}

void LevelSet::addTo(State& state) {
  if (contactAngle_) contactAngle_->addTo(state);
  state.fields.push_back({"phi", &phi_, Position::centre, "1", "distance to the interface, negative in the lower fluid"});
  state.numbers.push_back({"phi_steps", &steps_});
}

/// Of the upper fluid, through the ends of the channel and open plates on this rank, per unit of time.
double LevelSet::inflow(Velocity3 velocity) const {
  const auto& h = block_->grid().h;
  const auto P = phi_.view();
  double sum = 0;
  for (const int d : {0, 2})
    for (const int side : {0, 1}) {
      if (block_->grid().periodic[d] || !block_->atBoundary(d, side) || (d == 2 && !open_[side])) continue;
      const int x = d == 0, z = d == 2;
      grid::Box plane = block_->box();
      plane.low[d] = side ? block_->n()[d] : 0;
      plane.high[d] = plane.low[d] + 1;
      const double sign = side ? -1 : 1, across = h[x ? 2 : 0];
      grid::sequentialRows({"level set: inflow", 16}, plane, [&, U = (x ? velocity.u : velocity.w).view()](int j, int k) {
        for (int i = plane.low[0]; i < plane.high[0]; ++i)
          sum += sign * U(i, j, k) * heaviside(0.5 * (P(i - x, j, k - z) + P(i, j, k)), e_) * h[1] * across;
      });
    }
  return sum;
}

double LevelSet::localVolume() const {
  const auto P = phi_.view();
  const double e = e_;
  return block_->grid().cellVolume() *
         grid::sumCells({"volume", 8}, block_->box(), [=](int i, int j, int k) { return heaviside(P(i, j, k), e); });
}

double LevelSet::upperVolume() const { return block_->communicator().sum(localVolume()); }

/// Equation (3). The volume and its derivatives come with one reduction; what the series leaves out is (c/e)^4.
void LevelSet::keepVolume(double volume) {
  constexpr int iterations = 3;
  constexpr double seriesEnds = 1e-4;  // its fourth power is round-off
  const auto P = phi_.view();
  const double e = e_, cell = block_->grid().cellVolume(), reach = 2 * e_;
  // All of it where H varies, fading beyond.
  const auto moved = [=](double p, double c) { return p + c * std::clamp(2 - std::abs(p) / reach, 0.0, 1.0); };
  std::array<double, iterations> shifts{};
  for (double& c : shifts) {
    auto sums = grid::sumsCells<4>({"volume and slopes", 8}, block_->box(),
                                   [=](int i, int j, int k) { return heavisideSeries(P(i, j, k), e); });
    block_->communicator().sum(sums);
    for (double& s : sums) s *= cell;
    c = shiftTo(volume, sums, 0.1 * e);
    if (c == 0) break;
    grid::forCells({"volume: shift", 16}, *block_, [=, c = c](int i, int j, int k) { P(i, j, k) = moved(P(i, j, k), c); });
    if (std::abs(c) < seriesEnds * e) break;
  }
  // Ghosts as the cells that they are copies of: no message.
  grid::forGhosts({"volume: shift", 16}, block_->box(), grid::haloWidth, [=](int i, int j, int k) {
    for (const double c : shifts) P(i, j, k) = moved(P(i, j, k), c);
  });
  ghosts_.updateBoundaries(phi_);
  shift_ = std::accumulate(shifts.begin(), shifts.end(), 0.0);
}

void LevelSet::share(grid::Field& H, double width) const {
  const auto P = phi_.view();
  const auto to = H.view();
  const double e = width;
  grid::forCells({"upper share", 16}, block_->box().grown({H.width(), H.width(), H.width()}),
                 [=](int i, int j, int k) { to(i, j, k) = heaviside(P(i, j, k), e); });
}

void LevelSet::surfaceForce(grid::Field& fx, grid::Field& fy, grid::Field& fz) {
  for (grid::Field* f : {&fx, &fy, &fz}) f->fill(0);
  if (perWe_ == 0) return;
  curvature(*block_, phi_, forceWidth_ + 2 * block_->grid().largestSpacing(), band_, ghosts_, first_, second_);
  const auto P = phi_.view(), K = second_.view();
  const double e = forceWidth_;
  grid::Field* const force[3] = {&fx, &fy, &fz};
  for (int d = 0; d < 3; ++d) {
    const int di = d == 0, dj = d == 1, dk = d == 2;
    const double c = -0.5 * perWe_ / block_->grid().h[static_cast<std::size_t>(d)];
    const auto F = force[d]->view();
    grid::Box inner = block_->box();
    if (block_->atBoundary(d, 0)) ++inner.low[static_cast<std::size_t>(d)];
    grid::forCells({"surface force", 32}, inner, [=](int i, int j, int k) {
      const double high = P(i, j, k), low = P(i - di, j - dj, k - dk);
      if (std::min(std::abs(high), std::abs(low)) >= e && (high > 0) == (low > 0)) return;
      F(i, j, k) = c * (K(i, j, k) + K(i - di, j - dj, k - dk)) * (heaviside(high, e) - heaviside(low, e));
    });
  }
}

}  // namespace eagre::channel
