// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "core/vec.hpp"

namespace eagre::mesh {

/// Area vectors of faces [m^2]. In a mesh of boxes along the axes (exactly) they are not kept: each is then its magnitude along
/// one of six directions, which is a third of the memory to hold and to read.
class FaceAreas {
 public:
  /// For loops.
  class View {
   public:
    View(const Vec3* vectors, const double* magnitudes, const std::uint8_t* directions)
        : vectors_(vectors), magnitudes_(magnitudes), directions_(directions) {}
    Vec3 operator[](Label f) const { return vectors_ ? vectors_[f] : magnitudes_[f] * units[directions_[f]]; }

   private:
    const Vec3* vectors_;
    const double* magnitudes_;
    const std::uint8_t* directions_;
  };

  /// Bytes of a face that a loop reads for its vector.
  double bytes() const { return directions_.empty() ? 24 : 9; }
  View view() const { return {directions_.empty() ? vectors.data() : nullptr, magnitudes_, directions_.data()}; }
  Vec3 operator[](Label f) const { return view()[f]; }
  std::size_t size() const { return directions_.empty() ? vectors.size() : directions_.size(); }

  /// Lets go of the vectors if they are along the axes; magnitudes (as many) must stay where they are.
  void pack(const std::vector<double>& magnitudes);

  std::vector<Vec3> vectors;  ///< until pack(), and after it if they are not along the axes

 private:
  static constexpr Vec3 units[6] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  const double* magnitudes_ = nullptr;
  std::vector<std::uint8_t> directions_;
};

}  // namespace eagre::mesh
