// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

namespace eagre::run {

/// Looks on at a time loop. All of it is collective, as the steps are.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void beforeStep() {}
  virtual void afterStep() {}
  /// After the last step.
  virtual void atEnd() {}
};

/// The one time loop: of an OpenFOAM case (Simulation), of a channel. What happens beside the steps (signals, writing, function
/// objects, progress, profile) is its observers', in the order in which they were given.
class TimeLoop {
 public:
  virtual ~TimeLoop() = default;
  void observe(std::unique_ptr<Observer> observer) { observers_.push_back(std::move(observer)); }

  /// One step, with what the observers do; false if there is none to be made any more. Collective.
  bool step() {
    if (!running()) return false;
    for (const auto& o : observers_) o->beforeStep();
    advance();
    for (const auto& o : observers_) o->afterStep();
    return true;
  }
  /// All steps that are left, and the end.
  void toEnd() {
    while (step()) {}
    for (const auto& o : observers_) o->atEnd();
  }

  virtual bool running() const = 0;
  virtual double time() const = 0;     ///< [s] reached
  virtual double endTime() const = 0;  ///< [s] at which it will end, unless it is stopped

 protected:
  virtual void advance() = 0;

 private:
  std::vector<std::unique_ptr<Observer>> observers_;
};

}  // namespace eagre::run
