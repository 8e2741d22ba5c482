// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/steady_residuals.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eagre::solvers {

SteadyResiduals::SteadyResiduals(const config::Dictionary& simple) {
  const config::Dictionary* residuals = simple.findDict("residualControl");
  if (!residuals) return;
  for (const auto& entry : residuals->entries()) {
    if (entry.isDict())
      throw Error(entry.place, fmt::format("{}: a tolerance is wanted, `{} 1e-5;`: a dictionary is for PIMPLE", residuals->name(),
                                           entry.keyword));
    controls_.push_back({config::Pattern(entry.keyword, entry.place), entry.keyword, residuals->get<double>(entry.keyword)});
  }
}

void SteadyResiduals::report(Log& log) const {
  if (controls_.empty()) {
    log.line("\nSIMPLE: no convergence criteria found. Calculations will run until endTime.\n");
    return;
  }
  log.line("\nSIMPLE: convergence criteria");
  for (const auto& control : controls_) log.line(fmt::format("    field {}\t tolerance {:g}", control.name, control.tolerance));
  log.line("");
}

bool SteadyResiduals::areMet(const fv::Registry& registry) const {
  bool looked = false;
  for (const auto& [field, solves] : registry.solves()) {
    const auto control = std::ranges::find_if(controls_, [&, &name = field](const auto& c) { return c.pattern.matches(name); });
    if (control == controls_.end() || solves.empty()) continue;
    looked = true;
    for (const auto& component : solves.front())
      if (!(component.initial < control->tolerance)) return false;
  }
  return looked;
}

}  // namespace eagre::solvers
