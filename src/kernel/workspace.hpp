// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

namespace eagre::kernel {

/// Arrays that are needed for a part of a time step only, handed from one part to the next instead of kept by each. Whatever was
/// in an array is still there: who takes one writes it before reading it. One of them a simulation.
class Workspace {
 public:
  using Array = std::vector<double>;

  /// An array of n numbers of any value: one given back that is hardly longer, else a new one.
  Array take(std::size_t n) {
    auto best = free_.end();
    for (auto it = free_.begin(); it != free_.end(); ++it)
      if (it->capacity() >= n && 4 * it->capacity() <= 5 * (n + slack(n)) &&
          (best == free_.end() || it->capacity() < best->capacity()))
        best = it;
    Array array;
    if (best != free_.end()) {
      array.swap(*best);
      free_.erase(best);
    } else {
      array.reserve(n + slack(n));
    }
    array.resize(n);
    return array;
  }
  /// Takes an array back, which is empty then.
  void give(Array& array) {
    if (array.capacity() > 0) free_.push_back(std::move(array));
    array = Array();
  }

 private:
  /// Arrays of internal and of all faces, of cells with ghosts and without are to serve for one another.
  static std::size_t slack(std::size_t n) { return n / 16; }

  std::vector<Array> free_;
};

}  // namespace eagre::kernel
