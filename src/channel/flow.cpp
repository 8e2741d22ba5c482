// SPDX-License-Identifier: BSD-3-Clause
#include "channel/flow.hpp"

#include <fmt/format.h>

#include <utility>

#include "channel/adams_bashforth.hpp"
#include "channel/edge_viscosity.hpp"
#include "channel/jump_convection.hpp"
#include "comm/profile.hpp"
#include "core/error.hpp"
#include "grid/fft_poisson.hpp"

namespace eagre::channel {

using grid::Box;
using grid::Field;
using grid::forCells;
using grid::maxCells;
using grid::Reach;
using grid::sumCells;

namespace {

grid::Int3 unit(int d) { return {d == 0, d == 1, d == 2}; }

/// Parts of fewer cells solve for all components of the velocity at once: there messages cost more than what fields in the cache,
/// 36 bytes per cell of each component, save.
constexpr std::int64_t fewCellsOfPart = 16000;

bool partsAreSmall(const grid::Block& block) {
  return block.communicator().parallel() && block.grid().nCells() < fewCellsOfPart * block.communicator().size();
}

}  // namespace

Flow::Flow(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace)
    : block_(block),
      settings_(settings),
      boundaries_(block, settings),
      halo_(block),
      workspace_(grid::Workspace::orOwn(std::move(workspace), block)),
      source_{&(*workspace_)[0], &(*workspace_)[1], &(*workspace_)[2]},
      p_(block),
      interfaceStress_(block),
      pressure_(makePressureSolver(block, settings.solver)) {
  for (int d = 0; d < 3; ++d) {
    change_[d] = &(*workspace_)[partsAreSmall(block) ? 3 + static_cast<std::size_t>(d) : 3];
    velocity_[d] = Field(block);
    for (auto& old : old_) old[d] = Field(block, 1);
    beta_[d] = grid::BasicField<float>(block, 1);
    perH_[d] = block.grid().cells[d] == 1 ? 0 : 1 / block.grid().h[d];
  }
  if (settings.solver.pressure == Pressure::fft && settings.fluid.densityRatio != 1) increment_ = Field(block);
  if (!block.grid().periodic[0]) return;
  drive_ = -settings.boundary.pressureGradient;
  if (settings.boundary.driving == Driving::flowRate && TwoLayerProfile::exists(settings))
    drive_ = -TwoLayerProfile(settings).pressureGradient();
}

/// beta on faces and viscosities on edges, where they have changed.
void Flow::takeProperties(const Properties& properties) {
  Box box = block_.box();
  for (int d = 0; d < 3; ++d) ++box.high[d];
  const auto [rhoLower, rhoUpper] = properties.rho;
  const auto [muLower, muUpper] = properties.mu;
  if (properties.rhoVaries() || rhoUpper != constantRho_) {
    for (int d = 0; d < 3; ++d) takeDensity(properties, d, box);
    constantRho_ = properties.rhoVaries() ? 0 : rhoUpper;
    // As beta_ has it.
    const double largest = static_cast<float>(1 / (properties.rhoVaries() ? std::min(rhoLower, rhoUpper) : rhoUpper));
    pressure_->assign({&beta_[0], &beta_[1], &beta_[2]}, largest);
    if (splits() && increment_.width() == 0) increment_ = Field(block_);
  }
  viscosity_.varies = properties.muVaries();
  viscosity_.lower = viscosity_.varies ? muLower : muUpper;
  viscosity_.jump = muUpper - viscosity_.lower;
  if (viscosity_.varies) {
    grid::View<float> views[3];
    for (int d = 0; d < 3; ++d) {
      if (edge_[d].width() == 0) edge_[d] = grid::BasicField<float>(block_, 2);
      viscosity_.edge[d] = views[d] = edge_[d].view();
    }
    viscosity_.H = properties.upperShare->view();
    viscosity_.level = properties.level->view();
    viscosity_.smoothing = properties.smoothing;
    edgeViscosities(interfaceStress_.edges(), viscosity_, views);
  }
  // Both vary with H, monotonously, so that mu/rho is largest in one of the fluids.
  largestDiffusivity_ = muUpper / rhoUpper;
  if (properties.upperShare) largestDiffusivity_ = std::max(largestDiffusivity_, muLower / rhoLower);
}

/// beta on the faces of direction d: of the mean density on both sides; 0 on boundaries.
void Flow::takeDensity(const Properties& properties, int d, const Box& box) {
  const auto beta = beta_[d].view();
  if (properties.rhoVaries()) {
    const int x = d == 0, y = d == 1, z = d == 2;
    const double lower = properties.rho[0], half = (properties.rho[1] - lower) / 2;
    forCells({"channel.beta", 12}, box, [=, H = properties.upperShare->view()](int i, int j, int k) {
      beta(i, j, k) = static_cast<float>(1 / (lower + half * (H(i - x, j - y, k - z) + H(i, j, k))));
    });
  } else {
    beta_[d].fill(static_cast<float>(1 / properties.rho[1]));
  }
  for (int side = 0; side < 2; ++side) {
    if (!block_.atBoundary(d, side)) continue;
    Box plane = box;
    plane.low[d] = side ? block_.n()[d] : 0;
    plane.high[d] = plane.low[d] + 1;
    forCells({"channel.betaBoundary", 4}, plane, [=](int i, int j, int k) { beta(i, j, k) = 0; });
  }
}

/// (1) without its implicit part: source = dt (du/dt at t^n), the explicit terms kept in old_[1].
void Flow::explicitSource(double dt, const Field* const (&force)[3], bool withPressure) {
  const auto weights = adamsBashforth(dt, dt1_, dt2_, static_cast<int>(nOld_));
  if (viscosity_.varies) interfaceStress_.find({velocity_[0].view(), velocity_[1].view(), velocity_[2].view()}, viscosity_);
  for (int d = 0; d < 3; ++d) {
    MomentumView m;
    for (int e = 0; e < 3; ++e) {
      m.velocity[e] = velocity_[e].view();
      m.perH[e] = perH_[e];
    }
    m.beta = beta_[d].view();
    m.p = withPressure ? p_.view() : change_[0]->view();
    m.hasForce = force[d] != nullptr;
    if (force[d]) m.force = force[d]->view();
    m.N1 = old_[0][d].view();
    m.N2 = old_[1][d].view();
    m.rhs = source_[d]->view();
    m.weights = weights;
    m.dt = dt;
    m.drive = d == 0 ? drive_ : 0;
    m.gravity = d == 2 ? -settings_.fluid.gravity : 0;
    momentumSource(d, boundaries_.solved(d), m, viscosity_);
    if (viscosity_.varies) interfaceStress_.addTo(d, boundaries_.solved(d), m);
    if (phaseChange_.rate) correctConvection(d, boundaries_.solved(d), m, phaseChange_);
  }
}

/// (1): (1 - dt/2 beta L) delta = source for delta = u* - u^n, and (2) at the outlet.
void Flow::solveMomentum(double dt, FlowReport& report) {
  comm::Phase phase(block_.communicator(), "momentum");
  SweepControls controls{0, settings_.solver.momentumTolerance, settings_.solver.maxIterations};
  for (int d = 0; d < 3; ++d) controls.diffusion += dt * largestDiffusivity_ * perH_[d] * perH_[d];
  const int together = change_[1] == change_[0] ? 1 : 3;
  for (int first = 0; first < 3; first += together) {
    std::vector<ImplicitComponent> components;
    for (int d = first; d < first + together; ++d) components.push_back(guessChange(d, dt));
    // What enters and leaves does not change in sweeps: (2) goes with their residuals.
    double net[1] = {first == 0 ? boundaries_.netOutflow(velocity_[0]) + boundaries_.netOutflow(*change_[0]) : 0};
    solveImplicit(block_, halo_, viscosity_, controls, components, net);
    for (const auto& [d, equation, delta, sweeps, residual] : components) {
      if (!std::isfinite(residual)) reportNotFinite();
      if (residual > controls.tolerance)
        throw Error(
            fmt::format("momentum: the residual of {} is {:.3g} after {} sweeps, above the tolerance {:.3g}, at time {:.9g}",
                        componentNames[d], residual, sweeps, controls.tolerance, time_),
            ExitCode::diverged);
      report.momentumSweeps[d] = sweeps;
      report.momentumResidual[d] = residual;
      phase.iterations(sweeps);
      // The face behind the last cell too, which is a neighbour's or on the boundary.
      forCells({"channel.momentumUpdate", 24}, Box{{0, 0, 0}, block_.box().grown(unit(d)).high},
               [u = velocity_[d].view(), change = delta->view()](int i, int j, int k) { u(i, j, k) += change(i, j, k); });
    }
    if (first == 0) boundaries_.balance(velocity_[0], net[0]);
  }
}

/// The source as a first guess, and what changes on boundaries.
ImplicitComponent Flow::guessChange(int d, double dt) {
  ImplicitView m{beta_[d].view(), source_[d]->view(), change_[d]->view(), dt / 2, {}, boundaries_.solved(d), boundaries_.ends(d)};
  for (int e = 0; e < 3; ++e) m.perH2[e] = perH_[e] * perH_[e];
  forCells({"channel.momentumGuess", 16}, m.box, [=](int i, int j, int k) { m.delta(i, j, k) = m.rhs(i, j, k); });
  boundaries_.boundaryChange(d, velocity_, meanAtOutlet_, time_, dt, *change_[d]);
  return {d, m, change_[d]};
}

/// (2), a flow rate given: the pressure gradient that was missing acts now, and from now on.
void Flow::keepFlowRate(double dt) {
  const auto u = velocity_[0].view();
  const grid::View<const float> beta = beta_[0].view();
  double sums[2] = {sumCells({"channel.flowRate", 8}, block_.box(), [=](int i, int j, int k) { return u(i, j, k); }),
                    sumCells({"channel.flowRate", 4}, block_.box(), [=](int i, int j, int k) { return 1.0 * beta(i, j, k); })};
  block_.communicator().sum(sums);
  const auto n = static_cast<double>(block_.grid().nCells());
  const double missing = (settings_.boundary.flowRate - sums[0] / n) / (dt * sums[1] / n);
  drive_ += missing;
  forCells({"channel.flowRate", 20}, Box{{0, 0, 0}, block_.box().grown(unit(0)).high},
           [=](int i, int j, int k) { u(i, j, k) += dt * missing * beta(i, j, k); });
}

/// (3), u** in place of u*: p' is expected to be as long as the interval that it belongs to, from the middle of the last step on.
void Flow::addExpectedChange(double dt) {
  if (nOld_ == 0) return;  // nothing is known yet
  const double beta0 = *pressure_->constantCoefficient(), expected = (dt + dt1_) / (dt1_ + dt2_) * dt;
  const auto u = velocity_[0].view(), v = velocity_[1].view(), w = velocity_[2].view(), dp = increment_.view();
  const grid::View<const float> bx = beta_[0].view(), by = beta_[1].view(), bz = beta_[2].view();
  const double px = expected * perH_[0], py = expected * perH_[1], pz = expected * perH_[2];
  Box box = block_.box();
  for (int d = 0; d < 3; ++d) ++box.high[d];  // those faces that the divergence needs
  forCells({"channel.expectedChange", 68}, box, [=](int i, int j, int k) {
    const double here = dp(i, j, k);
    u(i, j, k) -= px * (bx(i, j, k) - beta0) * (here - dp(i - 1, j, k));
    v(i, j, k) -= py * (by(i, j, k) - beta0) * (here - dp(i, j - 1, k));
    w(i, j, k) -= pz * (bz(i, j, k) - beta0) * (here - dp(i, j, k - 1));
  });
}

/// (3): p' in change_.
grid::SolveReport Flow::project(double dt, const Field (&velocity)[3], PressureSolver& solver, const Field* added) {
  const auto u = velocity[0].view(), v = velocity[1].view(), w = velocity[2].view();
  const double px = perH_[0] / dt, py = perH_[1] / dt, pz = perH_[2] / dt;
  forCells({"channel.divergence", 32}, block_, [=, b = source_[0]->view()](int i, int j, int k) {
    b(i, j, k) = px * (u(i, j, k) - u(i + 1, j, k)) + py * (v(i, j, k) - v(i, j + 1, k)) + pz * (w(i, j, k) - w(i, j, k + 1));
  });
  if (added)
    forCells({"channel.volumeSource", 24}, block_,
             [=, S = added->view(), b = source_[0]->view()](int i, int j, int k) { b(i, j, k) += S(i, j, k) / dt; });
  comm::Phase phase(block_.communicator(), "pressure");
  const auto report = solver.solve(*change_[0], *source_[0], *source_[1], *source_[2],
                                   {settings_.solver.pressureTolerance, settings_.solver.maxIterations, settings_.solver.krylov});
  phase.iterations(report.iterations);
  if (!report.converged)
    throw Error(fmt::format("pressure: the residual is {:.3g} of the source after {} iterations, above the tolerance {:.3g}, at "
                            "time {:.9g}",
                            report.finalResidual, report.iterations, settings_.solver.pressureTolerance, time_),
                ExitCode::diverged);
  return report;
}

/// (4) with p' = change, ghosts included; returns the kinetic energy. beta0: stands for beta.
double Flow::correct(double dt, const Field& change, bool withPressure, std::optional<double> beta0) {
  if (beta0) {
    const auto beta = [b = *beta0](int, int, int) { return b; };
    return correctBy(dt, change, withPressure, beta, beta, beta);
  }
  const grid::View<const float> bx = beta_[0].view(), by = beta_[1].view(), bz = beta_[2].view();
  return correctBy(dt, change, withPressure, bx, by, bz);
}

template <class X, class Y, class Z>
double Flow::correctBy(double dt, const Field& change, bool withPressure, X bx, Y by, Z bz) {
  const auto u = velocity_[0].view(), v = velocity_[1].view(), w = velocity_[2].view(), p = p_.view();
  const auto dp = change.view();
  const double px = dt * perH_[0], py = dt * perH_[1], pz = dt * perH_[2], adds = withPressure ? 1 : 0;
  double energy = 0;
  const auto make = [&](const Box& part) {
    energy += sumCells({"channel.correct", 84}, part, [=](int i, int j, int k) {
      const double here = dp(i, j, k);
      const double un = u(i, j, k) -= px * bx(i, j, k) * (here - dp(i - 1, j, k));
      const double vn = v(i, j, k) -= py * by(i, j, k) * (here - dp(i, j - 1, k));
      const double wn = w(i, j, k) -= pz * bz(i, j, k) * (here - dp(i, j, k - 1));
      p(i, j, k) += adds * here;
      return un * un + vn * vn + wn * wn;
    });
  };
  const int width = viscosity_.varies ? 2 : 1;
  grid::makeAndUpdate(halo_, {&velocity_[0], &velocity_[1], &velocity_[2]}, grid::Layers(block_, block_.box(), width), make,
                      width, Reach::all);
  // p' has its ghosts already, so those of p need no message.
  for (int d = 0; d < 3; ++d)
    for (const int side : {0, 1}) {
      if (block_.atBoundary(d, side)) continue;
      Box plane = block_.box();
      plane.low[d] = side ? block_.n()[d] : -1;
      plane.high[d] = plane.low[d] + 1;
      forCells({"channel.correct", 24}, plane, [=](int i, int j, int k) { p(i, j, k) += adds * dp(i, j, k); });
    }
  double sums[2] = {energy, boundaries_.meanAtOutlet(velocity_[0])};
  block_.communicator().sum(sums);
  if (!std::isfinite(sums[0])) reportNotFinite();
  meanAtOutlet_ = sums[1];
  return sums[0] * block_.grid().cellVolume() / 2;
}

FlowReport Flow::start(const Properties& properties, const Field* const (&force)[3], PhaseChange change) {
  takeProperties(properties);
  takeChange(change);
  FlowReport report;
  updateGhosts();
  boundaries_.balance(velocity_[0], block_.communicator().sum(boundaries_.netOutflow(velocity_[0])));
  const auto exact = splits() ? makeMultigridPressure(block_) : nullptr;  // no p' has been before
  if (exact) exact->assign({&beta_[0], &beta_[1], &beta_[2]}, 0);
  PressureSolver& solver = exact ? *exact : *pressure_;
  report.pressure = project(1, velocity_, solver, phaseChange_.rate);
  report.kineticEnergy = correct(1, *change_[0], false, {});
  boundaries_.fillGhosts(velocity_, time_);
  // The pressure that keeps the velocity free of divergence: its source is the acceleration without it.
  change_[0]->fill(0);
  for (Field* f : source_) f->fill(0);
  explicitSource(1, force, false);
  for (int d = 0; d < 3; ++d)
    forCells({"channel.startAcceleration", 16}, block_.faces(d),
             [to = old_[0][d].view(), from = source_[d]->view()](int i, int j, int k) { to(i, j, k) = from(i, j, k); });
  halo_.update({&old_[0][0], &old_[0][1], &old_[0][2]}, 1, Reach::faces);
  project(1, old_[0], solver, nullptr);
  std::swap(p_, *change_[0]);
  halo_.update({&p_}, 1);
  return report;
}

FlowReport Flow::advance(double dt, const Properties& properties, const Field* const (&force)[3], PhaseChange change) {
  FlowReport report;
  takeProperties(properties);
  takeChange(change);
  explicitSource(dt, force, true);
  solveMomentum(dt, report);
  if (block_.grid().periodic[0] && settings_.boundary.driving == Driving::flowRate) keepFlowRate(dt);
  if (splits()) {
    addExpectedChange(dt);
    report.pressure = project(dt, velocity_, *pressure_, phaseChange_.rate);
    std::swap(increment_, *change_[0]);
    report.kineticEnergy = correct(dt, increment_, true, pressure_->constantCoefficient());
  } else {
    report.pressure = project(dt, velocity_, *pressure_, phaseChange_.rate);
    report.kineticEnergy = correct(dt, *change_[0], true, {});
  }
  time_ += dt;
  boundaries_.fillGhosts(velocity_, time_);
  std::swap(old_[0], old_[1]);
  dt2_ = std::exchange(dt1_, dt);
  nOld_ = std::min(nOld_ + 1, 2.0);
  report.drive = drive_;
  return report;
}

}  // namespace eagre::channel
