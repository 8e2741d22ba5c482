// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace eagre::kernel {

/// Allocator of arrays that begin as zeros without being written: the operating system gives memory zeroed, and gives it where it
/// is written first. A large array that is zero but for a few places takes the memory of these places. For a vector that is made
/// in its size once (a resize() would leave what was there before).
template <class T>
struct ZeroPages {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  using value_type = T;
  T* allocate(std::size_t n) {
    if (void* p = std::calloc(n, sizeof(T))) return static_cast<T*>(p);
    throw std::bad_alloc();
  }
  void deallocate(T* p, std::size_t) noexcept { std::free(p); }
  template <class U>
  void construct(U*) noexcept {}  // it is zero
  template <class U, class... Args>
  void construct(U* p, Args&&... args) {
    ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
  }
  bool operator==(const ZeroPages&) const = default;
};

template <class T>
using MostlyZeros = std::vector<T, ZeroPages<T>>;

}  // namespace eagre::kernel
