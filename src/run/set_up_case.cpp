// SPDX-License-Identifier: BSD-3-Clause
#include "run/simulation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <optional>

#include "fv/ddt.hpp"
#include "kernel/heap.hpp"
#include "mesh/wall_wave.hpp"
#include "output/dump_list.hpp"
#include "output/dump_mesh.hpp"
#include "output/dump_reader.hpp"
#include "output/on_master.hpp"
#include "run/blow_up.hpp"
#include "run/case_setup.hpp"
#include "run/case_writer.hpp"
#include "run/clean.hpp"
#include "run/coarse_check.hpp"
#include "run/decomposed.hpp"
#include "run/field_functions.hpp"
#include "run/function_objects.hpp"
#include "run/made.hpp"
#include "run/mesh_extras.hpp"
#include "run/pack.hpp"
#include "run/parallel_choices.hpp"
#include "run/profiled_run.hpp"
#include "run/progress.hpp"
#include "run/signals.hpp"
#include "run/start.hpp"
#include "run/temporary_directory.hpp"
#include "run/tool_case.hpp"
#include "run/unread_inputs.hpp"
#include "solvers/other_solvers.hpp"

namespace eagre::run {
namespace {

class Stopwatch {
 public:
  double cpu() const { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
  double wall() const { return comm::Communicator::seconds() - start_; }

 private:
  double start_ = comm::Communicator::seconds();
};

/// Everything one run owns.
class Simulation {
 public:
  Simulation(const comm::Communicator& world, const RunOptions& options, Log& log);
  void check(const fs::path& name);  ///< name: of the case, in the log
  int run();
  void post(const std::vector<std::string>& functions);

 private:
  void setUp();
  void requireWhatConditionsNeed();
  WholeMesh wholeMesh();
  void prepareMesh();
  void takeDecomposedTime();
  void timeLoop(TimeControl& time, solvers::FlowSolver& solver);
  void step(solvers::FlowSolver& solver);
  void reportCourant(const solvers::CourantNumbers& c, bool twoPhase);
  void rereadIfModified(TimeControl& time);
  void agreeOnSignals(TimeControl& time);
  RunClocks clocks(const TimeControl& time) const;
  /// What the solver writes, and what the function objects add to it: those that are active, or all that a restart needs.
  solvers::Outputs outputs(const solvers::FlowSolver& solver, bool forRestart) const;
  void reportMemory();
  void warnOfForgottenHistory();
  void warnOfMisspeltEntries();

  comm::Communicator world_;
  RunOptions options_;
  Log& log_;
  Stopwatch watch_;
  Problems problems_;
  CaseDictionaries dictionaries_;
  ControlDict control_;
  ParallelControls parallel_;
  std::shared_ptr<linear::KrylovChoices> krylov_;
  DumpControls dumps_;
  std::string application_;
  Start start_;
  std::unique_ptr<TemporaryDirectory> temporary_;         ///< fields that a check has put together, on rank 0
  std::uint32_t meshChecksum_ = 0;                        ///< if there are dumps, or are to be
  std::map<std::string, case_::RawField> fieldsOfCheck_;  ///< that setFields would write, on rank 0
  std::int64_t nCellsNotMade_ = 0;                        ///< of a mesh that a check has made coarse; 0: it is the case's own
  std::unique_ptr<mesh::Mesh> mesh_;
  fv::TimeState timeState_;
  fv::Registry registry_;
  std::unique_ptr<fv::Context> context_;
  std::unique_ptr<DirectorySource> source_;
  std::unique_ptr<output::DumpReader> dump_;  ///< what the run continues from, while it is set up
  std::unique_ptr<CaseWriter> writer_;
  RestartState restart_;
  Samplings samplings_;
  std::vector<std::unique_ptr<FunctionObject>> functionObjects_;
  fs::file_time_type controlDictTime_{};
  bool signalled_ = false;
};

Simulation::Simulation(const comm::Communicator& world, const RunOptions& options, Log& log)
    : world_(world),
      options_(options),
      log_(log),
      dictionaries_(options.caseDirectory, problems_, options.flavour, options.application) {
  application_ = dictionaries_.controlDict().getOr("application", "");
  if (application_.empty()) problems_.add(Place{"system/controlDict", 0}, "no 'application'; name the solver, e.g. interFoam");
  control_ = ControlDict::read(dictionaries_.controlDict(), solvers::isTwoPhase(application_), problems_);
  dumps_ = readDump(dictionaries_.controlDict(), options.dump, problems_);
  if (!options.from.empty()) problems_.guard([&] { control_.startAt(options.from); });
  parallel_ = readParallel(dictionaries_.controlDict(), options.parallel, problems_);
  std::error_code ec;
  controlDictTime_ = fs::last_write_time(dictionaries_.directory() / "system" / "controlDict", ec);
}

/// The undivided mesh of a case that is not packed, on rank 0.
WholeMesh Simulation::wholeMesh() {
  // The mesh that is read back must be that of the dumps, to the last digit: binary.
  ControlDict meshFormat = control_;
  if (dumps_.any()) meshFormat.binary = true, meshFormat.compressed = false;
  if (options_.checkOnly && !options_.preparation.fullMesh) nCellsNotMade_ = cellsNotMade(dictionaries_);
  WholeMesh whole =
      loadOrMakeMesh(dictionaries_, meshFormat, !options_.checkOnly, log_, nCellsNotMade_ > 0 ? cellsOfCoarseMesh : 0);
  if (const auto y = wallDistanceOf(dictionaries_); y != physics::WallDistance::none)
    mesh::addWallDistances(whole.mesh, whole.geometry, y == physics::WallDistance::corrected);
  return whole;
}

/// Rank 0 finds the start, sets fields and, if the case is not packed, has the mesh as one slab; the ranks deal out their slabs.
/// Nothing whole stays.
void Simulation::prepareMesh() {
  const fs::path directory = dictionaries_.directory(), meshFile = output::dumpMeshPath(directory);
  WholeMesh whole;
  if (options_.functionObjects) samplings_ = Samplings(dictionaries_);
  problems_.throwIfAny(dictionaries_.directory().string());
  MeshExtras extras(dictionaries_, samplings_);
  bool packed = false;
  const bool writesDumps = dumps_.any() && !options_.checkOnly;
  output::onMaster(world_, [&] {
    packed = takesPackedMesh(directory, log_);
    if (!packed) whole = wholeMesh();
    if (packed)
      meshChecksum_ = output::findPackedMesh(meshFile)->checksum;
    else if (writesDumps || hasDumps(directory))
      meshChecksum_ = output::meshChecksum(whole.mesh);
  });
  nCellsNotMade_ = world_.sum(nCellsNotMade_);
  start_ = findStart(world_, directory, control_, meshChecksum_, log_);
  output::onMaster(world_, [&] {
    if (writesDumps && !packed) output::writeMeshFile(directory, whole.mesh, meshChecksum_, dumps_.settings, log_);
    if (start_.decomposed) takeDecomposedTime();
    const bool setsFields = !options_.preparation.fieldsAsIs && start_.dump.empty() &&
                            std::strtod(start_.name.c_str(), nullptr) == 0 && fieldsNeedSetting(dictionaries_, start_.name);
    const auto functions =
        options_.checkOnly || !start_.dump.empty() ? std::vector<std::string>{} : fieldsOfFunctions(directory, start_.name);
    if (!setsFields && start_.dump.empty()) requireCurrentFields(directory, start_.name);
    if ((setsFields || !functions.empty()) && packed) whole = meshToSetFields(dictionaries_, control_, log_);
    if (!functions.empty()) applyFieldFunctions(dictionaries_, control_, whole, functions, start_.name, log_);
    if (setsFields) {
      auto fields = applySetFields(dictionaries_, control_, whole, start_.name, !options_.checkOnly, log_);
      if (options_.checkOnly) fieldsOfCheck_ = std::move(fields);
    }
    if (packed)
      whole = {};
    else
      extras.take(whole.mesh, whole.geometry);
  });
  world_.broadcast(start_.directory);
  packed = world_.any(packed);
  meshChecksum_ = static_cast<std::uint32_t>(world_.sum(std::int64_t{meshChecksum_}));

  const auto y = wallDistanceOf(dictionaries_);
  if (packed && y == physics::WallDistance::uncorrected)
    throw Error("wallDist: a packed mesh has corrected distances to walls; correctWalls must be yes", ExitCode::badCase);
  auto slab = packed ? output::readPackedMesh(world_, meshFile, y != physics::WallDistance::none)
                     : mesh::slabOnMaster(world_, std::move(whole.mesh), std::move(whole.geometry));
  const auto part =
      mesh::partition(world_, slab.geometry.cellCentres, slab.cellStarts[static_cast<std::size_t>(world_.rank())], world_.size());
  mesh_ = mesh::distribute(world_, std::move(slab), part);
  if (packed) output::onMaster(world_, [&] { extras.read(directory, static_cast<Label>(mesh_->nCellsGlobal)); });
  extras.deal(world_, *mesh_);
  if (packed) log_.line("Mesh read in slabs from dumps/mesh.vtkhdf");
  log_.line(fmt::format("Mesh: {} cells, {} faces, {} patches on {} rank{}\n", mesh_->nCellsGlobal, mesh_->nFacesGlobal,
                        mesh_->globalPatches.size(), world_.size(), world_.size() > 1 ? "s" : ""));
}

/// Puts the time that only processor directories have together, in the case or, for a check, beside it. On rank 0.
void Simulation::takeDecomposedTime() {
  const fs::path directory = dictionaries_.directory();
  const auto decomposition = readCaseDecomposition(directory, control_, false, log_);
  log_.line(fmt::format("Only {} have the time {}: its fields {} put together{}", decomposition.files.description(), start_.name,
                        options_.checkOnly ? "would be" : "are",
                        options_.checkOnly ? " and written to " + (directory / start_.name).string() : ""));
  fs::path into = directory;
  if (options_.checkOnly) {
    temporary_ = std::make_unique<TemporaryDirectory>();
    into = temporary_->path();
    start_.directory = (into / start_.name).string();
  }
  reconstructTime(decomposition, start_.name, into, {{control_.binary, control_.writePrecision, control_.compressed}}, log_);
}

namespace {

/// Whether Eagre has the solver, and what of the case rules it out before there is a mesh.
void checkSolver(CaseDictionaries& dictionaries, const RunOptions& options, Problems& problems) {
  const auto application = dictionaries.controlDict().getOr("application", std::string());
  if (application.empty()) return;
  const auto* named = dictionaries.controlDict().find("application");
  if (options.application.empty() && named && !solvers::isSolver(application))
    problems.add(named->place, solvers::unknownApplication(application));
  else
    problems.guard([&] { solvers::checkBeforeMesh(application, dictionaries.optional("constant/dynamicMeshDict")); });
}

/// The same before the case is prepared: dictionaries that its recipe still makes are no matter here.
void requireSolver(const RunOptions& options) {
  Problems ofDictionaries, problems;
  std::optional<CaseDictionaries> dictionaries;
  if (!ofDictionaries.guard(
          [&] { dictionaries.emplace(options.caseDirectory, ofDictionaries, options.flavour, options.application); }))
    return;
  checkSolver(*dictionaries, options, problems);
  problems.throwIfAny(options.caseDirectory.string());
}

}  // namespace

void Simulation::setUp() {
  checkSolver(dictionaries_, options_, problems_);
  dictionaries_.reportReadings(log_);
  problems_.throwIfAny(dictionaries_.directory().string());
  log_.setPrecision(control_.writePrecision);
  world_.choose(parallel_.methods);
  log_.line("Create time\n");
  prepareMesh();
  if (!start_.dump.empty()) {
    log_.line(fmt::format("Continuing from the dump of time {}{}\n", start_.name,
                          start_.dump == start_.name ? "" : fmt::format(": {}", start_.dump)));
    dump_ = std::make_unique<output::DumpReader>(output::dumpPath(dictionaries_.directory(), start_.dump), *mesh_);
    restart_ = readRestartState(*dump_, start_.name, control_, log_);
  } else {
    restart_ = readRestartState(dictionaries_.directory() / start_.directory, dictionaries_.readOptions(), control_, log_);
  }
  if (options_.tables.empty() && control_.stopAt == StopAt::endTime && control_.endTime <= restart_.value)
    log_.warnOnce(fmt::format("system/controlDict: endTime {:g} is not behind the start time {:g}: no step is to be done",
                              control_.endTime, restart_.value));
  krylov_ = settleChoices(world_, parallel_, restart_.parallel.get(), log_);
  timeState_.value = restart_.value;
  timeState_.deltaT = control_.deltaT;
  timeState_.index = timeState_.startIndex = restart_.index;
  context_ = std::make_unique<fv::Context>(
      fv::Context{*mesh_, dictionaries_.fvSchemes(), dictionaries_.fvSolution(), timeState_, registry_, log_});
  source_ = std::make_unique<DirectorySource>(
      dictionaries_, *context_, start_.directory, dump_.get(), restart_.ours,
      case_::StrangerPatches(dictionaries_.directory(), application_, options_.preparation.meshAsIs), problems_);
  source_->standsFor(nCellsNotMade_);
  source_->takes(std::move(fieldsOfCheck_));
  solvers::checkCase(application_, *source_, *context_, problems_);
  dictionaries_.reportReadings(log_);
  context_->fastSolvers = options_.fastSolvers;
  context_->krylov = krylov_;
  if (options_.functionObjects)
    functionObjects_ = makeFunctionObjects(dictionaries_.controlDict(), *context_, dictionaries_.directory(),
                                           options_.tables.empty() ? start_.name : options_.tables, samplings_);
  problems_.throwIfAny(dictionaries_.directory().string());
}

void Simulation::requireWhatConditionsNeed() {
  fv::checkWhatConditionsNeed(*context_, problems_);
  problems_.throwIfAny(dictionaries_.directory().string());
}

void Simulation::check(const fs::path& name) {
  setUp();
  // Some things only the solver itself finds: a pressure without a reference, conditions that its models cannot serve. On a
  // coarse mesh it would find others.
  if (nCellsNotMade_ == 0) {
    const auto solver = solvers::makeSolver(application_, *source_, *context_);
    requireWhatConditionsNeed();
  }
  warnOfMisspeltEntries();
  log_.line(fmt::format("{}: no problems found. {} would run from time {} to {:g} on {} cells.", name.string(), application_,
                        start_.name, control_.endTime, nCellsNotMade_ > 0 ? nCellsNotMade_ : mesh_->nCellsGlobal));
  if (nCellsNotMade_ > 0) log_.line(notLookedAt(nCellsNotMade_));
}

/// One step. Whatever is found not to be finite on the way is a sum over all ranks, so that all are here to look for the cell.
void Simulation::step(solvers::FlowSolver& solver) {
  std::string diverged;
  try {
    solver.step();
  } catch (const Error& e) {
    if (e.code() != ExitCode::diverged) throw;
    diverged = e.what();
  }
  if (!diverged.empty()) requireSoundFields(*context_, diverged);
}

void Simulation::reportCourant(const solvers::CourantNumbers& c, bool twoPhase) {
  const int digits = log_.precision();
  log_.line(fmt::format("Courant Number mean: {1:.{0}g} max: {2:.{0}g}", digits, c.mean, c.max));
  if (absurd(c.max)) requireSoundFields(*context_, fmt::format("the largest Courant number is {:.3g}", c.max));
  if (twoPhase)
    log_.line(fmt::format("Interface Courant Number mean: {1:.{0}g} max: {2:.{0}g}", digits, c.interfaceMean, c.interfaceMax));
}

void Simulation::rereadIfModified(TimeControl& time) {
  if (!control_.runTimeModifiable) return;
  double modified = 0;
  if (world_.master()) {
    std::error_code ec;
    const auto stamp = fs::last_write_time(dictionaries_.directory() / "system" / "controlDict", ec);
    modified = !ec && stamp != controlDictTime_;
    controlDictTime_ = stamp;
  }
  if (!world_.any(modified != 0)) return;
  Problems problems;
  ControlDict control;
  problems.guard(
      [&] { control = ControlDict::read(dictionaries_.rereadControlDict(), solvers::isTwoPhase(application_), problems); });
  if (world_.any(!problems.empty())) {  // a file half saved by an editor must not end a night's run
    for (const auto& m : problems.messages()) log_.warnOnce("system/controlDict was changed but is not used: " + m);
    return;
  }
  log_.line("Re-reading system/controlDict");
  control_ = control;
  time.update(control);
}

void Simulation::agreeOnSignals(TimeControl& time) {
  if (signalled_ || !world_.any(SignalGuard::received() != 0)) return;
  signalled_ = true;
  log_.line("Signal received: writing after this step, then stopping");
  time.stopAndWrite();
}

/// The slowest rank's: all must decide alike whether to write.
RunClocks Simulation::clocks(const TimeControl& time) const {
  if (!time.needsClocks()) return {};
  std::array<double, 2> seconds{watch_.cpu(), watch_.wall()};
  world_.max(seconds);
  return {seconds[0], seconds[1]};
}

/// A dump holds one time level: time schemes of more begin again as they do in a first step.
void Simulation::warnOfForgottenHistory() {
  if (timeState_.index == 0) return;
  const auto* schemes = dictionaries_.fvSchemes().findDict("ddtSchemes");
  for (const auto& entry : schemes->entries()) {
    if (entry.isDict()) continue;
    auto reader = entry.reader();
    const std::string word = reader.word();
    const bool isNumber = !reader.atEnd() && reader.peek().kind == config::Token::Kind::number;
    const bool offCentredToEuler = word == "CrankNicolson" && isNumber && reader.number() == 0;
    if ((word == "CrankNicolson" && !offCentredToEuler) || word == "backward")
      log_.warnOnce(
          fmt::format("ddtSchemes: {} needs more than the one time level of a dump; its first step is an Euler step, so this "
                      "restart is not bit for bit the uninterrupted run",
                      word));
  }
}

/// An optional keyword with a slip of the pen changes nothing in the run, and nobody notices.
void Simulation::warnOfMisspeltEntries() {
  for (const std::string& message : dictionaries_.misspeltEntries()) log_.warnOnce(message);
}

/// Resident memory of each rank, once the first step has been made and what it and the set-up have freed is given back.
void Simulation::reportMemory() {
  long pages = 0;
  if (std::FILE* f = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
    std::fclose(f);
  }
  std::string text = "Memory after the first step:";
  for (const auto n : world_.allGather(pages))
    text += fmt::format(" {:.0f} MB", static_cast<double>(n) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1048576);
  log_.line(text);
}

solvers::Outputs Simulation::outputs(const solvers::FlowSolver& solver, bool forRestart) const {
  solvers::Outputs outputs = solver.outputs();
  for (const auto& f : functionObjects_) {
    if (forRestart)
      f->addForRestart(outputs);
    else if (f->isActive(timeState_))
      f->addTo(outputs);
  }
  if (std::string state = stateText(functionObjects_); !state.empty())
    outputs.states.emplace_back("functionObjects/functionObjectProperties", std::move(state));
  return outputs;
}

void Simulation::timeLoop(TimeControl& time, solvers::FlowSolver& solver) {
  const bool twoPhase = solvers::isTwoPhase(application_), local = fv::localTimeSteps(context_->fvSchemes),
             adapts = solvers::adaptsTimeStep(application_);
  Progress progress(log_, timeState_.value, time.endTime());
  const ChargedRun charged(options_.machine);
  ProfiledRun profile(world_);
  MachineTimes machine;
  if (options_.profile) machine = measureMachine(world_, mesh_->nCells);
  while (time.running()) {
    rereadIfModified(time);
    agreeOnSignals(time);
    if (local) {
      solver.setLocalTimeSteps();
    } else if (adapts) {
      const auto courant = solver.courant(timeState_.deltaT);
      reportCourant(courant, twoPhase);
      time.adjust(courant.max, courant.interfaceMax, twoPhase);
      if (time.control().adjustTimeStep) log_.line(fmt::format("deltaT = {1:.{0}g}", log_.precision(), timeState_.deltaT));
    }
    time.advance(clocks(time));
    registry_.clearResiduals();
    log_.line(fmt::format("Time = {}\n", time.name()));
    if (!adapts) reportCourant(solver.courant(timeState_.deltaT), false);
    step(solver);
    if (timeState_.index == restart_.index + 1) {
      kernel::keepFreedMemory();
      reportMemory();
      warnOfMisspeltEntries();  // of what the first step has looked up
      for (const std::string& message : unreadInputs(dictionaries_)) log_.warnOnce(message);
    }
    eachTolerantly(functionObjects_, log_, [&](FunctionObject& f) {
      if (f.isActive(timeState_)) f.execute(*context_, {time.writeNow(), !time.running()});
    });
    if (time.writeNow() || time.writeRestartNow()) requireSoundFields(*context_);
    if (time.writeNow()) {
      writer_->write(time, control_, outputs(solver, false), choicesText(world_, *krylov_));
      for (const auto& f : functionObjects_) f->written();
    }
    if (time.writeRestartNow()) writer_->writeForRestart(time, outputs(solver, true), choicesText(world_, *krylov_));
    log_.line(fmt::format("ExecutionTime = {:.2f} s  ClockTime = {:.0f} s\n", watch_.cpu(), watch_.wall()));
    log_.flush();
    progress.update(timeState_.value);
    if (options_.profile) profile.stepDone();
  }
  requireSoundFields(*context_);
  profile.stop();
  if (profile.steps.steps == 0) return;
  auto report = gatherCommunication(world_, profile.communication);
  report.system = describeSystem(*mesh_, machine);
  report.choices = krylov_->notes;
  reportProfile(world_, profile.loops, report, profile.steps, dictionaries_.directory(), log_);
}

void Simulation::post(const std::vector<std::string>& functions) {
  setUp();
  const TimeControl time(control_, dumps_.restart.times, restart_, timeState_);
  const auto solver = solvers::makeSolver(application_, *source_, *context_);
  std::erase_if(functionObjects_, [&](const auto& f) {
    const bool asked = functions.empty() || std::find(functions.begin(), functions.end(), f->name()) != functions.end();
    if (asked && f->followsSteps())
      log_.warnOnce(fmt::format("function object '{}' needs the steps of a run, and is left out", f->name()));
    return !asked || f->followsSteps();
  });
  eachTolerantly(functionObjects_, log_, [&](FunctionObject& f) { f.start(*context_, *source_); });
  requireWhatConditionsNeed();
  log_.line(fmt::format("Time = {}", time.name()));
  solvers::Outputs made;
  eachTolerantly(functionObjects_, log_, [&](FunctionObject& f) {
    if (!f.isActive(timeState_)) return;
    f.execute(*context_, {.writeTime = true, .last = true, .anyway = true});
    f.addTo(made);
  });
  if (start_.dump.empty())
    addToDirectory(world_, dictionaries_.directory(), start_.name, control_, made);
  else if (!isEmpty(made))
    log_.warnOnce(
        "fields of function objects are written to directories of times; of times that only a dump has there are none "
        "(eagre extract makes them)");
  log_.line("");
  log_.flush();
}

int Simulation::run() {
  SignalGuard signals;
  kernel::mapLargeArrays();
  setUp();
  TimeControl time(control_, dumps_.restart.times, restart_, timeState_);
  timeState_.startIndex = restart_.index;
  const auto solver = solvers::makeSolver(application_, *source_, *context_);
  eachTolerantly(functionObjects_, log_, [&](FunctionObject& f) { f.start(*context_, *source_); });
  requireWhatConditionsNeed();
  source_.reset();
  dump_.reset();
  writer_ = std::make_unique<CaseWriter>(*context_, dictionaries_.directory(), control_, dumps_, meshChecksum_);
  if (fv::localTimeSteps(context_->fvSchemes)) {
    if (control_.adjustTimeStep)
      log_.warnOnce(
          "controlDict: adjustTimeStep changes nothing with local time steps; they follow maxCo and maxAlphaCo of PIMPLE");
  } else if (solvers::adaptsTimeStep(application_) && timeState_.index == 0) {
    const auto courant = solver->courant(timeState_.deltaT);
    reportCourant(courant, false);
    time.adjustInitial(courant.max);
  }
  warnOfForgottenHistory();
  warnOfMisspeltEntries();
  if (options_.fastSolvers)
    log_.line(
        "Linear solvers: instead of those that fvSolution names, to the same tolerances (--solvers as-written for those named)\n"
        "    (CGCG, PPCG, OFPiPePCG, OFRePiPePCG, SStepPCG, PETSc: as named)\n"
        "    symmetric systems:  PCG with multigrid (multigridPCG), with DIC where the case names it and the solve is short;\n"
        "        on several ranks in the form of conjugate gradients that is measured to be fastest (--krylov PCG for this one)\n"
        "    asymmetric systems: smoothSolver; where that is slow, PBiCGStab with multigrid, then with DILU");
  log_.line("\nStarting time loop\n");
  timeLoop(time, *solver);
  log_.line(signalled_ ? "Stopped by a signal; everything is written" : "End\n");
  log_.flush();
  return static_cast<int>(signalled_ ? ExitCode::stopped : ExitCode::success);
}

}  // namespace

void postTime(const comm::Communicator& world, const RunOptions& options, const std::vector<std::string>& functions, Log& log) {
  Simulation(world, options, log).post(functions);
}

int runCase(const comm::Communicator& world, const RunOptions& options, Log& log) {
  if (options.fresh) clean(world, options.caseDirectory, false, log);
  if (isToolCase(options)) return runToolCase(world, options, log);
  PreparationOptions preparation = options.preparation;
  preparation.requireSolver = [&] { requireSolver(options); };
  if (!options.checkOnly) {
    prepareCase(world, options.caseDirectory, options.application, preparation, log);
    return Simulation(world, options, log).run();
  }
  // A check writes nothing into the case: what has to be prepared is prepared in a copy.
  const ScratchCase scratch(world, options.caseDirectory, options.application, preparation, log);
  if (!scratch.willBePrepared()) {
    requireSolver(options);
    Problems problems;
    const CaseDictionaries dictionaries(options.caseDirectory, problems);
    problems.throwIfAny(options.caseDirectory.string());
    log.line(
        fmt::format("{}: no problems found in the recipe; mesh and fields can be looked at when its steps have been done "
                    "(eagre run does them)",
                    options.caseDirectory.string()));
    return 0;
  }
  RunOptions there = options;
  there.caseDirectory = scratch.directory();
  there.preparation.origin = options.caseDirectory;
  try {
    if (scratch.isCopy()) prepareCase(world, there.caseDirectory, there.application, there.preparation, log, scratch.filesOnly());
    if (scratch.filesOnly()) there.preparation.meshAsIs = there.preparation.fieldsAsIs = true;
    Simulation(world, there, log).check(options.caseDirectory);
  } catch (const Error& e) { throw Error(scratch.inWordsOfCase(e.what()), e.code()); }
  return 0;
}

}  // namespace eagre::run
