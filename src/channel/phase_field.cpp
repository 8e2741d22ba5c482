// SPDX-License-Identifier: BSD-3-Clause
#include "channel/phase_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "channel/heaviside.hpp"
#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {
constexpr double root2 = std::numbers::sqrt2;

constexpr double leastLevel = 1e-6;  ///< of C, where level() ends if the share is C
constexpr double longestStep = 40;   ///< of the Cahn-Hilliard equation [Pe Cn^2], whose iteration converges slowly beyond
constexpr double plateDistance = 8;  ///< from plates on which the velocity is sharpened [Cn]

/// Of dC/dz across a flat interface.
double varianceOfProfile(double cahn) { return 2 * std::numbers::pi * std::numbers::pi / 3 * cahn * cahn; }

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
      tension_(6 * root2 / (settings.fluid.We * equation_.cahn() * equation_.relativeTension())),
      smoothing_(settings.interface.smoothing * block.grid().largestSpacing()),
      first_((*workspace_)[0]),
      second_((*workspace_)[1]),
      C_(block) {
  if (smoothing_ > 0) sharpened_.emplace(block, 0.5 * varianceOfProfile(equation_.cahn()), plateDistance * equation_.cahn());
  if (smoothing_ > 0 && settings.interface.mobility == Mobility::normal) {
    curvature_.emplace(block, equation_.cahn(), workspace_);
    kappa_ = grid::Field(block, 1);
  }
  ghosts_.setWetting(wetting(settings.interface, equation_.cahn()));
}

double PhaseField::profile(double distance) const { return 0.5 + 0.5 * std::tanh(distance / (2 * root2 * equation_.cahn())); }

void PhaseField::makeCurvature() {
  if (!curvature_) return;
  equation_.potential(C_, first_);
  curvature_->make(C_, first_, ghosts_, kappa_);
  hasCurvature_ = true;
}

void PhaseField::advance(Velocity3 velocity, double dt) {
  if (sharpened_) {
    grid::Field &u = (*workspace_)[2], &v = (*workspace_)[3], &w = (*workspace_)[4];
    sharpened_->make(velocity, 0, u);
    sharpened_->make(velocity, 1, v);
    sharpened_->make(velocity, 2, w);
    transport_.advance({u, v, w}, dt, C_, first_, second_, ghosts_);
  } else {
    transport_.advance(velocity, dt, C_, first_, second_, ghosts_);
  }
  makeCurvature();
  const double cahn = equation_.cahn();
  const int parts = std::max(1, static_cast<int>(std::ceil(dt / (equation_.peclet() * cahn * cahn * longestStep))));
  for (int part = 0; part < parts && (part == 0 || record_.converged); ++part)
    record_ = equation_.step(C_, dt / parts, curvature_ ? &kappa_ : nullptr);
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
  if (!hasCurvature_) makeCurvature();
  equation_.potential(C_, first_);
  if (curvature_) makeShare(second_, 1);
  grid::Field* const force[3] = {&fx, &fy, &fz};
  for (int d = 0; d < 3; ++d) {
    grid::Box inner = block_->box();
    if (block_->atBoundary(d, 0)) ++inner.low[static_cast<std::size_t>(d)];
    addForce(d, inner, *force[d]);
  }
}

/// mu is in first_, the share in second_.
void PhaseField::addForce(int d, const grid::Box& faces, grid::Field& force) const {
  const int di = d == 0, dj = d == 1, dk = d == 2;
  const double factor = 0.5 * tension_ / block_->grid().h[static_cast<std::size_t>(d)], cahn = equation_.cahn();
  const auto c = C_.view(), mu = std::as_const(first_).view();
  const auto f = force.view();
  if (!curvature_) {
    grid::forCells({"surface force", 24}, faces, [=](int i, int j, int k) {
      f(i, j, k) = factor * (mu(i, j, k) + mu(i - di, j - dj, k - dk)) * (c(i, j, k) - c(i - di, j - dj, k - dk));
    });
    return;
  }
  const double sharp = factor * cahn / (6 * root2);
  grid::forCells({"surface force", 48}, faces, [=, K = kappa_.view(), H = std::as_const(second_).view()](int i, int j, int k) {
    const double a = c(i - di, j - dj, k - dk), b = c(i, j, k), ofA = K(i - di, j - dj, k - dk), ofB = K(i, j, k);
    const double rest = mu(i - di, j - dj, k - dk) + ofA * CahnHilliard::profileSlope(a, cahn) + mu(i, j, k) +
                        ofB * CahnHilliard::profileSlope(b, cahn);
    f(i, j, k) = factor * rest * (b - a) - sharp * (ofA + ofB) * (H(i, j, k) - H(i - di, j - dj, k - dk));
  });
}

void PhaseField::upperShare(grid::Field& share) const { makeShare(share, share.width()); }

/// In cells and as many ghosts.
void PhaseField::makeShare(grid::Field& share, int ghosts) const {
  const auto c = C_.view();
  const auto to = share.view();
  const grid::Box box = block_->box().grown({ghosts, ghosts, ghosts});
  if (smoothing_ == 0) {
    grid::forCells({"upper share", 16}, box, [=](int i, int j, int k) { to(i, j, k) = std::clamp(c(i, j, k), 0.0, 1.0); });
    return;
  }
  const double length = root2 * equation_.cahn(), e = smoothing_, least = profile(-e), most = profile(e);
  grid::forCells({"upper share", 16}, box, [=](int i, int j, int k) {
    const double C = c(i, j, k);
    to(i, j, k) = C <= least ? 0 : C >= most ? 1 : heaviside(length * std::log(C / (1 - C)), e);
  });
}

const grid::Field& PhaseField::level() {
  const double length = root2 * equation_.cahn(), reach = smoothing_ + 2 * block_->grid().largestSpacing();
  const double least = smoothing_ > 0 ? profile(-reach) : leastLevel, most = 1 - least;
  const double unit = smoothing_ > 0 ? length : 1, farthest = unit * std::log(most / least);
  grid::Field& level = (*workspace_)[4];  // none of those that the flow uses, which reads it
  const auto c = C_.view();
  grid::forCells({"phase field: level", 16}, block_->box().grown({2, 2, 2}), [=, to = level.view()](int i, int j, int k) {
    const double C = c(i, j, k);
    to(i, j, k) = C <= least ? -farthest : C >= most ? farthest : unit * std::log(C / (1 - C));
  });
  return level;
}

double PhaseField::upperVolume() const {
  const auto c = C_.view();
  const double sum = grid::sumCells({"volume", 8}, block_->box(), [=](int i, int j, int k) { return c(i, j, k); });
  return block_->communicator().sum(sum) * block_->grid().cellVolume();
}

}  // namespace eagre::channel
