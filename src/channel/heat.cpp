// SPDX-License-Identifier: BSD-3-Clause
#include "channel/heat.hpp"

#include <fmt/format.h>

#include <cmath>
#include <tuple>
#include <utility>

#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

using grid::Field;
using grid::forCells;

namespace {

/// Steps that are implicit throughout, after the start.
constexpr double dampingSteps = 4;

/// Differences of T between neighbours where it varies.
double scaleOf(const HeatSettings& heat) {
  const auto [a, b] = heat.initialTemperature;
  return std::max({std::abs(a - b), std::abs(heat.lowerTemperature - heat.upperTemperature), 1e-3});
}

}  // namespace

Heat::Heat(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace)
    : block_(block),
      settings_(settings),
      boundaries_(block, settings),
      conduction_(block, settings),
      transport_(block, scaleOf(settings.heat)),
      workspace_(std::move(workspace)),
      T_(block),
      rate_(block) {
  if (settings.evaporation.solve)
    saturated_.emplace(
        Saturated{Transport(block, scaleOf(settings.heat), Transport::Form::advective), SaturatedConduction(block, settings)});
  if (settings.heat.capacityRatio * settings.fluid.densityRatio != 1 && settings.interface.method != Method::none)
    share_ = Field(block, 2);
}

void Heat::addTo(State& state) {
  state.fields.push_back({"T", &T_, Position::centre, "1", "temperature"});
  state.fields.push_back({"T_conduction", &rate_, Position::centre, "1", "rate of change of T by conduction, last step"});
  state.numbers.push_back({"T_steps", &steps_});
}

void Heat::start(const Properties& properties) {
  take(properties);
  if (share_.width() > 0) share_ = *properties.upperShare;
  boundaries_.update(T_, conduction_.cells());
}

void Heat::take(const Properties& properties) {
  conduction_.take(properties);
  nextShare_ = properties.upperShare;
}

HeatReport Heat::advance(Velocity3 velocity, double dt, const Properties& properties) {
  Field &convected = (*workspace_)[0], &last = (*workspace_)[3], &delta = (*workspace_)[6];
  forCells({"heat.L T", 48}, block_,
           [=, L = conduction_.view(), T = std::as_const(T_).view(), S = last.view()](int i, int j, int k) {
             S(i, j, k) = L(T, i, j, k);
           });
  take(properties);
  convect(velocity, dt, convected);  // (1)
  const Implicitness weights = steps_ < dampingSteps ? Implicitness{1, 0} : Implicitness{};
  HeatReport report;
  std::tie(report.iterations, report.residual) = conduction_.solve({dt, weights, capacity(), convected, last}, boundaries_, delta,
                                                                   (*workspace_)[1], (*workspace_)[2], (*workspace_)[5]);  // (2)
  forCells({"heat.update", 24}, block_,
           [T = convected.view(), D = delta.view()](int i, int j, int k) { T(i, j, k) += D(i, j, k); });
  boundaries_.update(convected, conduction_.cells());
  report.shift = finish(dt, weights, convected, delta, last);
  boundaries_.update(T_, conduction_.cells());
  if (share_.width() > 0) share_ = *properties.upperShare;
  ++steps_;
  return report;
}

Capacity Heat::capacity() const {
  if (share_.width() == 0) return {};
  return {settings_.heat.capacityRatio * settings_.fluid.densityRatio, true, share_.view(), nextShare_->view()};
}

/// TVD-RK3 in place; the ghosts are those of before.
void Heat::stages(Transport& transport, Velocity3 velocity, double dt, Field& T) {
  Field &first = (*workspace_)[1], &second = (*workspace_)[2];
  using Stage = Transport::Stage;
  for (const Stage& s : {Stage{0, T, 1, T, first}, Stage{0.75, T, 0.25, first, second}, Stage{1.0 / 3, T, 2.0 / 3, second, T}}) {
    transport.make(s, block_.box(), velocity, dt);
    if (&s.next != &T) boundaries_.update(s.next, conduction_.cells());
  }
}

void Heat::carry(Velocity3 velocity, double dt, Field& T) {
  boundaries_.update(T, conduction_.cells());
  stages(saturated_->transport, velocity, dt, T);
}

HeatReport Heat::conduct(const Field& lower, const Field& upper, double dt, const Properties& properties) {
  forCells({"heat.ofFluids", 32}, block_,
           [T = T_.view(), L = lower.view(), U = upper.view(), P = properties.level->view()](int i, int j, int k) {
             T(i, j, k) = P(i, j, k) > 0 ? U(i, j, k) : L(i, j, k);
           });
  take(properties);
  if (share_.width() > 0) share_ = *properties.upperShare;
  boundaries_.update(T_, conduction_.cells());
  HeatReport report;
  std::tie(report.iterations, report.residual) =
      saturated_->conduction.advance(dt, *properties.level, boundaries_, T_, *workspace_);
  boundaries_.update(T_, conduction_.cells());
  ++steps_;
  return report;
}

/// (1): T + A, ghosts included.
void Heat::convect(Velocity3 velocity, double dt, Field& to) {
  const auto half = [=, D = rate_.view()](int i, int j, int k) { return 0.5 * dt * D(i, j, k); };
  forCells({"heat.middle", 24}, block_,
           [=, q = to.view(), T = T_.view()](int i, int j, int k) { q(i, j, k) = T(i, j, k) + half(i, j, k); });
  boundaries_.update(to, conduction_.cells());
  stages(transport_, velocity, dt, to);
  forCells({"heat.middle", 24}, block_, [=, q = to.view()](int i, int j, int k) { q(i, j, k) -= half(i, j, k); });
  boundaries_.update(to, conduction_.cells());
}

/// (2) once more as fluxes of the temperature that was found, so that their sum is exact whatever the tolerance; (3), (4).
double Heat::finish(double dt, const Implicitness& weights, const Field& found, const Field& delta, const Field& last) {
  const Capacity C = capacity();
  auto sums = grid::sumsCells<4>({"heat.finish", 72}, block_.box(),
                                 [=, L = conduction_.view(), T = T_.view(), D = rate_.view(), F = found.view(), d = delta.view(),
                                  S = last.view()](int i, int j, int k) {
                                   const double gained = dt * (weights.next * L(F, i, j, k) + weights.last * S(i, j, k)),
                                                change = gained / C.mean(i, j, k);
                                   const double before = C.atLast(i, j, k) * T(i, j, k), now = F(i, j, k) - d(i, j, k) + change;
                                   T(i, j, k) = now;
                                   D(i, j, k) = change / dt;
                                   return std::array{before + gained, C.atNext(i, j, k) * now, C.atNext(i, j, k), now};
                                 });
  block_.communicator().sum(sums);
  if (!std::isfinite(sums[3])) throw Error("heat: the temperature is not finite; use a smaller time step", ExitCode::diverged);
  if (!C.varies || !boundaries_.closed()) return 0;
  const double shift = (sums[0] - sums[1]) / sums[2];  // (5)
  forCells({"heat.shift", 16}, block_, [=, T = T_.view()](int i, int j, int k) { T(i, j, k) += shift; });
  return shift;
}

HeatDiagnostics Heat::measure() const {
  const auto T = T_.view();
  const Capacity C = capacity();
  const grid::Box box = block_.box();
  const auto& grid = block_.grid();
  std::array<double, 4> sums{};
  const auto inside = grid::sumsCells<2>({"heat.energy", 16}, box, [=](int i, int j, int k) {
    return std::array{T(i, j, k), C.atLast(i, j, k) * T(i, j, k)};
  });
  std::copy(inside.begin(), inside.end(), sums.begin());
  const ConductionView L = conduction_.view();
  for (const int side : {0, 1}) {
    if (!block_.atBoundary(2, side)) continue;
    grid::Box plane = box;
    plane.low[2] = side ? box.high[2] - 1 : 0;
    plane.high[2] = plane.low[2] + 1;
    const double scale = settings_.heat.peclet(settings_.fluid.Re) / grid.h[2];
    sums[2 + static_cast<std::size_t>(side)] = grid::sumCells({"heat.plate", 24}, plane, [=](int i, int j, int k) {
      return scale * L.k[2](i, j, k + side) * (T(i, j, side ? k + 1 : k - 1) - T(i, j, k));
    });
  }
  block_.communicator().sum(std::span<double>(sums));
  std::array<double, 2> extremes{grid::maxCells({"heat.largest", 8}, box, [=](int i, int j, int k) { return -T(i, j, k); }),
                                 grid::maxCells({"heat.largest", 8}, box, [=](int i, int j, int k) { return T(i, j, k); })};
  block_.communicator().max(std::span<double>(extremes));
  const double plate = static_cast<double>(grid.cells[0]) * grid.cells[1];
  return {.mean = sums[0] / static_cast<double>(grid.nCells()),
          .least = -extremes[0],
          .most = extremes[1],
          .energy = sums[1] * grid.cellVolume(),
          .fluxLower = sums[2] / plate,
          .fluxUpper = sums[3] / plate};
}

}  // namespace eagre::channel
