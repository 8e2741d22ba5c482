// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/types.hpp"

/// The one named parallel loop of the house. On a CPU it is a plain loop that the compiler vectorises; a device
/// back end would replace the bodies here and nothing else. The name is what a profiler shows.
namespace eagre::kernel {

template <class F>
inline void parallelFor([[maybe_unused]] const char* name, Label begin, Label end, F&& f) {
  for (Label i = begin; i < end; ++i) f(i);
}
template <class F>
inline void parallelFor(const char* name, Label n, F&& f) {
  parallelFor(name, 0, n, f);
}

/// Sum of f(i) over [0, n).
template <class T, class F>
inline T parallelSum([[maybe_unused]] const char* name, Label n, F&& f) {
  T sum{};
  for (Label i = 0; i < n; ++i) sum += f(i);
  return sum;
}

}  // namespace eagre::kernel
