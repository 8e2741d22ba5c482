// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "comm/call.hpp"

namespace eagre::comm {

/// Who precedes a message whose length the receiver cannot know: a look at it.
enum class Look { none, probe };

/// Gathers to rank 0 along a binomial tree and scatters from there along the same tree, as OpenFOAM's Pstream: 2 (P - 1)
/// messages. Calls fromBelow(rank, end) for each rank below, which comes with those after it and before end; then toAbove(rank,
/// end) with this rank and those below it, and fromAbove(rank); at last toBelow(rank) for each rank below.
template <class FromBelow, class ToAbove, class FromAbove, class ToBelow>
void alongTree(int rank, int size, FromBelow fromBelow, ToAbove toAbove, FromAbove fromAbove, ToBelow toBelow) {
  int step = 1;
  for (; step < size && rank % (2 * step) == 0; step *= 2)
    if (rank + step < size) fromBelow(rank + step, std::min(rank + 2 * step, size));
  if (rank > 0) {
    toAbove(rank - step, std::min(rank + step, size));
    fromAbove(rank - step);
  }
  for (step /= 2; step > 0; step /= 2)
    if (rank + step < size) toBelow(rank + step);
}

template <class T>
void sendInTree(const Communicator::Handle& h, std::span<const T> values, int to, int tag) {
  const Call call(h, Function::send, values.size_bytes());
  MPI_Send(values.data(), static_cast<int>(values.size_bytes()), MPI_BYTE, to, tag, h.comm);
}

template <class T>
void receiveInTree(const Communicator::Handle& h, std::span<T> values, int from, int tag, Look look) {
  if (look == Look::probe) {
    const Call call(h, Function::probe);
    MPI_Probe(from, tag, h.comm, MPI_STATUS_IGNORE);
  }
  const Call call(h, Function::recv);
  MPI_Recv(values.data(), static_cast<int>(values.size_bytes()), MPI_BYTE, from, tag, h.comm, MPI_STATUS_IGNORE);
}

/// Combines the values of all ranks, element by element, on rank 0 and scatters the result, along the tree; every message carries
/// all values. In an order that depends on P alone. Any type that can be sent as bytes. Collective. Water 10 (2018) 1461, figure
/// 6a.
template <class T, class Combine>
void treeReduce(const Communicator::Handle& h, std::span<T> values, int tag, Combine combine) {
  std::vector<T> received(values.size());
  alongTree(
      h.rank, h.size,
      [&](int from, int) {
        receiveInTree(h, std::span(received), from, tag, Look::none);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = combine(values[i], received[i]);
      },
      [&](int to, int) { sendInTree(h, std::span<const T>(values), to, tag); },
      [&](int from) { receiveInTree(h, values, from, tag, Look::none); },
      [&](int to) { sendInTree(h, std::span<const T>(values), to, tag); });
}

/// A table with a row of each rank, of which each has its own, on all ranks: rows are gathered to rank 0, and the whole table is
/// scattered, along the tree, each message after a look at its length: OpenFOAM 2.3.1's combineReduce of lists of labels.
/// Collective. gathered(values): is told of each part of the table that has come from below.
template <class T, class Gathered>
void treeAllGather(const Communicator::Handle& h, std::span<T> table, int tag, Gathered gathered) {
  const std::size_t row = table.size() / static_cast<std::size_t>(h.size);
  const auto rows = [&](int first, int end) {
    return table.subspan(static_cast<std::size_t>(first) * row, static_cast<std::size_t>(end - first) * row);
  };
  alongTree(
      h.rank, h.size,
      [&](int from, int end) {
        receiveInTree(h, rows(from, end), from, tag, Look::probe);
        gathered(rows(from, end));
      },
      [&](int to, int end) { sendInTree(h, std::span<const T>(rows(h.rank, end)), to, tag); },
      [&](int from) { receiveInTree(h, table, from, tag, Look::probe); },
      [&](int to) { sendInTree(h, std::span<const T>(table), to, tag); });
}

}  // namespace eagre::comm
