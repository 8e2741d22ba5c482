// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <string_view>
#include <vector>

namespace eagre::kernel {

/// A named loop and what one iteration of it must move between memory and core if nothing stays in cache from one loop to the
/// next and nothing is fetched twice within one [bytes]. 0: not counted.
struct Loop {
  const char* name;
  double bytes = 0;
  constexpr Loop(const char* loopName, double bytesPerTurn = 0) : name(loopName), bytes(bytesPerTurn) {}
};

/// How many iterations of a loop run now; of one that runs in pieces also how many ran before and will run after this piece.
struct Iterations {
  double now, before = 0, after = 0;
  constexpr Iterations(double all) : now(all) {}
  constexpr Iterations(double piece, double done, double left) : now(piece), before(done), after(left) {}
};

/// What the loops of a run have cost. While one is alive and in use (see Recording) every named loop adds to it.
class Profile {
 public:
  struct Entry {
    const char* name;
    double calls = 0, iterations = 0, bytes = 0, seconds = 0;
  };
  void add(const Loop& loop, double iterations, double seconds) {
    Entry& e = entry(loop.name);
    e.calls += 1;
    e.iterations += iterations;
    e.bytes += iterations * loop.bytes;
    e.seconds += seconds;
  }
  const std::vector<Entry>& entries() const { return entries_; }
  void clear() { entries_.clear(); }

 private:
  Entry& entry(std::string_view name) {
    for (Entry& e : entries_)
      if (name == e.name) return e;
    return entries_.emplace_back(Entry{name.data()});
  }
  std::vector<Entry> entries_;
};

/// The profile of this thread that loops report to; none: loops are not timed.
inline constinit thread_local Profile* recordingProfile = nullptr;

/// Makes the loops of this thread report to a profile as long as it lives.
class Recording {
 public:
  explicit Recording(Profile& profile) : before_(recordingProfile) { recordingProfile = &profile; }
  ~Recording() { recordingProfile = before_; }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  Profile* before_;
};

/// Stands in for the machine's clock where ranks run in simulated time: says what a loop takes there.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds that these iterations of a loop take. They may pass later, but before this rank next hears of another.
  virtual double charge(const Loop& loop, const Iterations& iterations) = 0;
  /// Lets all that was charged pass.
  virtual void settle() = 0;
};

/// The clock that the loops of this thread are charged to; none: they take the time that they take.
inline constinit thread_local Clock* simulatedClock = nullptr;

/// Charges the loops of this thread to a clock as long as it lives.
class Charging {
 public:
  explicit Charging(Clock& clock) : before_(simulatedClock) { simulatedClock = &clock; }
  ~Charging() {
    simulatedClock->settle();
    simulatedClock = before_;
  }
  Charging(const Charging&) = delete;
  Charging& operator=(const Charging&) = delete;

 private:
  Clock* before_;
};

/// Times what stands in its scope as these iterations of a loop, if anybody wants to know.
class Timed {
 public:
  Timed(const Loop& loop, const Iterations& iterations) : profile_(recordingProfile), loop_(loop), iterations_(iterations) {
    if (profile_) start_ = std::chrono::steady_clock::now();
  }
  ~Timed() {
    if (simulatedClock) {
      const double seconds = simulatedClock->charge(loop_, iterations_);
      if (profile_) profile_->add(loop_, iterations_.now, seconds);
    } else if (profile_) {
      profile_->add(loop_, iterations_.now, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
    }
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  Profile* profile_;
  Loop loop_;
  Iterations iterations_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace eagre::kernel
