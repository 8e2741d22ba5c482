// SPDX-License-Identifier: BSD-3-Clause
#ifdef EAGRE_SIMGRID
#include "comm/simulated_collectives.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/error.hpp"

namespace eagre::comm::simulated {

namespace {

constexpr int tag = 32768;  // all others are below

void receive(SimulatedRank& rank, std::span<std::byte> data, int from) {
  auto* request = rank.receive(data, from, tag);
  rank.wait(std::span(&request, 1));
}

void exchange(SimulatedRank& rank, std::span<const std::byte> out, int to, std::span<std::byte> in, int from) {
  std::array<SimulatedRank::Request*, 2> requests{rank.receive(in, from, tag), nullptr};
  requests[1] = rank.start(out, to, tag);
  rank.wait(requests);
}

template <class T>
void combine(std::span<const std::byte> received, std::span<std::byte> values, MPI_Op operation) {
  for (std::size_t i = 0; i < values.size(); i += sizeof(T)) {
    T a, b;
    std::memcpy(&a, values.data() + i, sizeof(T));
    std::memcpy(&b, received.data() + i, sizeof(T));
    a = operation == MPI_SUM ? a + b : operation == MPI_MIN ? std::min(a, b) : std::max(a, b);
    std::memcpy(values.data() + i, &a, sizeof(T));
  }
}

using Combine = void (*)(std::span<const std::byte>, std::span<std::byte>, MPI_Op);

Combine combinationOf(MPI_Datatype type, MPI_Op operation) {
  if (operation == MPI_SUM || operation == MPI_MIN || operation == MPI_MAX) {
    if (type == MPI_DOUBLE) return combine<double>;
    if (type == MPI_FLOAT) return combine<float>;
    if (type == MPI_INT64_T) return combine<std::int64_t>;
  }
  throw Error("a simulated cluster does not know how to reduce this");
}

}  // namespace

void allReduce(SimulatedRank& rank, void* values, int count, MPI_Datatype type, MPI_Op operation) {
  const Combine combine = combinationOf(type, operation);
  const std::size_t bytes = static_cast<std::size_t>(count) * (type == MPI_FLOAT ? 4 : 8);
  const std::span<std::byte> own(static_cast<std::byte*>(values), bytes);
  std::vector<std::byte> received(bytes);
  const int me = rank.number(), size = static_cast<int>(std::bit_floor(static_cast<unsigned>(rank.size())));
  if (me >= size) {  // those beyond a power of two take part through one within
    rank.send(own, me - size, tag);
    return receive(rank, own, me - size);
  }
  const bool standsIn = me + size < rank.size();
  if (standsIn) {
    receive(rank, received, me + size);
    combine(received, own, operation);
  }
  for (int bit = 1; bit < size; bit *= 2) {
    exchange(rank, own, me ^ bit, received, me ^ bit);
    combine(received, own, operation);
  }
  if (standsIn) rank.send(own, me + size, tag);
}

void broadcast(SimulatedRank& rank, std::span<std::byte> data, int root) {
  const int size = rank.size(), me = (rank.number() - root + size) % size;
  const auto number = [&](int r) { return (r + root) % size; };
  int bit = 1;
  for (; bit < size; bit *= 2)
    if (me & bit) {
      receive(rank, data, number(me - bit));
      break;
    }
  for (bit /= 2; bit > 0; bit /= 2)
    if (me + bit < size) rank.send(data, number(me + bit), tag);
}

void allGather(SimulatedRank& rank, std::span<const std::byte> own, std::byte* all, std::span<const std::size_t> counts,
               std::span<const std::size_t> starts) {
  const int size = rank.size(), me = rank.number();
  const auto at = [&](int i) { return static_cast<std::size_t>((me + i) % size); };
  std::vector<std::size_t> ends{0};  // in the order that begins with this rank
  for (int i = 0; i < size; ++i) ends.push_back(ends.back() + counts[at(i)]);
  std::vector<std::byte> gathered(ends.back());
  std::copy(own.begin(), own.end(), gathered.begin());
  for (int have = 1; have < size; have *= 2) {
    const auto n = static_cast<std::size_t>(std::min(have, size - have)), first = static_cast<std::size_t>(have);
    exchange(rank, std::span(gathered).first(ends[n]), (me - have + size) % size,
             std::span(gathered).subspan(ends[first], ends[first + n] - ends[first]), (me + have) % size);
  }
  for (int i = 0; i < size; ++i)
    std::copy_n(gathered.begin() + static_cast<std::ptrdiff_t>(ends[static_cast<std::size_t>(i)]), counts[at(i)],
                all + starts[at(i)]);
}

void allToAll(SimulatedRank& rank, std::span<const std::byte> own, std::byte* all) {
  const int size = rank.size(), me = rank.number();
  const std::size_t each = own.size() / static_cast<std::size_t>(size);
  const auto copy = [&](const std::byte* from, int i, std::byte* to, int j) {
    std::copy_n(from + static_cast<std::size_t>(i) * each, each, to + static_cast<std::size_t>(j) * each);
  };
  std::vector<std::byte> blocks(own.size()), out(own.size()), in(own.size());  // block i: for, in the end from, the i-th rank on
  for (int i = 0; i < size; ++i) copy(own.data(), (me + i) % size, blocks.data(), i);
  for (int bit = 1; bit < size; bit *= 2) {
    int n = 0;
    for (int i = 0; i < size; ++i)
      if (i & bit) copy(blocks.data(), i, out.data(), n++);
    const std::size_t bytes = static_cast<std::size_t>(n) * each;
    exchange(rank, std::span(out).first(bytes), (me + bit) % size, std::span(in).first(bytes), (me - bit + size) % size);
    n = 0;
    for (int i = 0; i < size; ++i)
      if (i & bit) copy(in.data(), n++, blocks.data(), i);
  }
  for (int i = 0; i < size; ++i) copy(blocks.data(), i, all, (me - i + size) % size);
}

}  // namespace eagre::comm::simulated
#endif
