// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "channel/channel.hpp"
#include "channel/time_step.hpp"
#include "core/error.hpp"
#include "output/on_master.hpp"
#include "run/channel/channel_case.hpp"
#include "run/channel/channel_initial.hpp"
#include "run/channel/channel_output.hpp"
#include "run/channel/channel_series.hpp"
#include "run/control/case_lock.hpp"
#include "run/control/signals.hpp"
#include "run/report/observers.hpp"

namespace eagre::run {
namespace fs = std::filesystem;

namespace {

/// No step with so large a Courant number is stable: Adams-Bashforth bears imaginaryLimit, and viscosity helps a little.
constexpr double hopelessCourant = 2;

/// The restart file that a run is to continue from.
fs::path restartOf(const comm::Communicator& world, const ChannelCase& channelCase, const std::string& from) {
  std::string name;
  output::onMaster(world, [&] {
    const auto files = restartFiles(channelCase.directory);
    if (from != "latest")
      name = from;
    else if (files.empty())
      throw Error(fmt::format("--from latest: there is no restart file in {}", channelCase.directory.string()),
                  ExitCode::badCase);
    else
      name = files.back().string();
  });
  world.broadcast(name);
  return name;
}

/// Says which settings have changed since a file was written: the run goes on with those of now.
void reportChanges(const std::string& before, const channel::Settings& settings, const fs::path& file, Log& log) {
  channel::Settings old;
  Problems problems;
  channel::apply(config::parseToml(before, file.string(), problems), old, problems);
  channel::Settings now = settings;
  const auto was = channel::parameters(old), is = channel::parameters(now);
  for (std::size_t i = 0; i < is.size(); ++i)
    if (!channel::whatGivesEffect(is[i].key, settings) && channel::valueText(was[i]) != channel::valueText(is[i]))
      log.line(fmt::format("Changed     {}: {} -> {}", is[i].key, channel::valueText(was[i]), channel::valueText(is[i])));
}

/// Everything one run owns.
class ChannelRun final : public TimeLoop {
 public:
  ChannelRun(const comm::Communicator& world, const ChannelOptions& options, Log& log)
      : world_(world),
        log_(log),
        machine_(options.machine),
        isProfiled_(options.profile),
        case_(world, options),
        lock_(world, case_.directory, {.force = options.force, .makeDirectory = true}, log),
        block_(channel::makeGrid(case_.settings), world, case_.settings.grid.ranks),
        channel_(block_, case_.settings) {
    describe(case_, block_, log);
    if (options.from.empty())
      startAnew(options.overwrite);
    else
      goOn(options.from);
    output_.emplace(case_, block_);
    series_.emplace(world, case_.directory, case_.settings, channel_.steps());
    if (channel_.steps() == 0) {
      series_->add(0, 0, 0, channel_.measure());
      if (case_.settings.output.format != channel::FileFormat::none) output_->fields(0, 0, channel_.fields());
    }
  }

  int run() {
    const SignalGuard signals;
    const double began = comm::Communicator::seconds();
    const ChannelOutput::Cost wroteBefore = output_->cost();
    const std::int64_t first = channel_.steps();
    const ChargedRun charged(machine_);
    if (isProfiled_)
      observe(std::make_unique<ProfileObserver>(world_, [this](ProfiledRun& profile) {
        reportProfile(world_, profile.loops, gatherCommunication(world_, profile.communication), profile.steps, case_.directory,
                      log_);
      }));
    observe(std::make_unique<AfterStep>([this] { write({channel_.steps(), before_, channel_.time(), !running()}); }));
    observe(std::make_unique<ProgressObserver>(log_, *this));
    toEnd();
    const double seconds = comm::Communicator::seconds() - began, writing = output_->cost().seconds - wroteBefore.seconds;
    const auto steps = static_cast<double>(channel_.steps() - first);
    if (steps > 0)
      log_.line(
          fmt::format("\n{:.0f} steps in {}, {:.3g} us per cell, step and rank; writing took {:.3g} s "
                      "({:.3g} s of processor time) of {:.3g} s",
                      steps, durationText(seconds),
                      1e6 * (seconds - writing) * world_.size() / steps / static_cast<double>(block_.grid().nCells()), writing,
                      output_->cost().processor - wroteBefore.processor, seconds));
    log_.line(stopped_ ? "Stopped by a signal; everything is written" : "End");
    log_.flush();
    return static_cast<int>(stopped_ ? ExitCode::stopped : ExitCode::success);
  }

  bool running() const override { return !channel_.finished() && !stopped_; }
  double time() const override { return channel_.time(); }
  /// If steps are as long as given.
  double endTime() const override {
    const channel::TimeSettings& t = case_.settings.time;
    return t.steps > 0 && t.dt > 0 ? std::min(t.end, t.dt * static_cast<double>(t.steps)) : t.end;
  }

 private:
  void startAnew(bool overwrite) {
    output::onMaster(world_, [&] {
      const auto old = restartFiles(case_.directory);
      if (!old.empty() && !overwrite)
        throw Error(
            fmt::format("{} holds restart files of a run before, the last one {}; continue it by --from latest, choose another "
                        "--directory, or say --overwrite",
                        case_.directory.string(), old.back().filename().string()),
            ExitCode::badCase);
      // What a longer run has left would stand among the files of this one.
      if (overwrite)
        for (const fs::path& file : stepFiles(case_.directory)) fs::remove(file);
    });
    channel_.start(initialCondition(case_, block_));
    checkStep();
  }

  /// What the settings alone do not show: the velocity that a file has brought.
  void checkStep() const {
    const double dt = case_.settings.time.dt, rate = channel_.flow().courantRate();
    if (dt * rate > channel::imaginaryLimit)
      throw Error(
          fmt::format("time.dt: {} is unstable: the Courant number of the initial velocity is {:.3g} and may be {}; at most "
                      "{:.3g}, or 0 and time.cfl",
                      dt, dt * rate, channel::imaginaryLimit, channel::imaginaryLimit / rate),
          ExitCode::badCase);
  }

  void goOn(const std::string& from) {
    const fs::path file = restartOf(world_, case_, from);
    ChannelFile reader(file, block_);
    channel::State state = channel_.state();
    for (const channel::NamedField& field : state.fields) reader.read(field);
    reader.read(state.numbers);
    channel_.resume();
    log_.line(fmt::format("Restart     {}, step {}, time {:.6g}", file.string(), channel_.steps(), channel_.time()));
    reportChanges(reader.settings(), case_.settings, file, log_);
  }

  /// A signal is heard of in the step's first reduction, so that one more step is made.
  void advance() override {
    before_ = channel_.time();
    try {
      const channel::StepReport r = channel_.step(SignalGuard::received() != 0);
      dt_ = r.dt;
      log_.line(
          fmt::format("Step {} time {:.8g} dt {:.4g} Courant {:.3g} pressure {} iterations {:.2g} momentum {} sweeps {:.2g}",
                      r.step, r.time, r.dt, r.courant, r.flow.pressure.iterations, r.flow.pressure.finalResidual,
                      *std::max_element(r.flow.momentumSweeps, r.flow.momentumSweeps + 3),
                      *std::max_element(r.flow.momentumResidual, r.flow.momentumResidual + 3)) +
          (r.heat ? fmt::format(" heat {} iterations {:.2g}", r.heat->iterations, r.heat->residual) : ""));
      if (r.courant > hopelessCourant)
        throw Error(
            fmt::format("the flow has blown up: the Courant number is {:.3g} at time {:.6g}; use a smaller time.dt, or dt = 0 "
                        "and time.cfl",
                        r.courant, r.time),
            ExitCode::diverged);
      stopped_ = r.asked;
    } catch (const Error& e) {
      // Nothing of this step is written.
      const auto files = restartFiles(case_.directory);
      throw Error(fmt::format("{}\n  {}", e.what(),
                              files.empty() ? "there is no restart file (output.restart_every)"
                                            : "the last restart file is " + files.back().string()),
                  e.code());
    }
  }

  void write(const ChannelStepEnd& end) {
    const channel::OutputSettings& s = case_.settings.output;
    if (isDue(s.seriesEvery, s.seriesInterval, end)) {
      const channel::Diagnostics d = channel_.measure();
      series_->add(end.step, end.after, dt_, d);
    }
    if (s.format == channel::FileFormat::none) return;
    if (const DueFields due = dueFields(case_.settings, end); due.any())
      output_->fields(end.step, end.after, channel_.fields(), due);
    if (end.last || isDue(s.restartEvery, s.restartInterval, end)) output_->restart(end.step, end.after, channel_.state());
  }

  comm::Communicator world_;
  Log& log_;
  fs::path machine_;
  bool isProfiled_;
  ChannelCase case_;
  CaseLock lock_;
  grid::Block block_;
  channel::Channel channel_;
  std::optional<ChannelOutput> output_;
  std::optional<ChannelSeries> series_;
  double dt_ = 0, before_ = 0;  ///< of the last step: its length, and the time at its start
  bool stopped_ = false;        ///< by a signal
};

}  // namespace

int runChannel(const comm::Communicator& world, const ChannelOptions& options, Log& log) {
  return ChannelRun(world, options, log).run();
}

}  // namespace eagre::run
