// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/buffer.hpp"
#include "comm/communicator.hpp"

/// Arrays of which ranks get shares whose lengths only the sender knows.
namespace eagre::comm {

/// Entities [start, start + count) of an array, which go to or come from one rank.
struct Share {
  int rank;
  std::size_t start, count;
};

/// What each rank has for this one, of the number that it has for each rank. Collective.
std::vector<std::int64_t> exchangeCounts(const Communicator& communicator, std::span<const std::int64_t> counts);

/// Sends shares of `out` to other ranks and receives shares of `in` from them, entities of `each` bytes.
void exchangeShares(const Communicator& communicator, std::span<const std::byte> out, const std::vector<Share>& to,
                    std::span<std::byte> in, const std::vector<Share>& from, std::size_t each);

/// Sends out[r] to rank r, for each r where there is anything, and receives in[r], whose length is known. Not for this rank's
/// own.
void exchangeBuffers(const Communicator& communicator, const std::vector<Buffer>& out, std::vector<Buffer>& in);

/// Hands out items: those for rank r are [starts[r], starts[r + 1]). Returns those that are for this rank, one sender's after
/// another's, each sender's in its order. Collective.
template <class T>
std::vector<T> deliver(const Communicator& communicator, std::vector<T> items, const std::vector<std::size_t>& starts) {
  if (!communicator.parallel()) return items;
  const int me = communicator.rank();
  std::vector<std::int64_t> counts;
  for (std::size_t r = 0; r + 1 < starts.size(); ++r) counts.push_back(static_cast<std::int64_t>(starts[r + 1] - starts[r]));
  const std::vector<std::int64_t> received = exchangeCounts(communicator, counts);
  std::vector<Share> to, from;
  Share own{me, 0, 0};
  std::size_t total = 0;
  for (int r = 0; r < communicator.size(); ++r) {
    const auto i = static_cast<std::size_t>(r), n = static_cast<std::size_t>(received[i]);
    if (r == me) own = {me, total, n};
    if (r != me && counts[i] > 0) to.push_back({r, starts[i], starts[i + 1] - starts[i]});
    if (r != me && n > 0) from.push_back({r, total, n});
    total += n;
  }
  std::vector<T> delivered(total);
  std::copy_n(items.begin() + static_cast<std::ptrdiff_t>(starts[static_cast<std::size_t>(me)]), own.count,
              delivered.begin() + static_cast<std::ptrdiff_t>(own.start));
  exchangeShares(communicator, std::as_bytes(std::span(items)), to, std::as_writable_bytes(std::span(delivered)), from,
                 sizeof(T));
  return delivered;
}

}  // namespace eagre::comm
