// SPDX-License-Identifier: BSD-3-Clause
#include "channel/implicit_momentum.hpp"

#include <cmath>

namespace eagre::channel {

namespace {

/// How many sweeps are missing if they go on to gain as much as those made so far; at most so many.
int sweepsAhead(double residual, double tolerance, int sweeps, int most) {
  if (sweeps == 0) return (most + 1) / 2;
  if (residual >= 1) return most;
  if (residual <= 0) return 1;
  return std::clamp(static_cast<int>(std::ceil(sweeps * std::log(tolerance) / std::log(residual))) - sweeps, 1, most);
}

/// One that has not converged yet.
struct Active {
  ImplicitComponent* component;
  grid::Layers layers;
  int ahead = 0;
};

/// The sweeps ahead of each component, half of one at a time. The layers beside other ranks come first: they travel while the
/// rest is relaxed.
void makeSweeps(grid::Halo& halo, const ViscosityView& viscosity, double omega, int parity, std::span<grid::Field* const> deltas,
                std::span<const Active> active) {
  int longest = 0;
  for (const Active& a : active) longest = std::max(longest, a.ahead);
  for (int s = 0; s < 2 * longest; ++s) {
    const auto make = [&](const Active& a, const grid::Box& part) {
      if (s < 2 * a.ahead) relax(a.component->d, a.component->equation, part, viscosity, omega, parity + s);
    };
    for (const Active& a : active)
      for (const grid::Box& part : a.layers.outer) make(a, part);
    halo.begin(deltas, 1, grid::Reach::faces);
    for (const Active& a : active) make(a, a.layers.inner);
    halo.end();
  }
}

/// From {|r|^2, |b|^2} of each component, its residual. Returns whether it is of use to go on with all of them.
bool takeResiduals(std::span<const double> squares, const SweepControls& controls, std::span<const Active> active) {
  bool goesOn = true;
  for (std::size_t i = 0; i < active.size(); ++i) {
    ImplicitComponent& c = *active[i].component;
    const double r2 = squares[2 * i], b2 = squares[2 * i + 1];
    c.residual = b2 > 0 || !std::isfinite(r2) ? std::sqrt(r2 / b2) : 0;
    goesOn = goesOn && std::isfinite(c.residual) && (c.residual <= controls.tolerance || c.sweeps < controls.maxIterations);
  }
  return goesOn;
}

}  // namespace

void solveImplicit(const grid::Block& block, grid::Halo& halo, const ViscosityView& viscosity, const SweepControls& controls,
                   std::span<ImplicitComponent> components, std::span<double> riders) {
  const double D = controls.diffusion, J = D / (1 + D), omega = 2 / (1 + std::sqrt(1 - J * J)), tolerance = controls.tolerance;
  // A sweep gains omega - 1.
  const int most = 1 + static_cast<int>(std::ceil(std::log(tolerance) / std::log(std::max(omega - 1, 1e-6))));
  const int parity = block.offset()[0] + block.offset()[1] + block.offset()[2];
  std::vector<Active> active;
  for (ImplicitComponent& c : components) active.push_back({&c, {block, c.equation.box}});
  std::vector<grid::Field*> deltas;
  std::vector<double> sums;
  for (bool first = true; !active.empty(); first = false) {
    deltas.clear();
    for (Active& a : active) {
      a.ahead = sweepsAhead(a.component->residual, tolerance, a.component->sweeps, most);
      deltas.push_back(a.component->delta);
    }
    if (first) halo.update(std::span<grid::Field* const>(deltas), 1, grid::Reach::faces);
    makeSweeps(halo, viscosity, omega, parity, deltas, active);
    sums.clear();
    for (Active& a : active) {
      a.component->sweeps += a.ahead;
      const auto squares = implicitResidual(a.component->d, a.component->equation, viscosity);
      sums.insert(sums.end(), squares.begin(), squares.end());
    }
    if (first) sums.insert(sums.end(), riders.begin(), riders.end());
    block.communicator().sum(std::span(sums));
    if (first) std::copy_n(sums.end() - std::ssize(riders), riders.size(), riders.begin());
    if (!takeResiduals(sums, controls, active)) return;
    std::erase_if(active, [&](const Active& a) { return a.component->residual <= tolerance; });
  }
}

}  // namespace eagre::channel
