// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"
#include "core/untrusted.hpp"
#include "fv/fields/context.hpp"
#include "output/file_sink.hpp"
#include "run/control/write_schedule.hpp"
#include "run/functions/run_board.hpp"
#include "solvers/flow_solver.hpp"

namespace eagre::run {

namespace fs = std::filesystem;

class DirectorySource;
class Sampling;
class Samplings;

/// What follows the step that has just been made.
struct StepEnd {
  bool writeTime = false;  ///< the fields are written
  bool last = false;       ///< the run ends
  bool anyway = false;     ///< no step: a time is looked at, whatever writeControl says
};

/// When a function object takes part: from timeStart to timeEnd of its dictionary [s], both widened by half a time step, from
/// triggerStart to triggerEnd of RunBoard::trigger, or by both, as controlMode says.
class ActiveTimes {
 public:
  ActiveTimes() = default;
  /// Errors (badCase): a wrong controlMode, or none beside triggerStart.
  explicit ActiveTimes(const config::Dictionary& d);
  bool contain(const fv::TimeState& time, int trigger) const;

 private:
  enum class Mode { time, trigger, timeOrTrigger, timeAndTrigger };
  static constexpr double never = std::numeric_limits<double>::infinity();
  static constexpr int noTrigger = std::numeric_limits<int>::max();
  double start_ = -never, end_ = never;
  int triggerStart_ = noTrigger, triggerEnd_ = noTrigger;
  Mode mode_ = Mode::time;
};

/// How time steps that are adjusted are cut so that some end where a function object writes: by its entries writeControl
/// (adjustableRunTime), writeInterval and nStepsToStartTimeChange. Errors (badCase): deltaTCoeff.
class StepFit {
 public:
  StepFit() = default;
  explicit StepFit(const config::Dictionary& d);
  bool isWanted() const { return interval_ > 0; }
  /// The step from `time` on in place of one of deltaT; last: the length of the step before, 0 at the start [s].
  double fitted(double time, double deltaT, double last) const;

 private:
  double interval_ = 0;  ///< [s]; 0: steps are left as they are
  double steps_ = 3;     ///< from how many steps before a time of writing on they are cut
};

/// Something that reads the fields during a run and writes under postProcessing/. The formats are OpenFOAM's. Its constructor
/// takes its entries from the dictionary of FunctionSource; a wrong entry is an Error (badCase). execute() first asks its
/// Schedule whether it is due, takes fields from Context::registry (nullptr: the solver has none of that name, an Error
/// (badCase)), adds up over cells with kernel::parallelSum and over ranks with Communicator::sum, and writes a Table. After an
/// Error (badCase) the function object is left out with a warning, and the run goes on. Example: functions/residuals.cpp.
class FunctionObject {
 public:
  virtual ~FunctionObject() = default;
  /// Its keyword in `functions`.
  const std::string& name() const { return name_; }
  /// Whether it takes part in the step that has just been made, from its turn on; a trigger that others set later counts from
  /// the next step on.
  bool activate(const fv::TimeState& time) { return isActive_ = times_.contain(time, board_ ? board_->trigger : RunBoard::none); }
  bool isActive() const { return isActive_; }
  void introduce(std::string name, const ActiveTimes& times, std::shared_ptr<RunBoard> board = {}, StepFit fit = {}) {
    name_ = std::move(name);
    board_ = std::move(board);
    times_ = times;
    fit_ = std::make_shared<const StepFit>(fit);
  }
  /// After start() and requireFields(): from now on, and as long as this one is there, the steps of the clock are those that the
  /// board gives, fitted to what this one writes.
  void fitSteps(const fv::TimeState& clock);
  /// Called once, when the solver has its fields and before the first step; source: what stands at the start time. Collective.
  virtual void start(fv::Context&, DirectorySource& /*source*/) {}
  /// Asks for the fields that it names, once all function objects have started; those that others make are then made in each
  /// step. Errors (badCase): there is none of a name.
  virtual void requireFields(const fv::Context&) const {}
  /// Called once before the first step of a run, whose deltaT is that of the start, adjusted to its Courant number if the case
  /// says so; not where a case is only checked. Collective.
  virtual void beginRun(const fv::Context&) {}
  /// Called after every time step in which it is active. Collective.
  virtual void execute(const fv::Context& context, StepEnd end) = 0;
  /// Adds the fields that are written with those of the flow; after execute().
  virtual void addTo(solvers::Outputs&) const {}
  /// Whether addTo() gives fields after those steps alone in which its writeControl is due: they are then written at times that
  /// the run does not write, too.
  virtual bool hasOwnTimes() const { return false; }
  /// What it gives at such a time; ofRun: what the run writes at its own times.
  virtual void addToOwnTime(solvers::Outputs& outputs, const solvers::Outputs& /*ofRun*/) const { addTo(outputs); }
  /// Adds the fields without which a restart would not go on as it was; after execute().
  virtual void addForRestart(solvers::Outputs&) const {}
  /// What else a restart needs: the entry of this function object in uniform/functionObjects/functionObjectProperties.
  virtual std::string state() const { return {}; }
  /// Whether it needs the steps between the times that are written, so that nothing can be made of a time alone.
  virtual bool followsSteps() const { return false; }
  /// Whether it goes on where the cells of the mesh have changed; meshChanged() is called then, once the fields are there;
  /// source: has those of addForRestart() on the new mesh. Collective.
  virtual bool followsRefinement() const { return false; }
  virtual void meshChanged(fv::Context&, DirectorySource& /*source*/) {}
  /// Called when the fields of addTo() have been written.
  virtual void written() {}

 protected:
  /// A result that others may ask for (RunBoard), by the name that OpenFOAM gives it; the same on all ranks.
  void setResult(const std::string& result, std::vector<double> value) {
    if (board_) board_->results[name_][result] = std::move(value);
  }
  const std::shared_ptr<RunBoard>& board() const { return board_; }

 private:
  std::shared_ptr<RunBoard> board_;
  std::string name_;
  ActiveTimes times_;
  bool isActive_ = false;
  std::shared_ptr<const StepFit> fit_;  ///< the run's steps hold it weakly
};

/// Warns of each entry that looks like a misspelt one: it is none that any function object may have and none of these, which are
/// the object's own, but near to one. Others may be variables of the dictionary ($start), which OpenFOAM allows.
void warnOfMisspeltEntries(const config::Dictionary& d, std::vector<std::string> own);

/// What a function object is made from.
struct FunctionSource {
  const std::string& name;
  const config::Dictionary& dict;  ///< its entry of `functions`
  const fv::Context& context;
  std::filesystem::path directory;       ///< postProcessing/<name>/<start time>
  int timePrecision;                     ///< digits of times in the tables
  std::shared_ptr<Sampling> sampling{};  ///< what it samples, if it does
  bool adjustsTimeStep = false;          ///< controlDict has adjustTimeStep yes
  const Samplings* samplings = nullptr;  ///< those of all, for one that is made of others
};

/// Where function objects keep what a restart needs, below uniform/.
inline constexpr const char* functionObjectProperties = "functionObjects/functionObjectProperties";

/// When a function object writes: writeControl and writeInterval of its dictionary.
class Schedule {
 public:
  explicit Schedule(const config::Dictionary& d)
      : Schedule(d, d.has("writeControl") ? "writeControl" : "outputControl",
                 d.has("writeInterval") ? "writeInterval" : "outputInterval") {}
  /// executeControl and executeInterval alone.
  static Schedule ofExecution(const config::Dictionary& d) { return Schedule(d, "executeControl", "executeInterval"); }
  /// Of fields: they are written with those of the run. Any other writeControl is remarked (Dictionary::warn).
  static void requireWriteTime(const config::Dictionary& d);
  bool due(const fv::Context& context, StepEnd end) {
    if (control_ == "none") return false;
    if (control_ == "always" || end.anyway) return true;
    if (control_ == "onEnd") return end.last;
    const auto every = std::max<std::int64_t>(1, wholeNumber(interval_));
    if (control_ == "writeTime" || control_ == "outputTime") {
      if (end.writeTime) ++writes_;
      return end.writeTime && writes_ % every == 0;
    }
    if (control_ == "timeStep") return context.time().index % every == 0;
    const fv::TimeState& t = context.time();
    if (t.startIndex > 0 && t.index == t.startIndex + 1)  // what the run that this one continues has written
      passed_ = wholeNumber((t.value - t.deltaT + 0.5 * t.deltaT0) / interval_);
    const auto index = wholeNumber((t.value + 0.5 * t.deltaT) / interval_);
    if (index <= passed_) return false;
    passed_ = index;
    return true;
  }

 private:
  Schedule(const config::Dictionary& d, const char* control, const char* interval) {
    static const std::vector<std::string> words{"timeStep", "writeTime", "outputTime", "adjustable", "adjustableRunTime",
                                                "runTime",  "onEnd",     "always",     "none"};
    control_ = d.has(control) ? d.getChoice(control, words) : "timeStep";
    interval_ = d.getOr<double>(interval, 1);
    static const std::vector<std::string> byTime{"adjustable", "adjustableRunTime", "runTime"};
    if (std::find(byTime.begin(), byTime.end(), control_) != byTime.end() && !(interval_ >= shortestInterval))
      throw Error(d.place(),
                  fmt::format("{}: {} must be at least {:g} s, not {:g}", d.name(), interval, shortestInterval, interval_));
  }

  std::string control_;
  double interval_ = 1;
  std::int64_t passed_ = 0, writes_ = 0;
};

/// When a function object executes: by executeControl and executeInterval, and whenever it writes, as in OpenFOAM.
class ExecutionSchedule {
 public:
  explicit ExecutionSchedule(const config::Dictionary& d) : execution_(Schedule::ofExecution(d)), writing_(d) {}
  bool due(const fv::Context& context, StepEnd end) {
    const bool writes = writing_.due(context, end);  // both count
    return execution_.due(context, end) || writes;
  }

 private:
  Schedule execution_, writing_;
};

/// A text file under postProcessing, written by rank 0, a line at a time.
class Series {
 public:
  /// Errors: Error(io), also of line(), on rank 0.
  Series(bool master, const fs::path& directory, const std::string& name);
  /// What a network file system refuses as late as when a file is closed is said, no more.
  ~Series();
  Series(const Series&) = delete;
  void line(const std::string& text);

 private:
  std::unique_ptr<output::FileSink> file_;  ///< rank 0's
};

/// A table of OpenFOAM's writeFile: lines "# key : value", a line of column names, then a line per time.
class Table {
 public:
  /// fileName: "force.dat"; made when the first line is written.
  Table(const FunctionSource& source, std::string fileName);
  void header(const std::string& text);                           ///< "# text"
  void header(const std::string& key, const std::string& value);  ///< "# key         : value"
  /// names: of the columns after the time.
  void columns(const std::vector<std::string>& names, bool padded);
  void row(double time, const std::string& values);
  void line(const std::string& text);                 ///< as it is
  std::string padded(const std::string& text) const;  ///< to the width of a column
  std::string time(double value) const;               ///< as the run names it
  std::string number(double value) const;
  std::string number(const Vec3& value) const;
  bool started() const { return file_ != nullptr; }

 private:
  bool master_;
  std::filesystem::path directory_;
  std::string fileName_;
  int digits_, timePrecision_;
  bool isWritten_;  ///< not with `writeToFile no`
  std::unique_ptr<Series> file_;
};

/// The name of a field that is made and written: the entry `result`, or another. Errors (badCase): it cannot be a file's; it is
/// not there and there is no other.
std::string resultName(const config::Dictionary& d, const std::string& otherwise, const char* keyword = "result");

}  // namespace eagre::run
