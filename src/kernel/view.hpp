// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <concepts>
#include <iterator>
#include <type_traits>

#include "core/types.hpp"

namespace eagre::kernel {

/// Where an array begins and how long it is: what the body of a parallel loop takes of an array, by value, so that the body
/// refers to nothing of the place where it was written - a thread reads it from its own stack, a device from its arguments. It
/// says no more about the array than the array does: it is good for as long as the array keeps its size.
///
///     parallelFor({"mixture: nu", 24}, n, [nu = View(nu), mu = View(mu), rho = View(rho)](Label i) { nu[i] = mu[i] / rho[i]; });
template <class T>
class View {
 public:
  template <class Array>
  requires requires(Array& array) {
    { std::data(array) } -> std::convertible_to<T*>;
    std::size(array);
  }
  View(Array& array) : data_(std::data(array)), size_(static_cast<Label>(std::size(array))) {}
  View(T* data, Label size) : data_(data), size_(size) {}

  T& operator[](Label i) const { return data_[i]; }
  T* data() const { return data_; }
  Label size() const { return size_; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }

 private:
  T* data_;
  Label size_;
};
template <class Array>
View(Array& array) -> View<std::remove_pointer_t<decltype(std::data(array))>>;

}  // namespace eagre::kernel
