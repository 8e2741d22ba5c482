// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace eagre::comm {

/// The MPI functions that this room calls while a case runs.
enum class Function {
  send,
  recv,
  probe,
  isend,
  irecv,
  wait,
  waitall,
  testall,
  allreduce,
  iallreduce,
  bcast,
  allgather,
  allgatherv,
  alltoall,
  barrier
};
inline constexpr std::array<const char*, 15> functionNames{"MPI_Send",       "MPI_Recv",       "MPI_Probe",   "MPI_Isend",
                                                           "MPI_Irecv",      "MPI_Wait",       "MPI_Waitall", "MPI_Testall",
                                                           "MPI_Allreduce",  "MPI_Iallreduce", "MPI_Bcast",   "MPI_Allgather",
                                                           "MPI_Allgatherv", "MPI_Alltoall",   "MPI_Barrier"};

/// What the calls of one MPI function took on this rank.
struct Count {
  double calls = 0;
  double bytes = 0;    ///< handed to MPI to be sent; of a collective function the values given, whatever it sends of them
  double elapsed = 0;  ///< in the function [s]
  /// Of that, until the others arrive [s]. A collective function: what a call took beyond the same call on the rank where it was
  /// shortest, the last to arrive; what that rank took is the price of the message passing itself. Recv, Probe, Wait, Waitall:
  /// all of it, the time that the message takes included, since one side alone cannot tell. 0 for all others.
  double waiting = 0;
};

/// What a run has communicated, by phase of the step and by MPI function, on one rank. Use: a Recording while the steps run, a
/// Phase around each part of them. Nobody records: nothing is counted and no clock is read.
class Profile {
 public:
#ifdef EAGRE_SIMGRID
  /// Simulated time.
  struct Clock {
    using duration = std::chrono::duration<double>;
    using time_point = std::chrono::time_point<Clock, duration>;
    static time_point now() { return time_point(duration(Communicator::seconds())); }
  };
#else
  using Clock = std::chrono::steady_clock;
#endif
  struct PhaseEntry {
    std::string name;
    double visits = 0;       ///< how often it was entered
    double iterations = 0;   ///< sweeps or iterations in it, as its author counts them
    double seconds = 0;      ///< elapsed, without phases inside it
    double exchanges = 0;    ///< updates of ghosts
    double reductions = 0;   ///< values of all ranks combined: calls, not messages
    double inExchanges = 0;  ///< elapsed in MPI on behalf of exchanges [s]
    std::array<Count, functionNames.size()> functions{};
    Count& operator[](Function f) { return functions[static_cast<std::size_t>(f)]; }
  };

  /// In the order in which they were first entered; the first is "other", what no phase claims.
  const std::vector<PhaseEntry>& phases() const { return phases_; }
  PhaseEntry& current() { return phases_[current_]; }
  /// Elapsed while this was recorded: in all phases together.
  double seconds() const;
  /// Works out the waiting times of the collective calls so far. Collective; once at the end is enough.
  void settle(const Communicator& communicator);

 private:
  friend class Recording;
  friend class Phase;
  friend class Call;
  friend class ExchangeScope;
  /// A collective call; the n-th of each rank is the same one.
  struct Collective {
    float elapsed;
    std::uint16_t phase, function;
  };

  std::size_t enter(const char* name);  ///< returns the phase that it interrupts
  void leave(std::size_t before);
  void passTime();  ///< credits the present phase with the time since the last change
  void settle(const Communicator::Handle& communicator);

  std::vector<PhaseEntry> phases_{PhaseEntry{.name = "other"}};
  std::size_t current_ = 0;
  bool inExchange_ = false;
  Clock::time_point since_;
  std::vector<Collective> collectives_;
};

/// Makes a communicator (all copies of it) report to a profile as long as this lives. All ranks begin and end at the same
/// collective call.
class Recording {
 public:
  Recording(const Communicator& communicator, Profile& profile);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  Communicator communicator_;
  Profile* before_;
};

/// Says to which part of the step belongs what happens in its scope, phases inside it excepted. All ranks pass the same ones.
class Phase {
 public:
  Phase(const Communicator& communicator, const char* name);
  ~Phase();
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;
  /// Counts sweeps or iterations done in it.
  void iterations(double n);

 private:
  Profile* profile_;
  std::size_t self_ = 0, before_ = 0;
};

}  // namespace eagre::comm
