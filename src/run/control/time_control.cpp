// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/time_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "config/word_choice.hpp"
#include "core/one_of.hpp"
#include "run/words.hpp"

namespace eagre::run {
namespace {

const WordTable<StartFrom>& startFroms() {
  static const WordTable<StartFrom> table{{"firstTime", "the first time of the case", StartFrom::firstTime},
                                          {"startTime", "the time startTime", StartFrom::startTime},
                                          {"latestTime", "the last time of the case (default)", StartFrom::latestTime}};
  return table;
}

const WordTable<StopAt>& stopAts() {
  static const WordTable<StopAt> table{{"endTime", "the time endTime (default)", StopAt::endTime},
                                       {"writeNow", "the next step, which is written", StopAt::writeNow},
                                       {"noWriteNow", "the next step, which is not written", StopAt::noWriteNow},
                                       {"nextWrite", "the next time that is written", StopAt::nextWrite}};
  return table;
}

const WordTable<output::TimeFormat>& timeFormats() {
  using output::TimeFormat;
  static const WordTable<TimeFormat> table{{"general", "0.001, 1e-05 (default)", TimeFormat::general},
                                           {"fixed", "0.00001", TimeFormat::fixed},
                                           {"scientific", "1.0e-05", TimeFormat::scientific}};
  return table;
}

const WordTable<>& writeFormats() {
  static const WordTable<> table{{"ascii", "text, with writePrecision digits; gzipped with writeCompression"},
                                 {"binary", "the numbers' own bytes: nothing is rounded"},
                                 {"hdf5", "read as ascii; dumps are chosen by `dump`"}};
  return table;
}

/// Of the name of a time; as OpenFOAM.
constexpr int mostDigits = 18;

void positive(const config::Dictionary& d, const char* key, double value) {
  if (!(value > 0)) throw Error(d.at(key).place, fmt::format("{} must be positive, not {:g}", key, value));
}

}  // namespace

std::vector<Word> startFromWords() { return startFroms().words(); }
std::vector<Word> stopAtWords() { return stopAts().words(); }
std::vector<Word> timeFormatWords() { return timeFormats().words(); }
std::vector<Word> writeFormatWords() { return writeFormats().words(); }

void ControlDict::startAt(const std::string& from) {
  constexpr std::string_view directory = "/", before = "dumps/", after = ".vtkhdf";
  std::string_view time = from;
  if (isOneOf(from, {"latest", "latestTime"})) {
    startFrom = StartFrom::latestTime;
    return;
  }
  if (time.ends_with(directory)) {
    startKind = StartKind::directory;
    time.remove_suffix(directory.size());
  } else if (time.starts_with(before) && time.ends_with(after)) {
    startKind = StartKind::dump;
    time = time.substr(before.size(), time.size() - before.size() - after.size());
  }
  if (time.starts_with("restart.") && startKind != StartKind::directory) {
    startFrom = StartFrom::latestTime, startKind = StartKind::dump;
    startDump = time;
    return;
  }
  const auto [last, status] = std::from_chars(time.data(), time.data() + time.size(), startTime);
  if (status != std::errc{} || last != time.data() + time.size() || !std::isfinite(startTime))
    throw Error(fmt::format("--from: '{}' is no time (as latest, 0.1; 0.1/: its directory; dumps/0.1.vtkhdf: its dump)", from),
                ExitCode::usage);
  startFrom = StartFrom::startTime;
}

int readDigits(const config::Dictionary& d, const char* keyword) {
  constexpr int otherwise = 6, exact = 17, most = 40;
  const int digits = d.getOr<int>(keyword, otherwise);
  int taken = digits;
  if (digits < 0) taken = otherwise;
  if (digits > most) taken = exact;
  if (taken != digits)
    d.warn(d.at(keyword).place, fmt::format("{} is {}; {} digits are written{}", keyword, digits, taken,
                                            digits < 0 ? ", as by OpenFOAM" : ", which are all that a number has"));
  return taken;
}

/// A run whose time stands still never ends.
void ControlDict::checkSteps(const config::Dictionary& d) const {
  if (!(deltaT > 0)) return;  // named already
  const auto standsStill = [&](double time) { return time + deltaT == time; };
  if (startFrom == StartFrom::startTime && standsStill(startTime))
    throw Error(d.at("deltaT").place,
                fmt::format("deltaT {:g} is below the resolution of times at startTime {:g}: the time would "
                            "stand still",
                            deltaT, startTime));
  if (!adjustTimeStep && stopAt == StopAt::endTime && standsStill(endTime))
    d.warn(d.at("deltaT").place,
           fmt::format("deltaT {:g} is below the resolution of times at endTime {:g}, which is never reached", deltaT, endTime));
}

void ControlDict::readFormats(const config::Dictionary& d, Problems& problems) {
  const auto item = [&](auto&& f) { problems.guard(f); };
  item([&] {
    purgeWrite = d.getOr<int>("purgeWrite", 0);
    if (purgeWrite < 0)
      d.warn(d.at("purgeWrite").place, "purgeWrite is negative; as in OpenFOAM, 0 is taken: all times are kept");
    purgeWrite = std::max(0, purgeWrite);
  });
  item([&] {
    if (!d.has("writeFormat")) return;
    const auto word = d.get<std::string>("writeFormat");
    binary = word == "binary";
    if (!writeFormats().contains(word))
      d.warn(d.at("writeFormat").place,
             unknownWordMessage("writeFormat", word, writeFormats().names()) + ". As in OpenFOAM, ascii is written");
  });
  item([&] {
    static const std::vector<std::string> words{"on", "off", "yes", "no", "true", "false", "compressed", "uncompressed"};
    if (!d.has("writeCompression")) return;
    const auto w = d.getChoice("writeCompression", words);
    compressed = (w == "on" || w == "yes" || w == "true" || w == "compressed") && !binary;
  });
  item([&] { writePrecision = readDigits(d, "writePrecision"); });
  item([&] { timePrecision = readDigits(d, "timePrecision"); });
  item([&] {
    if (d.has("timeFormat")) timeFormat = config::chosen(timeFormats(), d, "timeFormat").make;
  });
}

void ControlDict::readLimits(const config::Dictionary& d, bool twoPhase, Problems& problems) {
  const auto item = [&](auto&& f) { problems.guard(f); };
  item([&] {
    if (d.has("maxDeltaT")) positive(d, "maxDeltaT", maxDeltaT);
  });
  item([&] {
    maxCo = d.getOr<double>("maxCo", 1);
    if (d.has("maxCo")) positive(d, "maxCo", maxCo);
  });
  if (twoPhase)
    item([&] {
      maxAlphaCo = d.get<double>("maxAlphaCo");
      positive(d, "maxAlphaCo", maxAlphaCo);
    });
}

ControlDict ControlDict::read(const config::Dictionary& d, bool twoPhase, Problems& problems) {
  ControlDict c;
  const auto item = [&](auto&& f) { problems.guard(f); };
  item([&] { c.application = d.getOr("application", ""); });
  item([&] {
    if (d.has("startFrom")) c.startFrom = config::chosen(startFroms(), d, "startFrom").make;
  });
  item([&] { c.startTime = c.startFrom == StartFrom::startTime ? d.get<double>("startTime") : d.getOr<double>("startTime", 0); });
  item([&] {
    if (d.has("stopAt")) c.stopAt = config::chosen(stopAts(), d, "stopAt").make;
  });
  item([&] { c.endTime = c.stopAt == StopAt::endTime ? d.get<double>("endTime") : great; });
  item([&] {
    c.deltaT = d.get<double>("deltaT");
    positive(d, "deltaT", c.deltaT);
  });
  c.writeTimes = readWriteTimes(d, problems);
  c.readFormats(d, problems);
  item([&] { c.runTimeModifiable = d.getOr<bool>("runTimeModifiable", true); });
  item([&] { c.adjustTimeStep = d.getOr<bool>("adjustTimeStep", false); });
  item([&] { c.maxDeltaT = d.getOr<double>("maxDeltaT", great); });
  item([&] { c.checkSteps(d); });
  if (c.adjustTimeStep) c.readLimits(d, twoPhase, problems);
  return c;
}

TimeControl::TimeControl(const ControlDict& control, const WriteTimes& restartTimes, const RestartState& start,
                         fv::TimeState& state)
    : control_(control),
      state_(state),
      schedule_(control.writeTimes, start.value, start.written),
      restartSchedule_(restartTimes, start.value, start.writtenForRestarts),
      stopOfFile_(control.stopAt),
      endTime_(control.endTime),
      timePrecision_(std::max(control.timePrecision, start.timePrecision)) {
  state.value = start.value;
  state.index = state.startIndex = start.index;
  const bool restarted = start.deltaT > 0;
  stepFixedByRestart_ = restarted && control.adjustTimeStep;
  state.deltaT = stepFixedByRestart_ ? start.deltaT : control.deltaT;
  state.deltaT0 = restarted ? start.deltaT0 : state.deltaT;
  deltaTSave_ = start.ours ? start.deltaT : state.deltaT;
  before_ = state.value - state.deltaT;
}

std::string TimeControl::name() const { return output::timeName(state_.value, control_.timeFormat, timePrecision_); }

bool TimeControl::running() const {
  if (control_.stopAt == StopAt::noWriteNow) return false;
  return state_.value < endTime_ - 0.5 * state_.deltaT;
}

void TimeControl::setDeltaT(double deltaT) {
  state_.deltaT = deltaT;
  const double toNextWrite = std::min(schedule_.untilFitted(state_.value), restartSchedule_.untilFitted(state_.value));
  const double steps = toNextWrite / deltaT;
  if (!(steps < 2147483647.0)) return;
  const double fitted = toNextWrite / std::max(1.0, std::round(steps));
  // the step may not grow beyond a factor 2 or shrink beyond 5 for the sake of a write time
  state_.deltaT = fitted >= deltaT ? std::min(fitted, 2 * deltaT) : std::max(fitted, 0.2 * deltaT);
}

void TimeControl::adjustInitial(double courant) {
  if (!control_.adjustTimeStep || state_.index != 0 || courant <= small) return;
  setDeltaT(std::min(control_.maxCo * state_.deltaT / courant, std::min(state_.deltaT, control_.maxDeltaT)));
}

void TimeControl::adjust(double courant, double interfaceCourant, bool twoPhase) {
  if (!control_.adjustTimeStep) return;
  double largest = control_.maxCo / (courant + small);
  if (twoPhase) largest = std::min(largest, control_.maxAlphaCo / (interfaceCourant + small));
  const double factor = std::min(std::min(largest, 1 + 0.1 * largest), 1.2);
  setDeltaT(std::min(factor * state_.deltaT, control_.maxDeltaT));
}

bool TimeControl::needsClocks() const { return schedule_.times().isOfClocks() || restartSchedule_.times().isOfClocks(); }

void TimeControl::advance(const RunClocks& clocks) {
  state_.deltaT0 = deltaTSave_;
  deltaTSave_ = state_.deltaT;
  before_ = state_.value;
  state_.value += state_.deltaT;
  if (state_.value == before_)
    throw Error(fmt::format("the time stands still at {:g} s: the time step of {:g} s is below the resolution of times", before_,
                            state_.deltaT),
                ExitCode::diverged);
  ++state_.index;
  if (std::abs(state_.value) < 10 * small * state_.deltaT) state_.value = 0;
  write_ = schedule_.due(state_, clocks);
  writeRestart_ = restartSchedule_.due(state_, clocks);
  if (running()) {
    if (control_.stopAt == StopAt::writeNow) {
      endTime_ = state_.value;
      write_ = true;
      writeRestart_ = restartSchedule_.times().control != WriteControl::none;
    } else if (control_.stopAt == StopAt::nextWrite && write_) {
      endTime_ = state_.value;
    }
  }
  if (!write_) return;
  // Two dumps must not share a name: more digits where the step is smaller than the name shows.
  const double tolerance = std::max(std::min(std::pow(10.0, -timePrecision_), 0.1 * state_.deltaT), small);
  while (timePrecision_ < mostDigits && std::abs(std::strtod(name().c_str(), nullptr) - before_ - state_.deltaT) > tolerance)
    ++timePrecision_;
}

/// As in OpenFOAM it has the name that it would have had unwritten, but never that of the step before, which may be written.
void TimeControl::writeThisTime() {
  write_ = true;
  while (timePrecision_ < mostDigits && output::timeName(before_, control_.timeFormat, timePrecision_) == name())
    ++timePrecision_;
}

void TimeControl::update(const ControlDict& control) {
  const double oldDeltaT = control_.deltaT;
  // An edited stopAt is newer than what was asked for, but an end at once stays one.
  if (control.stopAt != stopOfFile_ && askedStop_ != StopAt::writeNow) askedStop_.reset();
  stopOfFile_ = control.stopAt;
  control_ = control;
  if (askedStop_) control_.stopAt = *askedStop_;
  endTime_ = control.endTime;
  schedule_.change(control.writeTimes);
  if (!control.adjustTimeStep && control.deltaT != oldDeltaT) state_.deltaT = control.deltaT;
}

void TimeControl::setEndTime(double endTime) {
  askedStop_.reset();
  control_.stopAt = StopAt::endTime;
  control_.endTime = endTime_ = endTime;
}

RestartState TimeControl::restartState() const {
  RestartState state{state_.value, state_.deltaT, state_.deltaT0, state_.index, timePrecision_, true, schedule_.progress()};
  if (restartSchedule_.times().control != WriteControl::none) state.writtenForRestarts = restartSchedule_.progress();
  return state;
}

}  // namespace eagre::run
