// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <utility>

#include "run/control/time_loop.hpp"
#include "run/report/profiled_run.hpp"
#include "run/report/progress.hpp"

namespace eagre::run {

/// How far the loop is, in the log or as a bar.
class ProgressObserver final : public Observer {
 public:
  ProgressObserver(Log& log, const TimeLoop& loop) : loop_(&loop), progress_(log, loop.time(), loop.endTime()) {}
  void afterStep() override { progress_.update(loop_->time()); }

 private:
  const TimeLoop* loop_;
  Progress progress_;
};

/// Times the loops of all steps after the first and hands what they took to `report` at the end, if there were any.
class ProfileObserver final : public Observer {
 public:
  using Report = std::function<void(ProfiledRun&)>;
  ProfileObserver(const comm::Communicator& world, Report report) : profile_(world), report_(std::move(report)) {}
  void afterStep() override { profile_.stepDone(); }
  void atEnd() override {
    profile_.stop();
    if (profile_.steps.steps > 0) report_(profile_);
  }

 private:
  ProfiledRun profile_;
  Report report_;
};

/// Calls f() after each step.
class AfterStep final : public Observer {
 public:
  explicit AfterStep(std::function<void()> f) : f_(std::move(f)) {}
  void afterStep() override { f_(); }

 private:
  std::function<void()> f_;
};

}  // namespace eagre::run
