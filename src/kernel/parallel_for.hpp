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

/// f(begin, end) for ranges that make up [0, n) and that threads share; iterations within a range are in order. What a range
/// writes must be its own, and its results must not depend on where ranges begin and end. iterations: those in [0, n).
template <class F>
inline void forRanges(const Loop& loop, const Iterations& iterations, Label n, F f) {
  const Independent independent(loop, iterations);
#ifdef EAGRE_CHECKED
  constexpr Label ranges = 3;
  const auto edge = [n](long long k) { return static_cast<Label>(n * k / ranges); };
  independent.each(0, ranges, [&](Label k) { f(edge(k), edge(k + 1)); });
#else
  independent.parts(n, static_cast<Label>(iterations.now),
                    [=](const InOrder&, Label begin, Label end) mutable { f(begin, end); });
#endif
}

/// What a loop that combines its f(i) takes at a time: its result depends on the number of iterations alone, since the blocks are
/// combined in their order, whichever thread has made them.
inline constexpr Label combinedAtOnce = 4096;

/// combine(total, ofBlock(begin, end)) for the blocks that make up [0, n), in their order; ofBlock is called in any.
template <class T, class OfBlock, class Combine>
inline T combineBlocks(const Independent& independent, Label n, T total, OfBlock ofBlock, Combine combine) {
  const Label nBlocks = (n + combinedAtOnce - 1) / combinedAtOnce;
  std::vector<decltype(ofBlock(n, n))> blocks(static_cast<std::size_t>(nBlocks));
  independent.parts(nBlocks, n, [=, blocks = blocks.data()](const auto&, Label begin, Label end) mutable {
    for (Label b = begin; b < end; ++b) blocks[b] = ofBlock(b * combinedAtOnce, std::min(n, (b + 1) * combinedAtOnce));
  });
  for (const auto& block : blocks) combine(total, block);
  return total;
}

/// As forRanges, and the sum of what f(begin, end, blocks) writes: the sum of each block of combinedAtOnce that its range is made
/// of.
template <class T, class F>
inline T sumOverRanges(const Loop& loop, Label n, F f) {
  const Label nBlocks = (n + combinedAtOnce - 1) / combinedAtOnce;
  std::vector<T> blocks(static_cast<std::size_t>(nBlocks));
  forRanges(loop, n, nBlocks, [=, blocks = blocks.data()](Label begin, Label end) mutable {
    if (begin < end) f(begin * combinedAtOnce, std::min(n, end * combinedAtOnce), blocks + begin);
  });
  T total{};
  for (const T& block : blocks) total += block;
  return total;
}

/// The iterations of a loop that combines its f(i): f itself, and in the checked build what it gave, iteration by iteration in a
/// random order; kept by `values`, which the result refers to.
template <class F>
inline auto iterationsToCombine([[maybe_unused]] const Independent& independent, [[maybe_unused]] Label n, F& f,
                                [[maybe_unused]] std::vector<std::decay_t<decltype(f(Label{}))>>& values) {
#ifdef EAGRE_CHECKED
  values.resize(static_cast<std::size_t>(n));
  independent.each(0, n, [&](Label i) { values[static_cast<std::size_t>(i)] = f(i); });
  return [values = values.data()](Label i) { return values[i]; };
#else
  return f;
#endif
}

/// Sum of f(i) over [0, n), in an order that depends on n alone: in blocks (combinedAtOnce), within each eight sums side by side,
/// since one waits for each addition.
template <class T, class F>
inline T parallelSum(Loop loop, Label n, F&& f) {
  constexpr int lanes = 8;
  const Independent independent(loop, n);
  std::vector<std::decay_t<decltype(f(Label{}))>> values;
  auto ofBlock = [iteration = iterationsToCombine(independent, n, f, values)](Label i, Label end) mutable {
    T sums[lanes] = {};
    for (; i + lanes <= end; i += lanes)
      for (int k = 0; k < lanes; ++k) sums[k] += iteration(i + k);
    for (int k = 0; i < end; ++i, ++k) sums[k] += iteration(i);
    for (int half = lanes / 2; half > 0; half /= 2)
      for (int k = 0; k < half; ++k) sums[k] += sums[k + half];
    return sums[0];
  };
  return combineBlocks(independent, n, T{}, ofBlock, [](T& total, const T& sum) { total += sum; });
}

/// Sums that each iteration f(i, sums) adds to, in the order of the iterations within blocks (combinedAtOnce), and of the blocks;
/// T has +=.
template <class T, class F>
inline T parallelSums(Loop loop, Label n, F&& f) {
  const Independent independent(loop, n);
#ifdef EAGRE_CHECKED
  std::vector<T> values;
  auto own = [f](Label i) mutable {
    T part{};
    f(i, part);
    return part;
  };
  auto ofBlock = [iteration = iterationsToCombine(independent, n, own, values)](Label i, Label end) mutable {
    T sums{};
    for (; i < end; ++i) sums += iteration(i);
    return sums;
  };
#else
  auto ofBlock = [f](Label i, Label end) mutable {
    T sums{};
    for (; i < end; ++i) f(i, sums);
    return sums;
  };
#endif
  return combineBlocks(independent, n, T{}, ofBlock, [](T& total, const T& sums) { total += sums; });
}

/// combine(start, f(i)) over [0, n), for a combination that is the same in any order.
template <class T, class F, class Combine>
inline T parallelExtreme(Loop loop, Label n, T start, F& f, Combine combine) {
  const Independent independent(loop, n);
  std::vector<std::decay_t<decltype(f(Label{}))>> values;
  auto ofBlock = [=, iteration = iterationsToCombine(independent, n, f, values)](Label i, Label end) mutable {
    T most = start;
    for (; i < end; ++i) most = combine(most, iteration(i));
    return most;
  };
  return combineBlocks(independent, n, start, ofBlock, [=](T& total, const T& value) { total = combine(total, value); });
}
/// The largest of `start` and all f(i) over [0, n).
template <class T, class F>
inline T parallelMax(Loop loop, Label n, T start, F&& f) {
  return parallelExtreme(loop, n, start, f, [](T a, T b) { return std::max<T>(a, b); });
}
/// The smallest of `start` and all f(i) over [0, n).
template <class T, class F>
inline T parallelMin(Loop loop, Label n, T start, F&& f) {
  return parallelExtreme(loop, n, start, f, [](T a, T b) { return std::min<T>(a, b); });
}

/// A loop in which an iteration may need the one before: in order, on one thread.
template <class F>
inline void sequentialFor(Loop loop, Label begin, Label end, F&& f) {
  const Sequential iterations(loop, end - begin);
  iterations.each(begin, end, f);
}

}  // namespace eagre::kernel
