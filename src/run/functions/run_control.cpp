// SPDX-License-Identifier: BSD-3-Clause
// Function objects that end a run: runTimeControl, abort.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/untrusted.hpp"
#include "fv/functions/function1.hpp"
#include "output/on_master.hpp"
#include "run/case/case_setup.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/run_condition.hpp"

namespace eagre::run {
namespace {

/// runTimeControl: ends the run, with its fields written, when all conditions of a group hold; one without a groupID is a group
/// of its own. nWriteStep: as many steps, the last one included, are written first. With satisfiedAction setTrigger it sets
/// RunBoard::trigger instead, once. It comes after the function objects whose results it asks for.
class RunTimeControl final : public FunctionObject {
 public:
  explicit RunTimeControl(const FunctionSource& source)
      : schedule_(source.dict), name_(source.name), steps_(source.dict.getOr<int>("nWriteStep", 0)) {
    const auto& d = source.dict;
    static const std::vector<std::string> actions{"end", "setTrigger"};
    if (d.has("satisfiedAction") && d.getChoice("satisfiedAction", actions) == "setTrigger") trigger_ = d.get<int>("trigger");
    for (const auto& entry : d.subDict("conditions").entries()) {
      if (!entry.isDict() || !entry.dict->getOr<bool>("active", true)) continue;
      conditions_.push_back({entry.keyword, entry.dict->getOr<int>("groupID", -1), makeRunCondition(entry.keyword, *entry.dict)});
    }
    if (conditions_.empty()) source.context.log.warnOnce(fmt::format("runTimeControl '{}' has no active condition", name_));
  }
  void start(fv::Context&, DirectorySource& source) override {
    const config::Dictionary* state = source.state(functionObjectProperties);
    if (state) state = state->findDict(name_);
    if (state) isActive_ = state->getOr<bool>("active", true);
    for (const auto& condition : conditions_)
      if (const config::Dictionary* own = state ? state->findDict(condition.name) : nullptr) condition.of->continueFrom(*own);
  }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!isActive_ || !schedule_.due(context, end) || !isSatisfied(context)) return;
    if (trigger_) {
      context.log.line(fmt::format("runTimeControl {}: Setting trigger {}", name_, *trigger_));
      board()->trigger = std::max(board()->trigger, *trigger_);
      isActive_ = false;
      return;
    }
    if (written_ < steps_ - 1) {
      ++written_;
      context.log.line(fmt::format("runTimeControl {}: Writing fields - step {}", name_, written_));
      board()->writes = true;
      return;
    }
    context.log.line(fmt::format("runTimeControl {}: Stopping calculation, writing fields", name_));
    isActive_ = false;
    board()->writes = board()->ends = true;
  }
  std::string state() const override {
    std::string text = fmt::format("{}\n{{\n", name_);
    if (trigger_ && !isActive_) text += "    active          no;\n";
    for (const auto& condition : conditions_)
      if (const std::string own = condition.of->state(); !own.empty())
        text += fmt::format("    {}\n    {{\n{}    }}\n", condition.name, own);
    return text + "}\n";
  }
  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }

 private:
  struct Condition {
    std::string name;
    int group;
    std::unique_ptr<RunCondition> of;
  };
  /// As in OpenFOAM those after a condition without a group that holds are not looked at in that step.
  bool isSatisfied(const fv::Context& context) {
    std::map<int, bool> holds;
    for (const auto& condition : conditions_) {
      const bool own = condition.of->holds(context, *board());
      if (own) context.log.line(fmt::format("runTimeControl {}: {} condition satisfied", name_, condition.name));
      if (own && condition.group == -1) return true;
      const auto group = holds.try_emplace(condition.group, true).first;
      group->second = group->second && own;
    }
    return std::ranges::any_of(holds, [](const auto& group) { return group.second; });
  }

  ExecutionSchedule schedule_;
  std::string name_;
  int steps_, written_ = 0;
  std::optional<int> trigger_;  ///< with satisfiedAction setTrigger
  bool isActive_ = true;
  std::vector<Condition> conditions_;
};

/// abort: when a file of its name is there, the run is stopped as `action` says (nextWrite, writeNow, noWriteNow), or as the file
/// does ("action=writeNow"). A file that is there at the start is not heeded; the first step removes it, since a check of the
/// case starts too and must leave it. The one that was heeded is removed as well. Unlike OpenFOAM's it takes no file outside the
/// case or in one of its folders: nothing else is to be removed by a mistake.
class Abort final : public FunctionObject {
 public:
  explicit Abort(const FunctionSource& source) : action_(readAction(source.dict)) {
    const auto& d = source.dict;
    std::string name = d.getOr("file", source.name);
    for (const char* prefix : {"$FOAM_CASE/", "${FOAM_CASE}/", "<case>/"})
      if (name.starts_with(prefix)) name.erase(0, std::string_view(prefix).size());
    requirePlainName("file", name, d.has("file") ? d.at("file").place : d.place());
    file_ = source.directory.parent_path().parent_path().parent_path() / name;
  }
  void start(fv::Context& context, DirectorySource&) override {
    if (context.mesh.communicator().master()) leftBefore_ = writeTime();
  }
  void execute(const fv::Context& context, StepEnd end) override {
    if (isTriggered_) {
      if (end.last) remove(context);
      return;
    }
    if (std::exchange(isFirst_, false)) removeLeftBefore(context);
    const auto& all = context.mesh.communicator();
    std::int64_t action = -1;
    if (all.master() && writeTime()) action = wanted();
    action = all.sum(all.master() ? action : std::int64_t{0});
    if (action < 0) return;
    isTriggered_ = true;
    const auto& chosen = actions()[static_cast<std::size_t>(action)];
    context.log.line(fmt::format("USER REQUESTED ABORT (timeIndex={}): {}", context.time().index, chosen.meaning));
    board()->stopAt = chosen.stopAt;
    remove(context);
  }
  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }

 private:
  struct Action {
    const char *word, *meaning;
    StopAt stopAt;
  };
  static std::span<const Action> actions() {
    static constexpr std::array table{Action{"nextWrite", "stop after next data write", StopAt::nextWrite},
                                      Action{"writeNow", "stop and write data", StopAt::writeNow},
                                      Action{"noWriteNow", "stop without writing data", StopAt::noWriteNow},
                                      Action{"endTime", "continue simulation to the endTime", StopAt::endTime}};
    return table;
  }
  static std::int64_t readAction(const config::Dictionary& d) {
    std::vector<std::string> words;
    for (const Action& action : actions()) words.emplace_back(action.word);
    return d.has("action") ? std::ranges::find(words, d.getChoice("action", words)) - words.begin() : 0;
  }
  /// What the file says, or else the entry `action`. On rank 0.
  std::int64_t wanted() const {
    constexpr std::size_t most = 1000;
    std::string text(most, '\0');
    std::ifstream in(file_);
    in.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(in.gcount()));
    const auto equals = text.find('=');
    if (equals == std::string::npos) return action_;
    std::string word = text.substr(equals + 1);
    std::erase_if(word, [](unsigned char c) { return std::isspace(c) != 0; });
    const auto found = std::ranges::find_if(actions(), [&](const Action& action) { return word == action.word; });
    return found == actions().end() ? action_ : found - actions().begin();
  }
  /// None: there is no such file.
  std::optional<fs::file_time_type> writeTime() const {
    std::error_code failed;
    if (!fs::is_regular_file(fs::symlink_status(file_, failed))) return {};
    const auto time = fs::last_write_time(file_, failed);
    return failed ? std::nullopt : std::optional(time);
  }
  /// Unless it was written anew during the first step, which is a request.
  void removeLeftBefore(const fv::Context& context) const {
    const auto& all = context.mesh.communicator();
    if (all.any(all.master() && leftBefore_ && writeTime() == leftBefore_)) remove(context);
  }
  void remove(const fv::Context& context) const {
    output::onMaster(context.mesh.communicator(), [&] {
      std::error_code ignored;
      if (fs::is_regular_file(fs::symlink_status(file_, ignored))) fs::remove(file_, ignored);
    });
  }

  std::int64_t action_;  ///< of actions()
  fs::path file_;
  std::optional<fs::file_time_type> leftBefore_;  ///< of the file that was there at the start; on rank 0
  bool isTriggered_ = false, isFirst_ = true;
};

/// setTimeStep: the time step is a function of time, `deltaT`, whatever the Courant numbers and the times of writing are. As in
/// OpenFOAM with adjustTimeStep alone, and in solvers that heed that. Before its timeStart and after its timeEnd another one that
/// comes before it sets the step, or else the Courant numbers do.
class SetTimeStep final : public FunctionObject {
 public:
  explicit SetTimeStep(const FunctionSource& source)
      : place_(source.dict.place()), times_(source.dict), deltaT_(fv::makeFunction1<double>(source.dict, "deltaT")) {
    if (!source.adjustsTimeStep)
      throw Error(place_, source.dict.name() + ": setTimeStep needs `adjustTimeStep yes` in controlDict");
  }
  void start(fv::Context& context, DirectorySource&) override {
    board()->deltaT = [deltaT = deltaT_, place = place_, times = times_, asked = asked_, otherwise = board()->deltaT,
                       &board = *board(), &clock = context.clock](double time) {
      *asked = true;
      const double present = otherwise ? otherwise(time) : clock.deltaT;
      if (!times.contain(clock, board.trigger)) return present;
      const double step = deltaT->value(time);
      if (!(step > 0) || !std::isfinite(step))
        throw Error(place, fmt::format("setTimeStep: deltaT must be positive and finite, not {:g} s at {:g} s", step, time));
      return step;
    };
  }
  /// Only the run knows whether it heeds the board: by the solver, and by a controlDict that may have been edited.
  void execute(const fv::Context& context, StepEnd) override {
    if (!std::exchange(*asked_, false))
      context.log.warnOnce(
          fmt::format("setTimeStep '{}' changes nothing: the solver does not adapt its time step, or adjustTimeStep was "
                      "switched off",
                      name()));
  }
  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }

 private:
  Place place_;
  ActiveTimes times_;
  std::shared_ptr<bool> asked_ = std::make_shared<bool>(false);  ///< for the step just made
  std::shared_ptr<fv::Function1<double>> deltaT_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeSetTimeStep(const FunctionSource& source) { return std::make_unique<SetTimeStep>(source); }
std::unique_ptr<FunctionObject> makeRunTimeControl(const FunctionSource& source) {
  return std::make_unique<RunTimeControl>(source);
}
std::unique_ptr<FunctionObject> makeAbort(const FunctionSource& source) { return std::make_unique<Abort>(source); }

}  // namespace eagre::run
