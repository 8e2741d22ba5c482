// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <random>

namespace eagre {

/// The 48-bit linear congruential generator of POSIX's drand48 family, started as by srand48(seed). OpenFOAM's random numbers are
/// these, so that what they decide in a case can be decided alike.
class Random48 {
 public:
  explicit Random48(std::uint32_t seed) : state_((std::uint64_t{seed} << 16) | 0x330e) {}
  /// The upper 31 bits of the next state: what lrand48() returns.
  std::uint32_t bits() { return static_cast<std::uint32_t>(state_() >> 17); }
  /// In [0, 1), from two draws of which the first has the lower bits, as std::generate_canonical makes a double of them.
  double uniform() {
    const double low = bits();
    return std::min((low + bits() * 0x1p31) * 0x1p-62, 1 - 0x1p-53);
  }

 private:
  std::linear_congruential_engine<std::uint64_t, 0x5deece66d, 11, std::uint64_t{1} << 48> state_;
};

}  // namespace eagre
