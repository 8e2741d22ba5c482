// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/types.hpp"
#include "kernel/profile.hpp"

/// The one named parallel loop of the house. On a CPU it is a plain loop that the compiler vectorises; a device
/// back end would replace the bodies here and nothing else. The name is what a profile shows; the bytes of a turn,
/// where given, are what it compares with the machine's bandwidth: `parallelFor({"A x", 72}, n, f)`.
namespace eagre::kernel {

template <class F>
inline void parallelFor(Loop loop, Label begin, Label end, F&& f) {
  const Timed timed(loop, end - begin);
  for (Label i = begin; i < end; ++i) f(i);
}
template <class F>
inline void parallelFor(Loop loop, Label n, F&& f) {
  parallelFor(loop, 0, n, f);
}

/// Sum of f(i) over [0, n), in an order that depends on n alone: eight sums side by side, since one waits for each addition.
template <class T, class F>
inline T parallelSum(Loop loop, Label n, F&& f) {
  constexpr int lanes = 8;
  const Timed timed(loop, n);
  T sums[lanes] = {};
  Label i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int k = 0; k < lanes; ++k) sums[k] += f(i + k);
  for (int k = 0; i < n; ++i, ++k) sums[k] += f(i);
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

/// A loop in which a turn may need the one before: in order, on one thread.
template <class F>
inline void sequentialFor(Loop loop, Label begin, Label end, F&& f) {
  const Timed timed(loop, end - begin);
  for (Label i = begin; i < end; ++i) f(i);
}

}  // namespace eagre::kernel
