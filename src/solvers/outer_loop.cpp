// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/outer_loop.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/types.hpp"

namespace eagre::solvers {

namespace {

/// Of a vector that of its component with the largest.
double largestInitial(const fv::FieldSolve& solve) {
  double largest = 0;
  for (const auto& component : solve) largest = std::max(largest, component.initial);
  return largest;
}

}  // namespace

OuterResidualControls OuterResidualControls::read(const config::Dictionary& dict) {
  OuterResidualControls controls;
  const config::Dictionary* residuals = dict.findDict("residualControl");
  if (const auto* ofOrg = dict.findDict("outerCorrectorResidualControl")) {
    residuals = ofOrg;
    controls.looksAtFirstSolve = true;
  }
  if (!residuals) return controls;
  for (const auto& entry : residuals->entries()) {
    if (!entry.isDict())
      throw Error(entry.place, fmt::format("{}: Residual data for {} must be specified as a dictionary, {} {{ tolerance 1e-4; "
                                           "relTol 0; }}. A number there ends the run of openfoam.org's versions from 6 on: give "
                                           "--flavour 9 if this is a case of such a version",
                                           residuals->name(), entry.keyword, entry.keyword));
    controls.fields.push_back({entry.keyword, config::Pattern(entry.keyword, entry.place), entry.dict->get<double>("tolerance"),
                               entry.dict->get<double>("relTol")});
  }
  return controls;
}

OuterLoop::OuterLoop(const fv::Context& context, int nOuterCorrectors, OuterResidualControls controls)
    : context_(context), nOuterCorrectors_(nOuterCorrectors), controls_(std::move(controls)), initial_(controls_.fields.size()) {
  if (nOuterCorrectors_ <= 1 || controls_.fields.empty()) return;
  context_.log.line(fmt::format("\nPIMPLE: max iterations = {}", nOuterCorrectors_));
  for (const auto& field : controls_.fields)
    context_.log.line(fmt::format("    field {}\t: relTol {:g}, tolerance {:g}", field.name, field.relTol, field.tolerance));
  context_.log.line("");
}

bool OuterLoop::next() {
  ++iteration_;
  if (iteration_ == nOuterCorrectors_ + 1) {
    if (!controls_.fields.empty() && nOuterCorrectors_ != 1)
      context_.log.line(fmt::format("PIMPLE: not converged within {} iterations", nOuterCorrectors_));
    return end();
  }
  if (converged_) {
    context_.log.line(fmt::format("PIMPLE: converged in {} iterations", iteration_ - 1));
    return end();
  }
  converged_ = iteration_ > 1 && iteration_ < nOuterCorrectors_ && areMet();
  if (controls_.looksAtFirstSolve) noteSolves();
  context_.log.line(fmt::format("PIMPLE: iteration {}", iteration_));
  return true;
}

bool OuterLoop::end() {
  iteration_ = 0;
  converged_ = false;
  return false;
}

/// How often each field has been solved for: what follows is of the iteration that begins.
void OuterLoop::noteSolves() {
  nSolves_.clear();
  if (iteration_ == 1) return;
  for (const auto& [field, solves] : context_.registry.solves()) nSolves_[field] = solves.size();
}

bool OuterLoop::areMet() {
  bool met = true, looked = false;
  for (const auto& [field, solves] : context_.registry.solves()) {
    const auto control =
        std::ranges::find_if(controls_.fields, [&, &name = field](const auto& c) { return c.pattern.matches(name); });
    if (control == controls_.fields.end()) continue;
    looked = true;
    double& initial = initial_[static_cast<std::size_t>(control - controls_.fields.begin())];
    double residual = largestInitial(solves.back());
    bool relative = true;
    if (controls_.looksAtFirstSolve) {
      const std::size_t n = nSolves_.contains(field) ? nSolves_.at(field) : 0;
      residual = largestInitial(solves[std::min(n, solves.size() - 1)]);
      initial = largestInitial(solves.front());
    } else if (iteration_ == 2) {
      initial = largestInitial(solves.front());
      relative = false;
    }
    met = met && (residual < control->tolerance || (relative && residual / (initial + rootVSmall) < control->relTol));
  }
  return looked && met;
}

}  // namespace eagre::solvers
