// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/function_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/tell.hpp"
#include "output/foam/time_directory.hpp"

namespace eagre::run {

void Schedule::requireWriteTime(const config::Dictionary& d) {
  const char* key = d.has("writeControl") ? "writeControl" : "outputControl";
  const std::string word = d.getOr(key, "timeStep");
  if (word != "writeTime" && word != "outputTime" && word != "none")
    d.warn(d.has(key) ? d.at(key).place : d.place(),
           fmt::format("{}: writeControl {}: its fields are written at the times of the run only, as writeControl writeTime asks",
                       d.name(), word));
}

ActiveTimes::ActiveTimes(const config::Dictionary& d)
    : start_(d.getOr<double>("timeStart", -never)), end_(d.getOr<double>("timeEnd", never)) {
  if (!d.has("triggerStart")) return;
  static const std::vector<std::string> modes{"time", "trigger", "timeOrTrigger", "timeAndTrigger"};
  triggerStart_ = d.get<int>("triggerStart");
  triggerEnd_ = d.getOr<int>("triggerEnd", noTrigger);
  mode_ = static_cast<Mode>(std::ranges::find(modes, d.getChoice("controlMode", modes)) - modes.begin());
}

bool ActiveTimes::contain(const fv::TimeState& time, int trigger) const {
  const bool inTime = time.value >= start_ - 0.5 * time.deltaT && time.value <= end_ + 0.5 * time.deltaT;
  const bool triggered = trigger >= triggerStart_ && trigger <= triggerEnd_;
  if (mode_ == Mode::trigger) return triggered;
  if (mode_ == Mode::timeOrTrigger) return inTime || triggered;
  if (mode_ == Mode::timeAndTrigger) return inTime && triggered;
  return inTime;
}

StepFit::StepFit(const config::Dictionary& d) {
  const std::string control = d.getOr(d.has("writeControl") ? "writeControl" : "outputControl", "timeStep");
  if (control != "adjustable" && control != "adjustableRunTime") return;
  if (d.has("deltaTCoeff"))
    throw Error(d.at("deltaTCoeff").place,
                d.name() + ": deltaTCoeff is not supported; nStepsToStartTimeChange says how many steps are cut");
  interval_ = d.getOr<double>(d.has("writeInterval") ? "writeInterval" : "outputInterval", 0);
  steps_ = d.getOr<double>("nStepsToStartTimeChange", steps_);
}

double StepFit::fitted(double time, double deltaT, double last) const {
  const auto written = static_cast<double>(wholeNumber((time + 0.5 * last) / interval_));
  const double toNext = std::max(0.0, (written + 1) * interval_ - time), steps = toNext / deltaT;
  if (!(steps <= steps_)) return deltaT;
  return std::max(toNext / std::max(1.0, std::round(steps)), 0.5 * deltaT);
}

void FunctionObject::fitSteps(const fv::TimeState& clock) {
  if (!fit_ || !fit_->isWanted() || !board_) return;
  board_->deltaT = [weak = std::weak_ptr(fit_), times = times_, otherwise = board_->deltaT, board = board_.get(),
                    &clock](double time) {
    const double present = otherwise ? otherwise(time) : clock.deltaT;
    const auto fit = weak.lock();  // none: the function object has been left out since
    return fit && times.contain(clock, board->trigger) ? fit->fitted(time, present, board->lastStep) : present;
  };
}

void warnOfMisspeltEntries(const config::Dictionary& d, std::vector<std::string> own) {
  for (const char* word : {"type", "libs", "functionObjectLibs", "enabled", "log", "executeControl", "executeInterval",
                           "writeControl", "writeInterval", "outputControl", "outputInterval", "timeStart", "timeEnd"})
    own.emplace_back(word);
  for (const auto& entry : d.entries()) {
    if (std::ranges::find(own, entry.keyword) != own.end()) continue;
    if (const std::string nearest = nearestWord(entry.keyword, own); !nearest.empty())
      d.warn(entry.place, fmt::format("{}: '{}' is not read; did you mean '{}'?", d.name(), entry.keyword, nearest));
  }
}

Series::Series(bool master, const fs::path& directory, const std::string& name) {
  const fs::path file = inside(directory, name);
  if (!master) return;
  output::makeDirectory(directory);
  file_ = std::make_unique<output::FileSink>(file, false);
  file_->throwIfFailed();
}

Series::~Series() {
  if (!file_ || !file_->failure().empty()) return;
  file_->close(false);
  if (!file_->failure().empty()) tell(stderr, fmt::format("eagre: error: {}\n", file_->failure()));
}

void Series::line(const std::string& text) {
  if (!file_) return;
  file_->write(text);
  file_->write("\n");
  file_->flush();
  file_->throwIfFailed();
}

std::string resultName(const config::Dictionary& d, const std::string& otherwise, const char* keyword) {
  if (!d.has(keyword) && !otherwise.empty()) return otherwise;
  std::string name = d.get<std::string>(keyword);
  requirePlainName(keyword, name, d.at(keyword).place);
  return name;
}

Table::Table(const FunctionSource& source, std::string fileName)
    : master_(source.context.mesh.communicator().master()),
      directory_(source.directory),
      fileName_(std::move(fileName)),
      digits_(source.dict.has("writePrecision") ? readDigits(source.dict, "writePrecision") : source.context.log.precision()),
      timePrecision_(source.timePrecision),
      isWritten_(source.dict.getOr<bool>("writeToFile", true)) {
  // As in v1912 the table of an earlier run from the same time stays.
  const fs::path file = inside(directory_, fileName_);  // on all ranks, since it may refuse the name
  if (!master_ || !isWritten_ || !config::fileExists(file)) return;
  const fs::path name(fileName_);
  fileName_ = fmt::format("{}_{}{}", name.stem().string(), directory_.filename().string(), name.extension().string());
  source.context.log.line(
      fmt::format("{} of an earlier run is there and stays: the new table is {}", (directory_ / name).string(), fileName_));
}

void Table::line(const std::string& text) {
  if (!isWritten_) return;
  if (!file_) file_ = std::make_unique<Series>(master_, directory_, fileName_);
  file_->line(text);
}

void Table::header(const std::string& text) { line(text.empty() ? "#" : fmt::format("# {:<{}}", text, digits_ + 6)); }

void Table::header(const std::string& key, const std::string& value) {
  line(fmt::format("# {:<{}}: {}", key, digits_ + 6, value));
}

void Table::columns(const std::vector<std::string>& names, bool padded) {
  std::string text = fmt::format("# {:<{}}", "Time", digits_ + 6);
  for (const auto& name : names) text += fmt::format("\t{:<{}}", name, padded ? digits_ + 8 : 0);
  line(text);
}

void Table::row(double time, const std::string& values) { line(padded(this->time(time)) + values); }

std::string Table::time(double value) const { return output::timeName(value, output::TimeFormat::general, timePrecision_); }

std::string Table::padded(const std::string& text) const { return fmt::format("{:<{}}", text, digits_ + 8); }
std::string Table::number(double value) const { return fmt::format("{:.{}e}", value, digits_); }
std::string Table::number(const Vec3& value) const {
  return fmt::format("({} {} {})", number(value.x), number(value.y), number(value.z));
}

}  // namespace eagre::run
