// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <string_view>
#include <vector>

namespace eagre::kernel {

/// A named loop and what one turn of it must move between memory and core if nothing stays in cache from one loop to the next and
/// nothing is fetched twice within one [bytes]. 0: not counted.
struct Loop {
  const char* name;
  double bytes = 0;
  constexpr Loop(const char* loopName, double bytesPerTurn = 0) : name(loopName), bytes(bytesPerTurn) {}
};

/// How many turns of a loop run now; of one that runs in pieces also how many ran before and will run after this piece.
struct Turns {
  double now, before = 0, after = 0;
  constexpr Turns(double all) : now(all) {}
  constexpr Turns(double piece, double done, double left) : now(piece), before(done), after(left) {}
};

/// What the loops of a run have cost. While one is alive and in use (see Recording) every named loop adds to it.
class Profile {
 public:
  struct Entry {
    const char* name;
    double calls = 0, turns = 0, bytes = 0, seconds = 0;
  };
  void add(const Loop& loop, double turns, double seconds) {
    Entry& e = entry(loop.name);
    e.calls += 1;
    e.turns += turns;
    e.bytes += turns * loop.bytes;
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
  /// Seconds that these turns of a loop take. They may pass later, but before this rank next hears of another.
  virtual double charge(const Loop& loop, const Turns& turns) = 0;
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

/// Times what stands in its scope as these turns of a loop, if anybody wants to know.
class Timed {
 public:
  Timed(const Loop& loop, const Turns& turns) : profile_(recordingProfile), loop_(loop), turns_(turns) {
    if (profile_) start_ = std::chrono::steady_clock::now();
  }
  ~Timed() {
    if (simulatedClock) {
      const double seconds = simulatedClock->charge(loop_, turns_);
      if (profile_) profile_->add(loop_, turns_.now, seconds);
    } else if (profile_) {
      profile_->add(loop_, turns_.now, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
    }
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  Profile* profile_;
  Loop loop_;
  Turns turns_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace eagre::kernel
