// SPDX-License-Identifier: BSD-3-Clause
#include "run/report/run_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "run/report/progress.hpp"

namespace eagre::run {

namespace {

/// The number behind `words` in a line, or nan.
double numberBehind(std::string_view line, std::string_view words) {
  double value = std::numeric_limits<double>::quiet_NaN();
  const auto place = line.find(words);
  if (place != std::string_view::npos) std::from_chars(line.data() + place + words.size(), line.data() + line.size(), value);
  return value;
}

/// The text between two others in a line, or nothing.
std::string_view between(std::string_view line, std::string_view before, std::string_view behind) {
  const auto begin = line.find(before);
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin + before.size());
  return line.substr(0, line.find(behind));
}

}  // namespace

void RunLine::take(std::string_view line) {
  if (line.starts_with("Starting time loop")) {
    looping_ = true;
    began_ = Clock::now();
  } else if (looping_) {
    takeOfStep(line);
  } else if (!line.empty()) {
    setUp_ = line;
  }
}

void RunLine::takeOfStep(std::string_view line) {
  if (line.starts_with("Time = ")) {
    const double before = time_;
    time_ = numberBehind(line, "Time = ");
    residualOfStep_ = false;
    if (!adapts_ && !std::isnan(before)) deltaT_ = time_ - before;
    if (std::isnan(startTime_)) startTime_ = time_ - (std::isnan(deltaT_) ? 0 : deltaT_);
    ++steps_;
  } else if (line.starts_with("deltaT = ")) {
    deltaT_ = numberBehind(line, "deltaT = ");
    adapts_ = true;
  } else if (line.starts_with("Courant Number")) {
    courant_ = numberBehind(line, "max: ");
    largestCourant_ = std::max(largestCourant_, courant_);
  } else if (line.starts_with("Phase-1 volume fraction = ")) {
    phase_ = numberBehind(line, "fraction = ");
    if (std::isnan(firstPhase_)) firstPhase_ = phase_;
    phaseName_ = between(line, "Min(", ")");
  } else if (!residualOfStep_ && line.find("Solving for p") != std::string_view::npos &&
             line.find("for pcorr") == std::string_view::npos) {
    takeResidual(line);
  }
}

void RunLine::takeResidual(std::string_view line) {
  constexpr double ofRecent = 0.2, ofLongAgo = 0.02;  // weights of a step in the means
  residualOfStep_ = true;
  pressure_ = between(line, "Solving for ", ",");
  residual_ = numberBehind(line, "Initial residual = ");
  if (!(residual_ > 0)) return;
  const double exponent = std::log10(residual_);
  recent_ = std::isnan(recent_) ? exponent : recent_ + ofRecent * (exponent - recent_);
  longAgo_ = std::isnan(longAgo_) ? exponent : longAgo_ + ofLongAgo * (exponent - longAgo_);
}

double RunLine::share() const {
  return endTime_ > startTime_ ? std::clamp((time_ - startTime_) / (endTime_ - startTime_), 0.0, 1.0) : unknown;
}

std::string RunLine::left() const {
  const double done = share();
  if (!(done > 0)) return "";
  const double elapsed = std::chrono::duration<double>(Clock::now() - began_).count();
  return durationText(elapsed * (1 - done) / done) + " left";
}

std::string RunLine::trend() const {
  constexpr double clearly = 0.1;  // decades
  if (!(std::abs(recent_ - longAgo_) > clearly)) return "steady";
  return recent_ > longAgo_ ? "rising" : "falling";
}

std::string RunLine::text(std::size_t width) const {
  if (!looping_ || steps_ == 0) return fmt::format("setting up: {}", setUp_).substr(0, width);
  const double done = share();
  std::vector<std::string> parts;
  const auto add = [&](bool known, std::string part) {
    if (known && !part.empty()) parts.push_back(std::move(part));
  };
  add(!std::isnan(done), fmt::format("{:.1f} %", 100 * done));
  add(true, left());
  add(!std::isnan(deltaT_), fmt::format("dt {:.3g}", deltaT_));
  add(!std::isnan(courant_), fmt::format("Co {:.2g}", courant_));
  add(!std::isnan(residual_), fmt::format("{} {:.1e} {}", pressure_, residual_, trend()));
  add(!std::isnan(phase_), fmt::format("{} {:.4g}", phaseName_.empty() ? "phase" : phaseName_, phase_));
  add(true, fmt::format("t {:.5g} s", time_));
  constexpr std::size_t shortestBar = 8, longestBar = 40, brackets = 2;
  std::string words;
  for (const std::string& part : parts) {
    const std::string longer = words + "  " + part;
    if (longer.size() + shortestBar + brackets > width) break;
    words = longer;
  }
  if (std::isnan(done)) return words.size() > 2 ? words.substr(2) : words;
  const std::size_t bar = std::clamp(width - std::min(width, words.size() + brackets), shortestBar, longestBar);
  const auto filled = static_cast<std::size_t>(done * static_cast<double>(bar));
  return fmt::format("[{:#<{}}{:.<{}}]{}", "", filled, "", bar - filled, words);
}

std::string RunLine::summary() const {
  if (steps_ == 0) return "";
  const double elapsed = std::chrono::duration<double>(Clock::now() - began_).count();
  std::string text = fmt::format("t = {:.6g} s after {} steps in {}", time_, steps_, durationText(elapsed));
  if (!std::isnan(courant_)) text += fmt::format("; Courant number at most {:.3g}", largestCourant_);
  if (!std::isnan(phase_))
    text += fmt::format("\nVolume fraction {} = {:.6g}, drift {:.2g} %", phaseName_, phase_, 100 * (phase_ / firstPhase_ - 1));
  return text;
}

}  // namespace eagre::run
