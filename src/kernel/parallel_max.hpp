// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "core/types.hpp"
#include "kernel/profile.hpp"

namespace eagre::kernel {

/// The largest of `start` and all f(i) over [0, n).
template <class T, class F>
inline T parallelMax(Loop loop, Label n, T start, F&& f) {
  const Timed timed(loop, n);
  for (Label i = 0; i < n; ++i) start = std::max<T>(start, f(i));
  return start;
}
/// The smallest of `start` and all f(i) over [0, n).
template <class T, class F>
inline T parallelMin(Loop loop, Label n, T start, F&& f) {
  const Timed timed(loop, n);
  for (Label i = 0; i < n; ++i) start = std::min<T>(start, f(i));
  return start;
}

}  // namespace eagre::kernel
