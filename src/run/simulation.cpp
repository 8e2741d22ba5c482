// SPDX-License-Identifier: BSD-3-Clause
#include "run/simulation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <ctime>
#include <utility>

#include "fv/time/ddt.hpp"
#include "kernel/heap.hpp"
#include "output/on_master.hpp"
#include "physics/motion/mesh_quality.hpp"
#include "run/blow_up.hpp"
#include "run/case/changed_solution.hpp"
#include "run/case/unread_inputs.hpp"
#include "run/control/edited_files.hpp"
#include "run/dumps/case_writer.hpp"
#include "run/parallel_choices.hpp"
#include "run/report/memory_report.hpp"
#include "run/report/observers.hpp"
#include "run/set_up_case.hpp"

namespace eagre::run {

/// Everything one run owns.
class Simulation::Parts {
 public:
  Parts(const comm::Communicator& world, const RunOptions& options, Log& log, Additions additions)
      : case_(world, options, log),
        time_(case_.control, case_.dumps.restart.times, case_.restart, case_.timeState),
        edited_(case_.dictionaries.directory(), {"system/controlDict", "system/fvSolution", "system/fvSchemes"}) {
    case_.source->shows(std::move(additions.fields));
    case_.givenSources = std::move(additions.sources);
    case_.source->gives(case_.givenSources);
    start();
  }

  SetUpCase& setUpCase() { return case_; }
  TimeControl& time() { return time_; }
  solvers::FlowSolver& solver() { return *solver_; }

  void rereadIfModified();
  void advance();
  void reportFirstStep();
  void endIfConverged();
  void callFunctionObjects();
  void heedBoard();
  void writeIfDue();
  void writeOwnTimes();
  void write();
  void reportClocks();

  std::function<void()> beforeMeshChange;
  std::function<void(double)> beforeEachStep, afterMeshChange;

 private:
  void start();
  void rereadControlDict();
  void rereadFvSolution();
  bool isSound(const Problems& problems, const std::string& name);
  void remakeSolver();
  void solve();
  void reportCourant(const solvers::CourantNumbers& c, bool twoPhase);
  RunClocks clocks() const;
  double cpu() const { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
  double wall() const { return comm::Communicator::seconds() - began_; }
  solvers::Outputs outputs(bool forRestart) const;
  /// What a restart is to know of this run.
  std::string choices() const { return settingsText(case_.options.settings) + choicesText(case_.world, *case_.krylov); }

  double began_ = comm::Communicator::seconds();
  SetUpCase case_;
  TimeControl time_;
  const bool twoPhase_ = solvers::isTwoPhase(case_.application), adapts_ = solvers::adaptsTimeStep(case_.application),
             steady_ = solvers::isSteady(case_.application), local_ = fv::localTimeSteps(case_.context->fvSchemes);
  std::unique_ptr<solvers::FlowSolver> solver_;
  std::unique_ptr<CaseWriter> writer_;
  std::string lastWritten_;  ///< time of this run
  EditedFiles edited_;
};

/// The solver with its fields, and the first time step.
void Simulation::Parts::start() {
  Log& log = case_.log;
  solver_ = case_.makeSolver();
  startFunctionObjects(case_.functionObjects, *case_.context, *case_.source, *case_.board);
  case_.requireWhatConditionsNeed();
  output::onMaster(case_.world, [&] { case_.dictionaries.requireSettingsOfFields(case_.start.name); });
  case_.source.reset();
  case_.dump.reset();
  CaseWriter::DumpMesh dumpMesh;
  if (case_.refinement) dumpMesh = [this](output::DumpWriter& dump) { case_.refinement->dump(dump, *case_.mesh); };
  writer_ = std::make_unique<CaseWriter>(*case_.context, case_.dictionaries.directory(), case_.control, case_.dumps,
                                         case_.meshChecksum, std::move(dumpMesh));
  if (case_.refinement)
    writer_->alsoWrites([this](output::TimeDirectory& directory, const ControlDict& control) {
      case_.refinement->write(directory, control, case_.world, case_.motion != nullptr);
    });
  if (local_) {
    if (case_.control.adjustTimeStep)
      log.warnOnce(
          "controlDict: adjustTimeStep changes nothing with local time steps; they follow maxCo and maxAlphaCo of PIMPLE");
  } else if (adapts_ && case_.timeState.index == 0) {
    const auto courant = solver_->courant(case_.timeState.deltaT);
    reportCourant(courant, false);
    time_.adjustInitial(courant.max);
    if (courant.max > small) time_.takeStep(case_.board->deltaT);
  }
  eachTolerantly(case_.functionObjects, log, [&](FunctionObject& f) { f.beginRun(*case_.context); });
  case_.warnOfForgottenHistory();
  case_.warnOfMisspeltEntries();
  case_.reportLinearSolvers();
  log.line("\nStarting time loop\n");
}

void Simulation::Parts::rereadIfModified() {
  if (!case_.control.runTimeModifiable) return;
  for (const std::string& name : edited_.edited(case_.world)) {
    if (name == "system/controlDict") rereadControlDict();
    if (name == "system/fvSolution") rereadFvSolution();
    if (name == "system/fvSchemes") case_.log.warnOnce(name + " was changed: a run reads it only when it starts");
  }
}

/// Whether what was read can be used; if not, the run goes on as it was: a file half saved by an editor must not end a night's
/// run.
bool Simulation::Parts::isSound(const Problems& problems, const std::string& name) {
  if (!case_.world.any(!problems.empty())) return true;
  for (const auto& m : problems.messages()) case_.log.warnOnce(name + " was changed but is not used: " + m);
  return false;
}

void Simulation::Parts::rereadControlDict() {
  Problems problems;
  ControlDict control;
  problems.guard([&] { control = ControlDict::read(case_.dictionaries.rereadControlDict(), twoPhase_, problems); });
  if (!isSound(problems, "system/controlDict")) return;
  case_.log.line("Re-reading system/controlDict");
  case_.control = control;
  time_.update(control);
}

void Simulation::Parts::rereadFvSolution() {
  Problems problems;
  config::Dictionary changed;
  problems.guard([&] {
    changed = case_.dictionaries.rereadFvSolution();
    solvers::checkLinearSolvers(case_.application, changed, problems);
  });
  if (!isSound(problems, "system/fvSolution")) return;
  const SolutionChange change = takeOver(changed, case_.dictionaries.fvSolution());
  if (!change.used.empty()) {
    ++case_.context->solutionVersion;
    case_.log.line(fmt::format("Re-reading system/fvSolution: {}", fmt::join(change.used, ", ")));
  }
  if (!change.left.empty())
    case_.log.warnOnce(
        fmt::format("system/fvSolution was changed: a run reads these entries only when it starts: {}. At once it uses "
                    "relaxationFactors, and solvers except those of phase fractions",
                    fmt::join(change.left, ", ")));
}

void Simulation::Parts::reportCourant(const solvers::CourantNumbers& c, bool twoPhase) {
  Log& log = case_.log;
  const int digits = log.precision();
  log.line(fmt::format("Courant Number mean: {1:.{0}g} max: {2:.{0}g}", digits, c.mean, c.max));
  if (absurd(c.max)) requireSoundFields(*case_.context, fmt::format("the largest Courant number is {:.3g}", c.max));
  if (twoPhase)
    log.line(fmt::format("Interface Courant Number mean: {1:.{0}g} max: {2:.{0}g}", digits, c.interfaceMean, c.interfaceMax));
}

/// The slowest rank's: all must decide alike whether to write.
RunClocks Simulation::Parts::clocks() const {
  if (!time_.needsClocks()) return {};
  std::array<double, 2> seconds{cpu(), wall()};
  case_.world.max(seconds);
  return {seconds[0], seconds[1]};
}

void Simulation::Parts::advance() {
  const double& deltaT = case_.timeState.deltaT;
  Log& log = case_.log;
  if (local_) {
    solver_->setLocalTimeSteps();
  } else if (adapts_) {
    const auto courant = solver_->courant(deltaT);
    reportCourant(courant, twoPhase_);
    case_.board->lastStep = case_.timeState.index > 0 ? deltaT : 0;
    time_.adjust(courant.max, courant.interfaceMax, twoPhase_);
    time_.takeStep(case_.board->deltaT);
    if (time_.control().adjustTimeStep) log.line(fmt::format("deltaT = {1:.{0}g}", log.precision(), deltaT));
  }
  if (beforeEachStep) beforeEachStep(case_.timeState.value + deltaT);
  time_.advance(clocks());
  case_.registry.clearResiduals();
  log.line(fmt::format("Time = {}\n", time_.name()));
  const auto releaseSolver = [this] {
    if (beforeMeshChange) beforeMeshChange();
    solver_.reset();
  };
  if (case_.refineMesh(*solver_, releaseSolver)) remakeSolver();
  if (!adapts_ && !steady_) reportCourant(solver_->courant(deltaT), false);
  solve();
}

/// Of the fields that the mesh of before has had, as at a start, of which the log says nothing anew.
void Simulation::Parts::remakeSolver() {
  {
    const auto quiet = case_.log.quiet();
    solver_ = case_.makeSolver();
  }
  for (const auto& f : case_.functionObjects) f->meshChanged(*case_.context, *case_.source);
  case_.carried->restoreOldLevels(case_.registry);
  case_.source.reset();
  case_.carried.reset();
  if (afterMeshChange) afterMeshChange(case_.timeState.value);
}

/// One step. Whatever is found not to be finite on the way is a sum over all ranks, so that all are here to look for the cell.
void Simulation::Parts::solve() {
  std::string diverged;
  const auto last = [this] {
    return lastWritten_.empty() ? "this run has written no time" : "the last time that is written is " + lastWritten_;
  };
  try {
    solver_->step();
  } catch (const physics::MeshCollapse& e) {  // the fields have nothing to say
    throw physics::MeshCollapse(
        fmt::format("the calculation has diverged at time {:.6g} s, after {} steps: {}; {}. Nothing of "
                    "this time is written",
                    case_.timeState.value, case_.timeState.index, e.what(), last()));
  } catch (const Error& e) {
    if (e.code() != ExitCode::diverged) throw;
    diverged = e.what();
  }
  if (!diverged.empty()) requireSoundFields(*case_.context, diverged + "; " + last());
}

/// What is known once per step has been made.
void Simulation::Parts::reportFirstStep() {
  if (case_.timeState.index != case_.restart.index + 1) return;
  kernel::keepFreedMemory();
  reportMemory(case_.world, case_.log);
  case_.warnOfMisspeltEntries();  // of what the step has looked up
  for (const std::string& message : unreadInputs(case_.dictionaries)) case_.log.warnOnce(message);
  for (const std::string& message : case_.dictionaries.unreadSettings()) case_.log.warnOnce(message);
}

/// Steady flow ends with the iteration that meets the residuals, which is written.
void Simulation::Parts::endIfConverged() {
  if (!solver_->isConverged()) return;
  case_.log.line(fmt::format("\nSIMPLE solution converged in {} iterations\n", time_.name()));
  time_.writeThisTime();
  time_.endHere();
}

void Simulation::Parts::callFunctionObjects() {
  eachTolerantly(case_.functionObjects, case_.log, [&](FunctionObject& f) {
    if (f.activate(case_.timeState)) f.execute(*case_.context, {time_.writeNow(), !time_.running()});
    heedBoard();
  });
}

/// What function objects ask of the run.
void Simulation::Parts::heedBoard() {
  RunBoard& board = *case_.board;
  if (std::exchange(board.writes, false)) time_.writeThisTime();
  if (std::exchange(board.ends, false)) time_.endHere();
  if (board.stopAt) time_.stopAt(*board.stopAt);
  board.stopAt.reset();
}

solvers::Outputs Simulation::Parts::outputs(bool forRestart) const {
  solvers::Outputs outputs = solver_->outputs();
  for (const auto& f : case_.functionObjects) {
    if (forRestart)
      f->addForRestart(outputs);
    else if (f->isActive())
      f->addTo(outputs);
  }
  if (case_.refinement) outputs.states.emplace_back(MeshRefinement::stateName, case_.refinement->state());
  if (std::string state = stateText(case_.functionObjects, *case_.board); !state.empty())
    outputs.states.emplace_back("functionObjects/functionObjectProperties", std::move(state));
  return outputs;
}

void Simulation::Parts::write() {
  requireSoundFields(*case_.context);
  writer_->write(time_, case_.control, outputs(false), choices());
  lastWritten_ = time_.name();
  for (const auto& f : case_.functionObjects) f->written();
}

/// Fields of function objects at a time that the run does not write, as in OpenFOAM in a directory of that time.
void Simulation::Parts::writeOwnTimes() {
  const auto writes = [](const auto& f) { return f->hasOwnTimes() && f->isActive(); };
  if (std::ranges::none_of(case_.functionObjects, writes)) return;
  solvers::Outputs own;
  const solvers::Outputs ofRun = solver_->outputs();
  for (const auto& f : case_.functionObjects)
    if (writes(f)) f->addToOwnTime(own, ofRun);
  if (!isEmpty(own)) writer_->writeOwnTime(time_.name(), case_.control, own);
}

void Simulation::Parts::writeIfDue() {
  if (!time_.writeNow()) writeOwnTimes();
  if (time_.writeNow()) write();
  if (!time_.writeRestartNow()) return;
  if (!time_.writeNow()) requireSoundFields(*case_.context);
  writer_->writeForRestart(time_, outputs(true), choices());
  lastWritten_ = time_.name();
}

void Simulation::Parts::reportClocks() {
  case_.log.line(fmt::format("ExecutionTime = {:.2f} s  ClockTime = {:.0f} s\n", cpu(), wall()));
  case_.log.flush();
}

namespace {

/// What every case has beside its steps, in the order in which it is done.
template <class Parts>
class CaseObserver final : public Observer {
 public:
  explicit CaseObserver(Parts& parts) : parts_(parts) {}
  void beforeStep() override { parts_.rereadIfModified(); }
  void afterStep() override {
    parts_.reportFirstStep();
    parts_.endIfConverged();
    parts_.callFunctionObjects();
    parts_.writeIfDue();
    parts_.reportClocks();
  }
  void atEnd() override { requireSoundFields(*parts_.setUpCase().context); }

 private:
  Parts& parts_;
};

}  // namespace

Simulation::Simulation(const comm::Communicator& world, const RunOptions& options, Log& log, Additions additions)
    : parts_(std::make_unique<Parts>(world, options, log, std::move(additions))) {
  observe(std::make_unique<CaseObserver<Parts>>(*parts_));
}
Simulation::~Simulation() = default;

bool Simulation::running() const { return parts_->time().running(); }
double Simulation::time() const { return parts_->setUpCase().timeState.value; }
double Simulation::endTime() const { return parts_->time().endTime(); }
double Simulation::deltaT() const { return parts_->setUpCase().timeState.deltaT; }
int Simulation::index() const { return parts_->setUpCase().timeState.index; }
std::string Simulation::timeName() const { return parts_->time().name(); }
const fv::Registry& Simulation::fields() const { return parts_->setUpCase().registry; }
const mesh::Mesh& Simulation::mesh() const { return *parts_->setUpCase().mesh; }
bool Simulation::refinesMesh() const { return parts_->setUpCase().refinement != nullptr; }
solvers::CourantNumbers Simulation::courant() const { return parts_->solver().courant(deltaT()); }
const std::vector<std::string>& Simulation::choices() const { return parts_->setUpCase().krylov->notes; }
bool Simulation::hasStepped() const { return index() > parts_->setUpCase().timeState.startIndex; }
void Simulation::beforeEachStep(std::function<void(double)> f) { parts_->beforeEachStep = std::move(f); }

void Simulation::aroundMeshChanges(std::function<void()> before, std::function<void(double)> after) {
  parts_->beforeMeshChange = std::move(before);
  parts_->afterMeshChange = std::move(after);
}

void Simulation::setEndTime(double endTime) {
  if (!std::isfinite(endTime)) throw Error(fmt::format("endTime must be finite, not {:g}", endTime), ExitCode::usage);
  parts_->setUpCase().control.endTime = endTime;
  parts_->time().setEndTime(endTime);
}

void Simulation::setDeltaT(double deltaT) {
  auto& c = parts_->setUpCase();
  if (!(deltaT > 0) || !std::isfinite(deltaT))
    throw Error(fmt::format("deltaT must be positive and finite, not {:g}", deltaT), ExitCode::usage);
  if (c.control.adjustTimeStep && solvers::adaptsTimeStep(c.application))
    throw Error("deltaT follows the Courant numbers here: controlDict has adjustTimeStep yes", ExitCode::usage);
  c.control.deltaT = deltaT;
  parts_->time().update(c.control);
}

void Simulation::setRelaxation(const std::string& name, double factor, bool equation) {
  if (!(factor > 0 && factor <= 1))
    throw Error(fmt::format("relaxation factor of {}: {:g} is not above 0 and at most 1", name, factor), ExitCode::usage);
  auto& factors = parts_->setUpCase().dictionaries.fvSolution().setDict("relaxationFactors");
  const bool flat = !factors.empty() && !factors.findExact("fields") && !factors.findExact("equations");
  auto& part = flat ? factors : factors.setDict(equation ? "equations" : "fields");
  part.set(name, fmt::format("{:.17g}", factor));
  ++parts_->setUpCase().context->solutionVersion;
}

void Simulation::stop() { parts_->time().stopAndWrite(); }
void Simulation::write() { parts_->write(); }
void Simulation::advance() { parts_->advance(); }

}  // namespace eagre::run
