// SPDX-License-Identifier: BSD-3-Clause
#include "linear/fast_asymmetric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "linear/fallback_solver.hpp"
#include "linear/krylov_choice.hpp"
#include "linear/make_solver.hpp"

namespace eagre::linear {

namespace {

struct Stage {
  const char *name, *solver, *preconditioner;
  int patience;          // iterations
  const char* takeOver;  // what the record says when this stage begins in the middle of a solve
};
// "{}": what the stage before did.
constexpr std::array stages{
    Stage{"", "smoothSolver", "", 20, ""},
    Stage{"multigrid", "PBiCGStab", "multigrid", 40, "Gauss-Seidel {}, PBiCGStab with multigrid has taken over"},
    Stage{"DILU", "PBiCGStab", "DILU", 0, "multigrid {}, PBiCGStab with DILU has taken over"},
};

// takenOver where Gauss-Seidel was slow or diverged in one solve: it goes on with the next, until it is for a second time. A
// field that starts from nothing, as that of a turbulence model, is hard to solve for in the first step alone.
constexpr const char* once = "once";

}  // namespace

FastAsymmetric::FastAsymmetric(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
                               const FaceGeometry& geometry)
    : choices_(settings.krylov ? settings.krylov : std::make_shared<KrylovChoices>()),
      takenOver_(choices_->takenOver[fieldName + ".GaussSeidel"]),
      fieldName_(fieldName),
      smoother_(settings.smoother.empty() ? "symGaussSeidel" : settings.smoother),
      controls_(settings.controls),
      addressing_(addressing),
      geometry_(geometry) {
  enter(stageReached());
}
FastAsymmetric::~FastAsymmetric() = default;

std::size_t FastAsymmetric::stageReached() const {
  const auto found = std::find_if(stages.begin(), stages.end(), [&](const Stage& s) { return takenOver_ == s.name; });
  return static_cast<std::size_t>(found - stages.begin()) % stages.size();
}

void FastAsymmetric::enter(std::size_t stage) {
  stage_ = stage;
  Settings settings;
  settings.solver = stages[stage].solver;
  settings.preconditioner = stages[stage].preconditioner;
  settings.smoother = smoother_;
  solver_ = makeSolver(fieldName_, false, settings, addressing_, {}, geometry_);
}

void FastAsymmetric::takeOver(std::size_t stage) {
  enter(stage);
  takenOver_ = stage == 1 && takenOver_ != once ? once : stages[stage].name;
}

SolverPerformance FastAsymmetric::solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) {
  if (const std::size_t reached = stageReached(); reached != stage_) enter(reached);  // by another solver of the field, or "once"
  SolverControls controls = controls_;
  std::optional<SolverPerformance> whole;  // of the stages so far
  const char* before = nullptr;            // what the stage before did
  for (;;) {
    const bool last = stage_ + 1 == stages.size();
    SolverControls some = controls;
    if (!last) some.maxIter = std::min(stages[stage_].patience, controls.maxIter);
    solver_->setControls(some);
    std::optional<SolverPerformance> part;
    if (last)
      part = solver_->solve(A, x, b);
    else
      part = attempt(*solver_, A, x, b);
    const char* const reason = part && part->reason == "iteration limit" ? "converges slowly" : "diverges";
    if (part) {
      if (whole) {
        part->initialResidual = whole->initialResidual;
        part->iterations += whole->iterations;
      }
      if (before) part->fallback = fmt::format(fmt::runtime(stages[stage_].takeOver), before);
      whole = std::move(part);
    }
    before = reason;
    if (last || (whole && (whole->converged || whole->iterations >= controls_.maxIter))) return *whole;
    if (whole) controls = remaining(controls_, *whole);
    takeOver(stage_ + 1);
  }
}

/// By the sweeps of the first stage. What needs the next one is solved for one after another.
std::optional<VectorPerformance> FastAsymmetric::solveTogether(const VectorSystem& system) {
  if (stageReached() != 0) return {};
  if (stage_ != 0) enter(0);
  SolverControls some = controls_;
  some.maxIter = std::min(stages[0].patience, controls_.maxIter);
  solver_->setControls(some);
  VectorSystem here = system;
  here.mustConverge = system.mustConverge || some.maxIter < controls_.maxIter;
  return solver_->solveTogether(here);
}

}  // namespace eagre::linear
