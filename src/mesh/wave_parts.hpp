// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::mesh {

/// What a wave that looks for the nearest of many places leaves where it has been; distSqr < 0: not there yet.
struct Nearest {
  Vec3 origin{};
  double distSqr = -1;
  Label source = -1;
  bool has(const Vec3& other) const { return distSqr >= 0 && origin == other; }
  /// Takes another origin for what stands at `place`, if that is worth telling others: nearer by more than 1 % of the square.
  bool take(const Vec3& place, const Vec3& other, Label otherSource) {
    constexpr double tolerance = 0.01;
    if (has(other)) return false;
    const double candidate = magSqr(place - other), gain = distSqr - candidate;
    if (distSqr >= 0 && (gain < small || (distSqr > small && gain / distSqr < tolerance))) return false;
    *this = {other, candidate, otherSource};
    return true;
  }
};

/// What has changed since it was last passed on, each once, in the order of the changes.
class Changes {
 public:
  explicit Changes(Label n) : marked_(static_cast<std::size_t>(n), 0) {}
  void add(Label i) {
    if (marked_[i]) return;
    marked_[i] = 1;
    list_.push_back(i);
  }
  bool has(Label i) const { return marked_[i] != 0; }
  bool empty() const { return list_.empty(); }
  template <class Use>
  void passOn(Use use) {
    for (const Label i : list_) {
      use(i);
      marked_[i] = 0;
    }
    list_.clear();
  }

 private:
  std::vector<char> marked_;
  std::vector<Label> list_;
};

}  // namespace eagre::mesh
