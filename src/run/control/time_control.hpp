// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "output/foam/time_directory.hpp"
#include "run/control/write_schedule.hpp"

namespace eagre::run {

enum class StartFrom { firstTime, startTime, latestTime };
/// What a run may start from.
enum class StartKind { any, directory, dump };
enum class StopAt { endTime, writeNow, noWriteNow, nextWrite };

/// Digits of numbers in files or names: writePrecision, timePrecision; 6 if it is not there. A number that no stream can write is
/// replaced by one that it can, with a warning (Dictionary::warn).
int readDigits(const config::Dictionary& dict, const char* keyword);

/// controlDict, checked. Keywords, words and defaults are OpenFOAM's.
struct ControlDict {
  std::string application;
  StartFrom startFrom = StartFrom::latestTime;
  StartKind startKind = StartKind::any;
  std::string startDump;  ///< of a dump for restarts, "restart.0", whatever its time; empty: none
  StopAt stopAt = StopAt::endTime;
  WriteTimes writeTimes;
  double startTime = 0, endTime = 0, deltaT = 0;
  int purgeWrite = 0, writePrecision = 6, timePrecision = 6;
  bool binary = false, compressed = false, runTimeModifiable = true;
  output::TimeFormat timeFormat = output::TimeFormat::general;
  bool adjustTimeStep = false;
  double maxCo = 1, maxAlphaCo = 1, maxDeltaT = 1e15;
  /// As if startFrom latestTime had been said ("latest", "latestTime"), or startTime with this time: "0.1", or its directory
  /// alone, "0.1/", or its dump alone, "dumps/0.1.vtkhdf"; "dumps/restart.0.vtkhdf", "restart.0": a dump for restarts. Errors
  /// (usage): none of these.
  void startAt(const std::string& from);
  /// Every problem is added; what could be read is returned.
  static ControlDict read(const config::Dictionary& dict, bool twoPhase, Problems& problems);

 private:
  void checkSteps(const config::Dictionary& dict) const;
  void readFormats(const config::Dictionary& dict, Problems& problems);
  /// Of an adjustable time step.
  void readLimits(const config::Dictionary& dict, bool twoPhase, Problems& problems);
};

/// Where a run continues from; kept in <time>/uniform/time and restart, so that a restart takes the very same steps.
struct RestartState {
  double value = 0, deltaT = 0, deltaT0 = 0;
  int index = 0;
  int timePrecision = 0;  ///< that the name of the start time has; 0: it has no more digits than controlDict gives
  bool ours = false;      ///< written by a run of ours; only such have what follows
  std::optional<WriteProgress> written{}, writtenForRestarts{};
  std::shared_ptr<const config::Dictionary> parallel{};  ///< what the run has chosen (run/parallel_choices.hpp)
};

/// The clock of a run: advances TimeState, decides when to write and when to stop.
///
///     while (time.running()) { [time.adjust(courant)]; time.advance(); step; if (time.writeNow()) write; }
class TimeControl {
 public:
  /// restartTimes: when dumps for restarts are written.
  TimeControl(const ControlDict& control, const WriteTimes& restartTimes, const RestartState& start, fv::TimeState& state);

  bool running() const;
  /// Step for the next advance from Courant numbers of the present step: at once when too large, damped when it may grow; then
  /// fitted to the next write time, of a dump for restarts too, if its writeControl is adjustable.
  void adjust(double courant, double interfaceCourant, bool twoPhase);
  /// First step of a run that never took one: reduced so that the Courant number is met.
  void adjustInitial(double courant);
  void advance(const RunClocks& clocks);
  /// Whether anything is written by the clocks.
  bool needsClocks() const;
  /// The step just made is to be written.
  bool writeNow() const { return write_; }
  /// It is to be kept for a restart.
  bool writeRestartNow() const { return writeRestart_; }
  /// As if stopAt writeNow had been set.
  void stopAndWrite() { stopAt(StopAt::writeNow); }
  /// The next step has the length of this function of time [s], if there is one and the step is adjusted, whatever adjust() has
  /// said.
  void takeStep(const std::function<double(double)>& deltaT) {
    if (deltaT && control_.adjustTimeStep) state_.deltaT = deltaT(state_.value);
  }
  /// As if this had been set, until the entry is edited.
  void stopAt(StopAt stopAt) {
    askedStop_ = stopAt;
    control_.stopAt = stopAt;
  }
  /// The step just made is to be written, whatever writeControl says.
  void writeThisTime();
  /// The step just made is the last one.
  void endHere() { endTime_ = state_.value; }
  /// controlDict was edited while the run was going.
  void update(const ControlDict& control);
  /// Another end [s], instead of controlDict's until that is edited.
  void setEndTime(double endTime);
  std::string name() const;
  const ControlDict& control() const { return control_; }
  RestartState restartState() const;
  double endTime() const { return endTime_; }

 private:
  void setDeltaT(double deltaT);

  ControlDict control_;
  fv::TimeState& state_;
  WriteSchedule schedule_, restartSchedule_;
  StopAt stopOfFile_;                ///< what controlDict says
  std::optional<StopAt> askedStop_;  ///< what was asked for instead
  double endTime_ = 0, deltaTSave_ = 0;
  double before_ = 0;  ///< time of the step before [s]
  int timePrecision_ = 6;
  bool write_ = false, writeRestart_ = false, stepFixedByRestart_ = false;
};

}  // namespace eagre::run
