// SPDX-License-Identifier: BSD-3-Clause
#include "run/report/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "core/tell.hpp"

namespace eagre::run {

std::string durationText(double seconds) {
  const auto s = static_cast<long>(std::lround(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
}

Progress::Progress(Log& log, double start, double end)
    : log_(log), start_(start), end_(end), bar_(log.speaks() && isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO)) {}

Progress::~Progress() {
  if (bar_) tell(stderr, "\n");
}

void Progress::update(double value) {
  if (!log_.speaks() || !(end_ > start_) || end_ > 1e14) return;
  const auto now = Clock::now();
  const double sinceShown = std::chrono::duration<double>(now - shown_).count();
  const double done = std::clamp((value - start_) / (end_ - start_), 0.0, 1.0);
  if (sinceShown < (bar_ ? 0.2 : 10) && done < 1) return;
  if (!bar_ && sinceShown < 10) return;
  shown_ = now;
  const double elapsed = std::chrono::duration<double>(now - began_).count();
  const std::string left = done > 0 ? durationText(elapsed * (1 - done) / done) : "?";
  if (bar_) {
    constexpr int width = 40;
    const int filled = static_cast<int>(done * width);
    tell(stderr, fmt::format("\r[{:#<{}}{:.<{}}] {:5.1f} %  time {:.6g}  {} left   ", "", filled, "", width - filled, 100 * done,
                             value, left));
    std::fflush(stderr);
  } else {
    log_.line(fmt::format("Progress: {:.1f} % done, about {} left\n", 100 * done, left));
  }
}

}  // namespace eagre::run
