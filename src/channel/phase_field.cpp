// SPDX-License-Identifier: BSD-3-Clause
#include "channel/phase_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {
constexpr double root2 = std::numbers::sqrt2;

std::array<double, 2> wetting(const InterfaceSettings& settings, double cahn) {
  const auto one = [&](double degrees) {
    return degrees == 90 ? 0.0 : -std::cos(degrees * std::numbers::pi / 180) / (root2 * cahn);
  };
  return {one(settings.contactAngleLower), one(settings.contactAngleUpper)};
}
}  // namespace

PhaseField::PhaseField(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace)
    : block_(&block),
      ghosts_(block, InterfaceGhosts::Plate::wetted),
      transport_(block, 1),
      workspace_(grid::Workspace::orOwn(std::move(workspace), block)),
      equation_(block, settings, ghosts_, workspace_),
      tension_(6 * root2 / (settings.fluid.We * equation_.cahn())),
      first_((*workspace_)[0]),
      second_((*workspace_)[1]),
      C_(block) {
  ghosts_.setWetting(wetting(settings.interface, equation_.cahn()));
}

double PhaseField::profile(double distance) const { return 0.5 + 0.5 * std::tanh(distance / (2 * root2 * equation_.cahn())); }

void PhaseField::advance(Velocity3 velocity, double dt) {
  transport_.advance(velocity, dt, C_, first_, second_, ghosts_);
  record_ = equation_.step(C_, dt);
  if (!record_.converged)
    throw Error(
        fmt::format("Cahn-Hilliard equation: residual {:.3g} after {} corrections and {} iterations, {:.3g} at first; a "
                    "shorter time step or a larger Peclet number ({:g}) helps",
                    record_.lastResidual, record_.corrections, record_.iterations, record_.firstResidual, equation_.peclet()),
        ExitCode::diverged);
}

void PhaseField::surfaceForce(grid::Field& fx, grid::Field& fy, grid::Field& fz) {
  for (grid::Field* f : {&fx, &fy, &fz}) f->fill(0);
  if (tension_ == 0) return;
  equation_.potential(C_, first_);
  const auto c = C_.view(), mu = first_.view();
  grid::Field* const force[3] = {&fx, &fy, &fz};
  for (int d = 0; d < 3; ++d) {
    const int di = d == 0, dj = d == 1, dk = d == 2;
    const double factor = 0.5 * tension_ / block_->grid().h[static_cast<std::size_t>(d)];
    const auto f = force[d]->view();
    grid::Box inner = block_->box();
    if (block_->atBoundary(d, 0)) ++inner.low[static_cast<std::size_t>(d)];
    grid::forCells({"surface force", 24}, inner, [=](int i, int j, int k) {
      f(i, j, k) = factor * (mu(i, j, k) + mu(i - di, j - dj, k - dk)) * (c(i, j, k) - c(i - di, j - dj, k - dk));
    });
  }
}

void PhaseField::upperShare(grid::Field& share) const {
  const auto c = C_.view();
  const auto to = share.view();
  grid::forCells({"upper share", 16}, block_->box().grown({share.width(), share.width(), share.width()}),
                 [=](int i, int j, int k) { to(i, j, k) = std::clamp(c(i, j, k), 0.0, 1.0); });
}

const grid::Field& PhaseField::level() {
  constexpr double least = 1e-6, most = 1 - least;
  const double farthest = std::log(most / least);
  grid::Field& level = (*workspace_)[4];  // none of those that the flow uses, which reads it
  const auto c = C_.view();
  grid::forCells({"phase field: level", 16}, block_->box().grown({2, 2, 2}), [=, to = level.view()](int i, int j, int k) {
    const double C = c(i, j, k);
    to(i, j, k) = C <= least ? -farthest : C >= most ? farthest : std::log(C / (1 - C));
  });
  return level;
}

double PhaseField::upperVolume() const {
  const auto c = C_.view();
  const double sum = grid::sumCells({"volume", 8}, block_->box(), [=](int i, int j, int k) { return c(i, j, k); });
  return block_->communicator().sum(sum) * block_->grid().cellVolume();
}

}  // namespace eagre::channel
