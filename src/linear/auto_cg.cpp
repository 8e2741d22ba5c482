// SPDX-License-Identifier: BSD-3-Clause
#include "linear/auto_cg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"
#include "linear/krylov.hpp"
#include "linear/multigrid_pcg.hpp"
#include "linear/pipelined_cg.hpp"
#include "linear/s_step_cg.hpp"
#include "linear/single_reduction_cg.hpp"

namespace eagre::linear {

namespace {

constexpr int patience = 60;  // iterations of another form with multigrid, as MultigridPcg's
constexpr int watched = 6;    // solves before a choice
constexpr double milli = 1e-3;

using Clock = comm::Communicator;

Settings named(Settings settings, const std::string& form) {
  settings.solver = form;
  return settings;
}

}  // namespace

AutoCg::AutoCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
               std::span<const double> faceWeights, const FaceGeometry& geometry)
    : fieldName_(fieldName),
      settings_(settings),
      addressing_(addressing),
      choices_(settings.krylov ? settings.krylov : std::make_shared<KrylovChoices>()),
      form_(choices_->forms[fieldName + "." + settings.preconditioner]) {
  if (choices_->pinned != "auto") form_ = choices_->pinned;
  if (settings.preconditioner == "multigrid") {
    auto multigrid = std::make_shared<FloatMultigrid>(addressing, geometry);
    preconditioner_ = makePreconditioner(multigrid);
    pcg_ = std::make_unique<MultigridPcg>(fieldName, named(settings, "PCG"), addressing, std::move(multigrid));
  } else {
    preconditioner_ = makePreconditioner(fieldName, settings, addressing, faceWeights, geometry);
    pcg_ = std::make_unique<Pcg>(fieldName, named(settings, "PCG"), addressing, preconditioner_);
  }
}

void AutoCg::setControls(const SolverControls& controls) {
  settings_.controls = controls;
  pcg_->setControls(controls);
}

std::unique_ptr<Solver> AutoCg::make(const std::string& form) const {
  const Settings settings = named(settings_, form);
  if (form == "SStepPCG") return std::make_unique<SStepCg>(fieldName_, settings, addressing_, preconditioner_);
  if (form == "OFPiPePCG" || form == "OFRePiPePCG")
    return std::make_unique<PipelinedCg>(fieldName_, settings, addressing_, preconditioner_);
  return std::make_unique<SingleReductionCg>(fieldName_, settings, addressing_, preconditioner_);
}

SolverPerformance AutoCg::solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) {
  const bool byIncomplete = settings_.firstPreconditioner == "DIC" && settings_.controls.relTol > 0;
  if (byIncomplete || form_ == "PCG") return pcg_->solve(A, x, b);
  return form_.empty() ? solveAndDecide(A, x, b) : solveOther(A, x, b);
}

/// With the form that was chosen; PCG goes on where that is slow with multigrid, and from then on.
SolverPerformance AutoCg::solveOther(const LduMatrix& A, std::span<double> x, std::span<const double> b) {
  if (!other_) other_ = make(form_);
  SolverControls controls = settings_.controls;
  const bool limited = settings_.preconditioner == "multigrid" && controls.maxIter > patience;
  if (limited) controls.maxIter = std::max(patience, controls.minIter);
  other_->setControls(controls);
  SolverPerformance first = other_->solve(A, x, b);
  if (!limited || first.reason != "iteration limit") return first;
  settle("PCG", fmt::format("{} needs more than {} iterations", first.solverName, patience));
  controls = settings_.controls;
  controls.tolerance = std::max(controls.tolerance, controls.relTol * first.initialResidual);
  controls.relTol = 0;
  controls.maxIter -= first.iterations;
  pcg_->setControls(controls);
  SolverPerformance rest = pcg_->solve(A, x, b);
  pcg_->setControls(settings_.controls);
  rest.initialResidual = first.initialResidual;
  rest.iterations += first.iterations;
  return rest;
}

SolverPerformance AutoCg::solveAndDecide(const LduMatrix& A, std::span<double> x, std::span<const double> b) {
  const comm::Communicator& communicator = addressing_.halo->communicator();
  const Field guess(x.begin(), x.end());
  communicator.barrier();
  const double start = Clock::seconds();
  SolverPerformance performance = pcg_->solve(A, x, b);
  const double pcgSeconds = communicator.max(Clock::seconds() - start);
  if (!performance.converged || performance.iterations == 0) return performance;
  const bool worthTiming = nSolves_ >= watched && performance.iterations * nSolves_ >= nIterations_;
  const double mean = nSolves_ > 0 ? static_cast<double>(nIterations_) / nSolves_ : 0;
  ++nSolves_;
  nIterations_ += performance.iterations;
  if (!worthTiming) return performance;
  constexpr double leastRatio = 1e-4;  // of residuals between two replacements
  const double fall = performance.initialResidual / std::max(performance.finalResidual, vSmall);
  KrylovTimes times;
  times.iterations = mean;
  times.replacements = std::floor(std::log(fall) / -std::log(leastRatio));
  times.iteration = pcgSeconds / performance.iterations;
  times.reductions = settings_.preconditioner == "multigrid" ? 3 : 2;  // those of MultigridPcg and Pcg
  times.pipelines = preconditioner_->linear();
  constexpr int sums = 5;
  times.reduction = seconds([&] {
                      for (int i = 0; i < sums; ++i) sumAll(addressing_, 1.0);
                    }) /
                    sums;
  const std::string share =
      fmt::format("an iteration of {} takes {:.3g} ms, {:.2g}% of that its {} reductions", performance.solverName,
                  times.iteration / milli, 100 * times.reductions * times.reduction / times.iteration, times.reductions);
  if (mayGain(times, choices_->share))
    settle(decide(A, guess, b, pcgSeconds, times), share);
  else
    settle("PCG", share);
  return performance;
}

/// Seconds of the slowest rank; the least of three times, as others may use the machine too.
double AutoCg::seconds(const std::function<void()>& work) const {
  const comm::Communicator& communicator = addressing_.halo->communicator();
  double least = std::numeric_limits<double>::max();
  communicator.barrier();
  for (int round = 0; round < 3; ++round) {
    const double start = Clock::seconds();
    work();
    least = std::min(least, Clock::seconds() - start);
  }
  return communicator.max(least);
}

void AutoCg::measureParts(const LduMatrix& A, std::span<const double> b, std::span<const comm::PendingMethod> ways,
                          KrylovTimes& times) {
  const comm::Communicator& communicator = addressing_.halo->communicator();
  const comm::Methods methods = communicator.methods();
  const auto nAll = static_cast<std::size_t>(addressing_.nAllCells());
  Field r(b.begin(), b.end()), w(nAll), y(nAll);
  r.resize(nAll);
  RowMatrix rows(addressing_);
  rows.assign(A);
  preconditioner_->assign(rows);
  comm::PendingSum none;
  const auto compute = [&](comm::PendingSum& pending) {
    preconditioner_->applyMeanwhile(r, w, pending);
    rows.multiplyMeanwhile(w, y, pending);
  };
  compute(none);
  times.computation = seconds([&] { compute(none); });
  for (const auto way : ways) {
    comm::Methods tried = methods;
    tried.pending = way;
    communicator.choose(tried);
    times.pending[static_cast<std::size_t>(way)] = seconds([&] {
      std::array<double, 4> sums{1, 1, 1, 1};
      auto pending = startSum(addressing_, sums);
      compute(pending);
      pending.wait();
    });
  }
  communicator.choose(methods);
  constexpr double bytes = 40;
  times.byte =
      seconds([&] {
        kernel::parallelFor({"auto.update", bytes}, addressing_.nCells, [r = r.data(), w = w.data(), y = y.data()](Label c) {
          w[c] = r[c] + 0.5 * w[c];
          y[c] += 0.5 * w[c];
        });
      }) /
      bytes;
  rows.release();
}

/// The form to go on with.
std::string AutoCg::decide(const LduMatrix& A, const Field& guess, std::span<const double> b, double pcgSeconds,
                           KrylovTimes times) {
  const comm::Communicator& communicator = addressing_.halo->communicator();
  const comm::Methods methods = communicator.methods();
  std::vector<comm::PendingMethod> ways{methods.pending};
  if (choices_->choosePending) ways = {comm::PendingMethod::iallreduce, comm::PendingMethod::messages};
  measureParts(A, b, ways, times);
  const KrylovChoice choice = chooseKrylov(times, ways, choices_->share);
  if (choice.form == "PCG") return "PCG";
  comm::Methods chosen = methods;
  chosen.pending = choice.pending;
  communicator.choose(chosen);
  const double expected = choice.seconds / (times.iterations * times.iteration) * pcgSeconds;
  other_ = make(choice.form);
  const double first = secondsOf(*other_, A, guess, b);
  pcgSeconds = std::min(pcgSeconds, secondsOf(*pcg_, A, guess, b));
  const double slower = std::max(first, secondsOf(*other_, A, guess, b));
  const bool holds = slower < choices_->share * pcgSeconds;
  choices_->notes.push_back(fmt::format("{}: a solve takes {:.3g} ms with PCG, {:.3g} with {} ({:.3g} expected)", fieldName_,
                                        pcgSeconds / milli, slower / milli, choice.form, expected / milli));
  choices_->say(choices_->notes.back());
  if (holds) {
    if (startsSums(choice.form)) choices_->choosePending = false;
    return choice.form;
  }
  communicator.choose(methods);
  other_.reset();
  return "PCG";
}

/// A solve from that guess, the answer of which is thrown away; a solve that fails takes forever.
double AutoCg::secondsOf(Solver& solver, const LduMatrix& A, const Field& guess, std::span<const double> b) {
  constexpr double forever = std::numeric_limits<double>::max();
  const comm::Communicator& communicator = addressing_.halo->communicator();
  solver.setControls(settings_.controls);
  Field x = guess;
  communicator.barrier();
  const double start = Clock::seconds();
  try {  // what makes it fail is a sum over all ranks, so all are here
    if (!solver.solve(A, x, b).converged) return forever;
  } catch (const Error&) { return forever; }
  return communicator.max(Clock::seconds() - start);
}

void AutoCg::settle(const std::string& form, const std::string& note) {
  form_ = form;
  choices_->notes.push_back(fmt::format("{}: {}; {} from now on", fieldName_, note, form));
  choices_->say(choices_->notes.back());
}

}  // namespace eagre::linear
