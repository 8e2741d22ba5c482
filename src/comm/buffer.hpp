// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace eagre::comm {

/// Does not clear what a vector grows by.
template <class T>
struct Uncleared : std::allocator<T> {
  template <class Other>
  struct rebind {
    using other = Uncleared<Other>;
  };
  template <class Other, class... Arguments>
  void construct(Other* at, Arguments&&... arguments) {
    if constexpr (sizeof...(Arguments) == 0)
      ::new (static_cast<void*>(at)) Other;
    else
      ::new (static_cast<void*>(at)) Other(std::forward<Arguments>(arguments)...);
  }
};

/// Bytes that are written before they are read. One that is kept from use to use has its memory at hand: that of a new one costs
/// a page fault for each 4 KiB, which takes longer than to fill them.
using Buffer = std::vector<std::byte, Uncleared<std::byte>>;

}  // namespace eagre::comm
