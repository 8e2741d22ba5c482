// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "kernel/profile.hpp"

namespace eagre::kernel {

/// What a core of some machine does: how long a loop takes there by the bytes that it moves and the instructions that it runs.
///
/// The file has a line `word value` for each of the numbers below, and `loop seconds name` for each loop that was measured; `#`
/// begins a comment.
struct Machine {
  double memoryBandwidth = 0;                        ///< [bytes/s] from memory, with all cores of the node at work
  double cacheBandwidth = 0;                         ///< [bytes/s] from the caches
  double cacheSize = 0;                              ///< [bytes] of the core's own caches and its share of the common one
  double callSeconds = 0;                            ///< [s] to start a loop
  double iterationSeconds = 0;                       ///< [s] for an iteration of a loop that is not named below
  std::map<std::string, double, std::less<>> loops;  ///< [s] for an iteration of a loop with all its data in cache
  double noisePerSecond = 0;                         ///< [1/s] interruptions by the operating system in a second of work, if any
  double noiseSeconds = 0;                           ///< [s] how long one takes

  /// Errors (badCase): a file that cannot be read; with its line a word that is none of these, a number that is none or above 0;
  /// a word that is missing, but for those of the noise.
  static Machine read(const std::filesystem::path& file);
};

/// The time that loops take on a machine, one after another.
///
/// An iteration takes as long as its instructions or as its bytes, whichever is longer. Which bytes come from cache is told by
/// the reuse distance (Mattson et al. 1970): the bytes that all loops have moved since this one last ran over about as many
/// iterations (the same power of two: a level of multigrid, or the part of the mesh near the interface). Of a distance D a cache
/// of size S keeps the share min(1, S / D). Bytes moved twice in between count twice, so the distance is an upper bound. Pieces
/// of a loop have the distance of the whole.
class LoopTimes {
 public:
  explicit LoopTimes(Machine machine) : machine_(std::move(machine)) {}

  /// Seconds of the loop that comes next.
  double next(const Loop& loop, const Iterations& iterations);

 private:
  struct Known {
    const char* name = nullptr;  ///< none: the place is free
    int size = 0;                ///< of its iterations, as a power of two
    double iterationSeconds = 0, movedBefore = 0;
  };
  double iterationSeconds(const Loop& loop) const;
  Known& place(const char* name, int size);
  void grow();

  Machine machine_;
  double moved_ = 0;                                   ///< bytes, by all loops so far
  std::vector<Known> known_ = std::vector<Known>(64);  ///< a hash table: 2^n places, at most half of them taken
  std::size_t nKnown_ = 0;
};

/// What an operating system takes from a core (Hoefler2010): interruptions of one length at moments that are exponentially
/// distributed over the time that the core works. While it waits it loses nothing by them. The moments follow from the seed.
class Noise {
 public:
  /// None of it if the machine has none.
  Noise(const Machine& machine, std::uint64_t seed);

  /// Seconds lost while so many are worked.
  double lost(double worked);

 private:
  double interval();

  double perSecond_, seconds_, left_ = 0;  ///< left_: seconds of work until the next one
  std::uint64_t state_;
};

}  // namespace eagre::kernel
