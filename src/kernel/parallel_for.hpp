// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "core/types.hpp"
#include "kernel/independent.hpp"

/// The one named parallel loop of the house. On a CPU it is a plain loop that the compiler vectorises; a device
/// back end would replace the bodies here and nothing else. The name is what a profile shows; the bytes of an iteration,
/// where given, are what it compares with the machine's bandwidth: `parallelFor({"A x", 72}, n, f)`.
/// Bodies take what they use by value, arrays as View (kernel/view.hpp); the checked build finds iterations that are not
/// independent.
namespace eagre::kernel {

template <class F>
inline void parallelFor(Loop loop, Label begin, Label end, F&& f) {
  const Independent independent(loop, end - begin);
  independent.each(begin, end, f);
}
template <class F>
inline void parallelFor(Loop loop, Label n, F&& f) {
  parallelFor(loop, 0, n, f);
}

/// The iterations of a loop that combines its f(i): f itself, and in the checked build what it gave, iteration by iteration in a
/// random order.
template <class F>
inline auto iterationsToCombine([[maybe_unused]] const Independent& independent, [[maybe_unused]] Label n, F& f) {
#ifdef EAGRE_CHECKED
  std::vector<std::decay_t<decltype(f(Label{}))>> values(static_cast<std::size_t>(n));
  independent.each(0, n, [&](Label i) { values[static_cast<std::size_t>(i)] = f(i); });
  return [values = std::move(values)](Label i) { return values[static_cast<std::size_t>(i)]; };
#else
  return [&f](Label i) { return f(i); };
#endif
}

/// Sum of f(i) over [0, n), in an order that depends on n alone: eight sums side by side, since one waits for each addition.
template <class T, class F>
inline T parallelSum(Loop loop, Label n, F&& f) {
  constexpr int lanes = 8;
  const Independent independent(loop, n);
  const auto iteration = iterationsToCombine(independent, n, f);
  T sums[lanes] = {};
  Label i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int k = 0; k < lanes; ++k) sums[k] += iteration(i + k);
  for (int k = 0; i < n; ++i, ++k) sums[k] += iteration(i);
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

/// Sums that each iteration f(i, sums) adds to, in the order of the iterations; T has +=.
template <class T, class F>
inline T parallelSums(Loop loop, Label n, F&& f) {
  const Independent independent(loop, n);
  T sums{};
#ifdef EAGRE_CHECKED
  const auto own = [&f](Label i) {
    T part{};
    f(i, part);
    return part;
  };
  const auto iteration = iterationsToCombine(independent, n, own);
  for (Label i = 0; i < n; ++i) sums += iteration(i);
#else
  independent.each(0, n, [&](Label i) { f(i, sums); });
#endif
  return sums;
}

/// The largest of `start` and all f(i) over [0, n).
template <class T, class F>
inline T parallelMax(Loop loop, Label n, T start, F&& f) {
  const Independent independent(loop, n);
  const auto iteration = iterationsToCombine(independent, n, f);
  for (Label i = 0; i < n; ++i) start = std::max<T>(start, iteration(i));
  return start;
}
/// The smallest of `start` and all f(i) over [0, n).
template <class T, class F>
inline T parallelMin(Loop loop, Label n, T start, F&& f) {
  const Independent independent(loop, n);
  const auto iteration = iterationsToCombine(independent, n, f);
  for (Label i = 0; i < n; ++i) start = std::min<T>(start, iteration(i));
  return start;
}

/// A loop in which an iteration may need the one before: in order, on one thread.
template <class F>
inline void sequentialFor(Loop loop, Label begin, Label end, F&& f) {
  const Sequential iterations(loop, end - begin);
  iterations.each(begin, end, f);
}

}  // namespace eagre::kernel
