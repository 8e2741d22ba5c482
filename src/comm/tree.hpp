// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "comm/call.hpp"

namespace eagre::comm {

/// Who precedes a message whose length the receiver cannot know: a look at it.
enum class Look { none, probe };

/// Combines the values of all ranks, element by element, on rank 0 along a binomial tree and scatters the result along the same
/// tree: 2 (P - 1) messages that carry all values each, as the gather and scatter of OpenFOAM's Pstream. In an order that depends
/// on P alone. Any type that can be sent as bytes. Collective. Water 10 (2018) 1461, figure 6a.
/// received: room for as many values. combine(): adds them to `values`.
template <class T, class Combine>
void treeReduce(const Communicator::Handle& h, std::span<T> values, std::span<T> received, int tag, Look look, Combine combine) {
  const auto n = static_cast<int>(values.size_bytes());
  const auto send = [&](int to) {
    const Call call(h, Function::send, values.size_bytes());
    MPI_Send(values.data(), n, MPI_BYTE, to, tag, h.comm);
  };
  const auto receive = [&](T* into, int from) {
    if (look == Look::probe) {
      const Call call(h, Function::probe);
      MPI_Probe(from, tag, h.comm, MPI_STATUS_IGNORE);
    }
    const Call call(h, Function::recv);
    MPI_Recv(into, n, MPI_BYTE, from, tag, h.comm, MPI_STATUS_IGNORE);
  };
  int step = 1;
  for (; step < h.size && h.rank % (2 * step) == 0; step *= 2) {
    if (h.rank + step >= h.size) continue;
    receive(received.data(), h.rank + step);
    combine();
  }
  if (h.rank > 0) {
    send(h.rank - step);
    receive(values.data(), h.rank - step);
  }
  for (step /= 2; step > 0; step /= 2)
    if (h.rank + step < h.size) send(h.rank + step);
}

/// The same by an operation on two elements.
template <class T, class Combine>
void treeReduce(const Communicator::Handle& h, std::span<T> values, int tag, Look look, Combine combine) {
  std::vector<T> received(values.size());
  treeReduce(h, values, std::span(received), tag, look, [&] {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = combine(values[i], received[i]);
  });
}

}  // namespace eagre::comm
