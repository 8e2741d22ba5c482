// SPDX-License-Identifier: BSD-3-Clause
// What a flow holds from step to step, and what is measured of it.
#include <fmt/format.h>

#include "channel/flow.hpp"
#include "core/error.hpp"

namespace eagre::channel {

using grid::Field;
using grid::maxCells;

void Flow::addTo(State& state) {
  const char* axes[3] = {"streamwise", "spanwise", "normal to the plates"};
  for (int d = 0; d < 3; ++d) {
    const auto at = static_cast<Position>(d);
    const std::string name = componentNames[d];
    state.fields.push_back({name, &velocity_[d], at, "1", fmt::format("velocity, {}", axes[d])});
    state.fields.push_back({name + "_explicit_1", &old_[0][d], at, "1", fmt::format("explicit terms of {}, last step", name)});
    state.fields.push_back(
        {name + "_explicit_2", &old_[1][d], at, "1", fmt::format("explicit terms of {}, the one before", name)});
  }
  state.fields.push_back({"p", &p_, Position::centre, "1", "pressure, without the driving gradient"});
  if (increment_.width() > 0)
    state.fields.push_back({"p_increment", &increment_, Position::centre, "1", "change of p in the last step"});
  state.numbers.insert(state.numbers.end(),
                       {{"time", &time_}, {"dt_1", &dt1_}, {"dt_2", &dt2_}, {"old_steps", &nOld_}, {"drive", &drive_}});
}

void Flow::takeChange(PhaseChange change) {
  phaseChange_ = change;
  boundaries_.setThrough(change.total / (block_.grid().length(0) * block_.grid().length(1)));
}

void Flow::resume(PhaseChange change) {
  takeChange(change);
  updateGhosts();
}

void Flow::updateGhosts() {
  halo_.update({&velocity_[0], &velocity_[1], &velocity_[2], &p_}, 2);
  boundaries_.fillGhosts(velocity_, time_);
  meanAtOutlet_ = block_.communicator().sum(boundaries_.meanAtOutlet(velocity_[0]));
  if (increment_.width() == 0) return;
  halo_.update({&increment_}, 1);
  grid::fillGhostsWithoutGradient(block_, increment_);
}

double Flow::courantRate(std::span<double> riders) const {
  const auto u = velocity_[0].view(), v = velocity_[1].view(), w = velocity_[2].view();
  const double px = perH_[0], py = perH_[1], pz = perH_[2];
  const auto largest = [](double a, double b) { return std::max(std::abs(a), std::abs(b)); };
  std::vector<double> values(riders.begin(), riders.end());
  values.push_back(maxCells({"channel.courant", 24}, block_.box(), [=](int i, int j, int k) {
    return px * largest(u(i, j, k), u(i + 1, j, k)) + py * largest(v(i, j, k), v(i, j + 1, k)) +
           pz * largest(w(i, j, k), w(i, j, k + 1));
  }));
  block_.communicator().max(values);
  std::copy_n(values.begin(), riders.size(), riders.begin());
  return values.back();
}

double Flow::divergence() const {
  const auto u = velocity_[0].view(), v = velocity_[1].view(), w = velocity_[2].view();
  const double px = perH_[0], py = perH_[1], pz = perH_[2];
  return block_.communicator().max(maxCells({"channel.divergence", 24}, block_.box(), [=](int i, int j, int k) {
    return std::abs(px * (u(i + 1, j, k) - u(i, j, k)) + py * (v(i, j + 1, k) - v(i, j, k)) + pz * (w(i, j, k + 1) - w(i, j, k)));
  }));
}

void Flow::reportNotFinite() const {
  // The first by component, then by cell, of all ranks.
  const auto& n = block_.grid().cells;
  const auto cells = static_cast<double>(block_.grid().nCells());
  double first = 3 * cells;
  for (int d = 0; d < 3; ++d)
    grid::sequentialRows({"channel.notFinite"}, block_.box(), [&](int j, int k) {
      for (int i = 0; i < block_.n()[0]; ++i) {
        const auto& o = block_.offset();
        if (!std::isfinite(velocity_[d](i, j, k)))
          first = std::min(first, d * cells + (i + o[0]) + 1.0 * n[0] * ((j + o[1]) + 1.0 * n[1] * (k + o[2])));
      }
    });
  first = block_.communicator().min(first);
  const auto at = static_cast<std::int64_t>(std::fmod(first, cells));
  const std::string where = first >= 3 * cells
                                ? std::string("a velocity")
                                : fmt::format("{} in cell ({}, {}, {})", componentNames[static_cast<int>(first / cells)],
                                              at % n[0], at / n[0] % n[1], at / n[0] / n[1]);
  throw Error(fmt::format("the flow has blown up: {} is not finite after time {:.9g}; use a smaller time step", where, time_),
              ExitCode::diverged);
}

}  // namespace eagre::channel
