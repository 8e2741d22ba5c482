// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "core/vec.hpp"

/// One value out of those of all cells or faces.
namespace eagre::run {

enum class Reduction { min, max, sum, sumMag, average, weightedByExtent, integral, variation };
/// The smallest or largest of each component.
template <int N, class Values>
void reduceExtreme(const comm::Communicator& communicator, bool smallest, Label n, Values value, std::span<double> sums) {
  std::fill(sums.begin(), sums.end(), smallest ? vGreat : -vGreat);
  for (Label i = 0; i < n; ++i)
    for (int c = 0; c < N; ++c) {
      const double v = component(value(i), c);
      sums[c] = smallest ? std::min(sums[c], v) : std::max(sums[c], v);
    }
  smallest ? communicator.min(sums) : communicator.max(sums);
}

/// The sum of each component, and behind them that of the weights.
template <int N, class Values, class Weights>
void reduceSum(const comm::Communicator& communicator, bool ofMagnitudes, Label n, Values value, Weights weight,
               std::span<double> sums) {
  for (Label i = 0; i < n; ++i) {
    const double w = weight(i);
    for (int c = 0; c < N; ++c) {
      const double v = component(value(i), c);
      sums[c] += w * (ofMagnitudes ? std::abs(v) : v);
    }
    sums[N] += w;
  }
  communicator.sum(sums);
}

/// min, max, sum, sumMag, average (all values alike), the mean by area or volume, the integral over it, and the coefficient of
/// variation, of the values of all ranks. extent(i): area or volume; given(i): 1, or the weight that the operation asks for.
/// Collective.
template <class T, class Values, class Extent, class Weight>
T reduced(const comm::Communicator& communicator, Reduction kind, Label n, Values value, Extent extent, Weight given) {
  constexpr int N = nComponents<T>;
  std::vector<double> sums(static_cast<std::size_t>(N) + 1, 0.0);
  const bool byExtent = kind == Reduction::weightedByExtent || kind == Reduction::integral || kind == Reduction::variation;
  const auto weight = [&](Label i) { return byExtent ? extent(i) * given(i) : given(i); };
  if (kind == Reduction::min || kind == Reduction::max)
    reduceExtreme<N>(communicator, kind == Reduction::min, n, value, sums);
  else
    reduceSum<N>(communicator, kind == Reduction::sumMag, n, value, weight, sums);
  const bool mean = kind == Reduction::average || kind == Reduction::weightedByExtent || kind == Reduction::variation;
  T result{};
  for (int c = 0; c < N; ++c) component(result, c) = sums[c] / (mean ? sums[N] + rootVSmall : 1);
  if (kind != Reduction::variation) return result;
  const T average = result;
  const auto squares = [&](Label i) {
    T square = value(i) - average;
    for (int c = 0; c < N; ++c) component(square, c) *= component(square, c);
    return square;
  };
  std::ranges::fill(sums, 0.0);
  reduceSum<N>(communicator, false, n, squares, weight, sums);
  for (int c = 0; c < N; ++c) component(result, c) = std::sqrt(sums[c] / sums[N]) / (component(average, c) + rootVSmall);
  return result;
}

}  // namespace eagre::run
