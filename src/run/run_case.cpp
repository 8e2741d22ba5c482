// SPDX-License-Identifier: BSD-3-Clause
#include "run/run_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "core/one_of.hpp"
#include "kernel/heap.hpp"
#include "kernel/threads.hpp"
#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"
#include "run/case/clean.hpp"
#include "run/case/coarse_check.hpp"
#include "run/case/made.hpp"
#include "run/control/signals.hpp"
#include "run/dumps/case_writer.hpp"
#include "run/report/observers.hpp"
#include "run/set_up_case.hpp"
#include "run/simulation.hpp"
#include "run/tool_case.hpp"

namespace eagre::run {
namespace {

/// The first signal to any rank makes the loop write and stop; SIGURG to any rank makes it write what it has.
class SignalObserver final : public Observer {
 public:
  SignalObserver(Simulation& simulation, Log& log, bool& signalled) : simulation_(simulation), log_(log), signalled_(signalled) {}
  void beforeStep() override {
    if (signalled_) return;
    // One sum tells of both; ranks that want to write are fewer than a rank that wants to stop counts.
    constexpr std::int64_t write = 1, stop = std::int64_t{1} << 32;
    const std::int64_t own = (SignalGuard::received() != 0 ? stop : 0) + (SignalGuard::writeRequested() ? write : 0);
    const std::int64_t wanted = simulation_.mesh().communicator().sum(own);
    if (wanted > 0 && wanted < stop && simulation_.hasStepped()) {  // before that, it is the time that the run has read
      log_.line("Signal received: writing, then going on");
      simulation_.write();
    }
    if (wanted < stop) return;
    signalled_ = true;
    log_.line("Signal received: writing after this step, then stopping");
    simulation_.stop();
  }

 private:
  Simulation& simulation_;
  Log& log_;
  bool& signalled_;
};

std::unique_ptr<Observer> profileObserver(const Simulation& simulation, const std::filesystem::path& caseDirectory, Log& log) {
  const auto& ranks = simulation.mesh().communicator();
  const MachineTimes machine = measureMachine(ranks, simulation.mesh().nCells);
  return std::make_unique<ProfileObserver>(ranks, [=, &simulation, &ranks, &log](ProfiledRun& profile) {
    auto report = gatherCommunication(ranks, profile.communication);
    report.system = describeSystem(simulation.mesh(), machine);
    report.choices = simulation.choices();
    reportProfile(ranks, profile.loops, report, profile.steps, caseDirectory, log);
  });
}

/// The command line that goes on with this run.
std::string toContinue(const RunOptions& options, int ranks) {
  std::string command = "eagre run " + options.caseDirectory.string();
  if (ranks > 1) command += fmt::format(" -n {}", ranks);
  if (kernel::nThreads > 1) command += fmt::format(" --threads {}", kernel::nThreads);
  const std::pair<const char*, const std::string&> words[] = {
      {"application", options.application},      {"flavour", options.flavour},        {"exchange", options.parallel.exchange},
      {"reduction", options.parallel.reduction}, {"krylov", options.parallel.krylov}, {"dump", options.dump}};
  for (const auto& [name, word] : words)
    if (!word.empty()) command += fmt::format(" --{} {}", name, word);
  if (!options.fastSolvers) command += " --solvers as-written";
  for (const config::GivenEntry& setting : options.settings) command += fmt::format(" --set '{}'", setting.text());
  return command + " --from latest";
}

/// A case with what `eagre run` adds to it; aside: what is removed for good once a step is made, or nullptr.
int run(const comm::Communicator& world, const RunOptions& options, Log& log, SetAside* aside) {
  const SignalGuard signals;
  kernel::mapLargeArrays();
  Simulation simulation(world, options, log);
  bool signalled = false;
  simulation.observe(std::make_unique<SignalObserver>(simulation, log, signalled));
  simulation.observe(std::make_unique<ProgressObserver>(log, simulation));
  if (aside) simulation.observe(std::make_unique<AfterStep>([aside] { aside->discard(); }));
  const ChargedRun charged(options.machine);
  if (options.profile) simulation.observe(profileObserver(simulation, options.caseDirectory, log));
  simulation.toEnd();
  log.line(signalled ? fmt::format("Stopped by a signal; everything is written. To continue from time {}: {}",
                                   simulation.timeName(), toContinue(options, world.size()))
                     : "End\n");
  log.flush();
  return static_cast<int>(signalled ? ExitCode::stopped : ExitCode::success);
}

/// name: of the case, in the log.
void check(const comm::Communicator& world, const RunOptions& options, const std::filesystem::path& name, Log& log) {
  SetUpCase c(world, options, log);
  // Some things only the solver itself finds: a pressure without a reference, conditions that its models cannot serve. On a
  // coarse mesh it would find others.
  if (c.nCellsNotMade == 0) {
    const auto solver = c.makeSolver();
    startFunctionObjects(c.functionObjects, *c.context, *c.source, *c.board);
    c.requireWhatConditionsNeed();
  }
  c.warnOfMisspeltEntries();
  log.line(fmt::format("{}: no problems found. {} would run from time {} to {:g} on {} cells.", name.string(), c.application,
                       c.start.name, c.control.endTime, c.nCellsNotMade > 0 ? c.nCellsNotMade : c.mesh->nCellsGlobal));
  if (c.nCellsNotMade > 0) log.line(notLookedAt(c.nCellsNotMade));
}

}  // namespace

void postTime(const comm::Communicator& world, const RunOptions& options, const std::vector<std::string>& functions,
              KeptMesh& kept, Log& log) {
  SetUpCase c(world, options, log, std::move(kept));
  const TimeControl time(c.control, c.dumps.restart.times, c.restart, c.timeState);
  const auto solver = c.makeSolver();
  std::erase_if(c.functionObjects, [&](const auto& f) {
    const bool asked = functions.empty() || std::find(functions.begin(), functions.end(), f->name()) != functions.end();
    if (asked && f->followsSteps())
      log.warnOnce(fmt::format("function object '{}' needs the steps of a run, and is left out", f->name()));
    return !asked || f->followsSteps();
  });
  startFunctionObjects(c.functionObjects, *c.context, *c.source, *c.board);
  c.requireWhatConditionsNeed();
  output::onMaster(world, [&] { c.dictionaries.requireSettingsOfFields(c.start.name); });
  log.line(fmt::format("Time = {}", time.name()));
  solvers::Outputs made;
  eachTolerantly(c.functionObjects, log, [&](FunctionObject& f) {
    if (!f.activate(c.timeState)) return;
    f.execute(*c.context, {.writeTime = true, .last = true, .anyway = true});
    f.addTo(made);
  });
  if (c.start.dump.empty())
    addToDirectory(c.world, c.dictionaries.directory(), c.start.name, c.control, made);
  else if (!isEmpty(made))
    log.warnOnce(
        "fields of function objects are written to directories of times; of times that only a dump has there are none "
        "(eagre extract makes them)");
  for (const std::string& message : c.dictionaries.unreadSettings()) log.warnOnce(message);
  log.line("");
  log.flush();
  kept = c.keepMesh();
}

namespace {
/// Whether there is a time beside the first one: the dictionaries are there, and there is something to lose.
bool hasResults(const fs::path& caseDirectory) {
  std::error_code none;
  return fs::is_directory(caseDirectory, none) && (hasDumps(caseDirectory) || output::findTimes(caseDirectory).size() > 1);
}
/// Whether a program has left something that was computed with mesh and fields, beside times and dumps.
bool hasTraces(const fs::path& caseDirectory) {
  return std::ranges::any_of(fs::directory_iterator(caseDirectory), [](const auto& entry) {
    const std::string name = entry.path().filename().string();
    return isOneOf(name, {"postProcessing", "pictures", "profile.json"}) || name.starts_with("processor");
  });
}
/// Whether mesh or fields are older than their dictionaries, and nothing has been computed with them: no --fresh need be said.
bool isOutdated(const comm::Communicator& world, const RunOptions& options, Log& log) {
  bool outdated = false;
  output::onMaster(world, [&] {
    if (options.checkOnly || options.preparation.meshAsIs || options.preparation.fieldsAsIs) return;
    if (!fs::is_directory(options.caseDirectory) || hasResults(options.caseDirectory) || hasTraces(options.caseDirectory)) return;
    const auto changed = changedSources(options.caseDirectory);
    outdated = !changed.empty();
    if (outdated)
      log.line(fmt::format("{} changed since mesh and fields were made, with which nothing has been computed: they are made anew",
                           fmt::join(changed, ", ")));
  });
  return world.sum(static_cast<std::int64_t>(outdated ? 1 : 0)) > 0;
}
}  // namespace

int runCase(const comm::Communicator& world, const RunOptions& options, Log& log) {
  const bool isTool = toolOfCase(options).has_value();
  std::optional<SetAside> aside;
  if (options.fresh || (!isTool && isOutdated(world, options, log))) {
    if (!isTool) requireSolver(options, hasResults(options.caseDirectory));  // before anything is removed
    aside.emplace(world, options.caseDirectory, log);
  }
  if (isTool) {
    const int code = runToolCase(world, options, log);
    if (aside) aside->discard();
    return code;
  }
  PreparationOptions preparation = options.preparation;
  preparation.flavour = options.flavour;
  preparation.requireSolver = [&] { requireSolver(options); };
  if (!options.checkOnly) {
    prepareCase(world, options.caseDirectory, options.application, preparation, log);
    return run(world, options, log, aside ? &*aside : nullptr);
  }
  // A check writes nothing into the case: what has to be prepared is prepared in a copy.
  const ScratchCase scratch(world, options.caseDirectory, options.application, preparation, log);
  if (!scratch.willBePrepared()) {
    requireSolver(options);
    Problems problems;
    const CaseDictionaries dictionaries(options.caseDirectory, problems, options.flavour);
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
    check(world, there, options.caseDirectory, log);
  } catch (const Error& e) { throw Error(scratch.inWordsOfCase(e.what()), e.code()); }
  return 0;
}

}  // namespace eagre::run
