// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

#include "grid/block.hpp"

namespace eagre::grid {

/// The ghosts that every field has on each side.
inline constexpr int haloWidth = 3;

/// What a loop over a field captures: by value, cheap, no owner. i fastest; (0, 0, 0) is the first cell of the block.
template <class T>
struct View {
  T* first = nullptr;
  std::ptrdiff_t sj = 0, sk = 0;  ///< steps of j and k
  T& operator()(int i, int j, int k) const { return first[i + sj * j + sk * k]; }
  /// A view that is read only.
  operator View<const T>() const requires(!std::is_const_v<T>) { return {first, sj, sk}; }
};

/// Allocator of arrays that begin on a cache line.
inline constexpr int lineBytes = 64;
template <class T>
struct LineAligned {
  using value_type = T;
  LineAligned() = default;
  template <class U>
  LineAligned(const LineAligned<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(lineBytes))); }
  void deallocate(T* p, std::size_t) noexcept { ::operator delete(p, std::align_val_t(lineBytes)); }
  bool operator==(const LineAligned&) const = default;
};

/// Numbers of a rank's cells and of `width` ghosts around them on every side, at physical boundaries too. Zero at first.
/// Staggered components stand on the low faces of cells: u(i, j, k) on the low x-face of cell (i, j, k), v on the y-face, w on
/// the z-face; the face at the upper physical boundary has index n, in the halo. Rows begin on 64 bytes.
template <class T>
class BasicField {
 public:
  BasicField() = default;
  explicit BasicField(const Block& block, int width = haloWidth) : BasicField(block.n(), width) {}
  BasicField(const Int3& n, int width) : n_(n), width_(width) {
    constexpr int line = lineBytes / static_cast<int>(sizeof(T));
    const int lead = (width + line - 1) / line * line;
    // The ghosts at the low end of a row stand behind those at the high end of the row before.
    sj_ = (n[0] + 2 * width + line - 1) / line * line;
    sk_ = sj_ * (n[1] + 2 * width);
    values_.assign(static_cast<std::size_t>(lead + sk_ * (n[2] + 2 * width)), T{});
    origin_ = lead + sj_ * width + sk_ * width;
  }

  T& operator()(int i, int j, int k) { return values_[static_cast<std::size_t>(origin_ + i + sj_ * j + sk_ * k)]; }
  const T& operator()(int i, int j, int k) const { return values_[static_cast<std::size_t>(origin_ + i + sj_ * j + sk_ * k)]; }
  View<T> view() { return {values_.data() + origin_, sj_, sk_}; }
  View<const T> view() const { return {values_.data() + origin_, sj_, sk_}; }

  const Int3& n() const { return n_; }
  int width() const { return width_; }
  void fill(T value) { std::fill(values_.begin(), values_.end(), value); }
  void swap(BasicField& other) noexcept { std::swap(*this, other); }

 private:
  std::vector<T, LineAligned<T>> values_;
  Int3 n_{0, 0, 0};
  int width_ = 0;
  std::ptrdiff_t sj_ = 0, sk_ = 0, origin_ = 0;
};

using Field = BasicField<double>;

}  // namespace eagre::grid
