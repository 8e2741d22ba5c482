// SPDX-License-Identifier: BSD-3-Clause
#include "channel/channel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "channel/thermocapillary.hpp"
#include "channel/time_step.hpp"
#include "comm/profile.hpp"

namespace eagre::channel {

Channel::Channel(const grid::Block& block, const Settings& settings)
    : block_(block),
      settings_(settings),
      workspace_(std::make_shared<grid::Workspace>(block)),
      flow_(block, settings, workspace_),
      interface_(makeInterfaceMethod(block, settings, workspace_)) {
  const FluidSettings& fluid = settings.fluid;
  properties_.rho[0] = fluid.densityRatio;
  properties_.mu[0] = fluid.viscosityRatio / fluid.Re;
  properties_.mu[1] = 1 / fluid.Re;
  if (settings.heat.solve) heat_ = std::make_unique<Heat>(block, settings, workspace_);
  if (settings.evaporation.solve) evaporation_ = std::make_unique<Evaporation>(block, settings);
  if (!interface_) return;
  if (properties_.rho[0] != properties_.rho[1] || properties_.mu[0] != properties_.mu[1] ||
      Heat::needsShare(settings.heat, fluid.densityRatio))
    share_ = grid::Field(block, 2);
  if (std::isinf(fluid.We) && !evaporation_) return;
  for (int d = 0; d < 3; ++d) {
    force_[d] = grid::Field(block, 1);
    forces_[d] = &force_[d];
  }
  if (settings.heat.solve && settings.heat.Ma != 0) surfaceShare_ = grid::Field(block, 2);
}

void Channel::start(InitialCondition given) {
  std::optional<InitialCondition> initial(std::move(given));
  const grid::Field* from[3] = {&initial->u, &initial->v, &initial->w};
  for (int d = 0; d < 3; ++d)
    grid::forCells({"channel.start", 16}, block_.faces(d),
                   [to = flow_.velocity(d).view(), f = from[d]->view()](int i, int j, int k) { to(i, j, k) = f(i, j, k); });
  if (interface_) interface_->start(initial->phi);
  if (heat_)
    grid::forCells({"channel.start", 16}, block_,
                   [to = heat_->T().view(), f = initial->T.view()](int i, int j, int k) { to(i, j, k) = f(i, j, k); });
  initial.reset();
  takeShares();
  if (heat_) heat_->start(ofHeat());
  if (evaporation_) evaporation_->start(heat_->T(), interface_->level());
  takeForce();
  flow_.start(properties_, forces_, phaseChange());
}

void Channel::resume() {
  if (interface_) interface_->updateGhosts();
  if (heat_) {
    takeShares();
    heat_->start(ofHeat());
  }
  if (evaporation_) evaporation_->resume(heat_->T(), interface_->level());
  flow_.resume(phaseChange());
}

StepReport Channel::step(bool asked) {
  double isAsked[1] = {asked ? 1.0 : 0.0};
  const double courantRate = flow_.courantRate(isAsked) + (evaporation_ ? evaporation_->courantRate() : 0);
  const double dt = nextStep(courantRate);  // (1)
  StepReport report;
  report.heat = advanceInterface((dt + dt_) / 2);  // (2), (3)
  report.asked = isAsked[0] > 0;
  report.flow = flow_.advance(dt, properties_, forces_, phaseChange());  // (4)
  dt_ = dt;
  report.step = static_cast<std::int64_t>(++steps_);
  report.time = flow_.time();
  report.dt = dt;
  report.courant = dt * courantRate;
  return report;
}

/// (2), (3)
std::optional<HeatReport> Channel::advanceInterface(double dt) {
  const comm::Phase phase(block_.communicator(), "interface");
  const Velocity3 velocity{flow_.velocity(0), flow_.velocity(1), flow_.velocity(2)};
  std::optional<HeatReport> report;
  if (evaporation_) {
    const grid::Field& phi = interface_->level();
    grid::Field &lower = evaporation_->extended(0, heat_->T(), phi), &upper = evaporation_->extended(1, heat_->T(), phi);
    heat_->carry(evaporation_->velocity(Evaporation::Of::lower, velocity, phi), dt, lower);
    heat_->carry(evaporation_->velocity(Evaporation::Of::upper, velocity, phi), dt, upper);
    evaporation_->keep(phi);
    interface_->advance(evaporation_->velocity(Evaporation::Of::interface, velocity, phi), dt, evaporation_->growth());
    takeShares();
    report = heat_->conduct(lower, upper, dt, ofHeat());
    evaporation_->advance(heat_->T(), interface_->level());
    for (int d = 0; d < 3; ++d) evaporation_->moveJump(d, flow_.velocity(d));
  } else {
    if (interface_) interface_->advance(velocity, dt, 0);
    takeShares();
    if (heat_) report = heat_->advance(velocity, dt, ofHeat());
  }
  takeForce();
  return report;
}

/// The fluids as the temperature has them: with evaporation they meet at the interface without anything between them.
Properties Channel::ofHeat() {
  Properties fluids = properties_;
  if (!evaporation_) return fluids;
  fluids.level = &interface_->level();
  fluids.upperShare = &evaporation_->share(*fluids.level);
  fluids.smoothing = 0;
  return fluids;
}

/// (3)
void Channel::takeShares() {
  if (share_.width() > 0) {
    interface_->upperShare(share_);
    properties_.upperShare = &share_;
    if (properties_.muVaries() || heat_) {
      properties_.level = &interface_->level();
      properties_.smoothing = interface_->smoothing();
    }
  }
}

/// (3)
void Channel::takeForce() {
  if (!forces_[0]) return;
  interface_->surfaceForce(force_[0], force_[1], force_[2]);
  if (evaporation_) evaporation_->addRecoil(force_);
  if (surfaceShare_.width() == 0) return;
  interface_->surfaceShare(surfaceShare_);
  if (properties_.muVaries()) weightByViscosity(block_, settings_, share_, surfaceShare_);
  addThermocapillary(block_, settings_, {heat_->T(), interface_->level(), surfaceShare_}, (*workspace_)[0], force_);
}

/// (1)
double Channel::nextStep(double courantRate) const {
  const TimeSettings& time = settings_.time;
  double dt = time.dt > 0 ? time.dt : std::min(controlledStep(settings_, block_.grid(), courantRate), time.dtMax);
  // A controlled step grows slowly; the last one ends with the run.
  if (time.dt <= 0 && dt_ > 0) dt = std::min(dt, 1.2 * dt_);
  const double left = time.end - flow_.time();
  return left < dt * (1 + 1e-9) ? left : dt;
}

bool Channel::finished() const {
  const TimeSettings& time = settings_.time;
  return flow_.time() >= time.end * (1 - 1e-12) || (time.steps > 0 && steps() >= time.steps);
}

State Channel::state() {
  State state;
  flow_.addTo(state);
  if (interface_) interface_->addTo(state);
  if (heat_) heat_->addTo(state);
  if (evaporation_) evaporation_->addTo(state);
  state.numbers.push_back({"steps", &steps_});
  state.numbers.push_back({"dt", &dt_});
  return state;
}

std::vector<NamedField> Channel::fields() {
  std::vector<NamedField> result;
  for (NamedField& f : state().fields)
    if (f.name == "u" || f.name == "v" || f.name == "w" || f.name == "p" || f.name == "T" || f.name == "m" ||
        (interface_ && f.name == interface_->name()))
      result.push_back(std::move(f));
  return result;
}

Diagnostics Channel::measure() const {
  Diagnostics result = channel::measure(
      settings_, block_, {flow_.velocity(0), flow_.velocity(1), flow_.velocity(2), interface_ ? interface_->field() : flow_.p()});
  if (interface_) result.contact = interface_->contact();
  if (heat_) result.heat = heat_->measure();
  if (evaporation_) result.evaporated = evaporation_->rate();
  return result;
}

}  // namespace eagre::channel
