// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "output/hdf5/shared_file.hpp"

/// Places of chunks in a file that rank 0 alone has open in HDF5 and all ranks write into.
namespace eagre::output::hdf5 {

inline constexpr std::int64_t nowhere = -1;

/// Where the chunks of this rank go. heads: those of this rank; counts: how many each rank has; make: rank 0's, the heads of all,
/// one rank's after another's, to their places, or to nothing if it cannot: then they are nowhere. Collective.
template <class Head, class F>
std::vector<std::int64_t> placeTogether(const comm::Communicator& communicator, const std::vector<Head>& heads,
                                        const std::vector<std::int64_t>& counts, F&& make) {
  constexpr int tag = 72;
  std::vector<std::int64_t> places(heads.size(), nowhere);
  if (!communicator.master()) {
    if (heads.empty()) return places;
    communicator.send(std::as_bytes(std::span(heads)), 0, tag);
    communicator.receive(std::as_writable_bytes(std::span(places)), 0, tag);
    return places;
  }
  std::vector<Head> all = heads;
  all.resize(static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0})));
  const auto eachOther = [&](auto&& f) {
    std::size_t at = heads.size();
    for (int rank = 1; rank < communicator.size(); ++rank) {
      const auto n = static_cast<std::size_t>(counts[static_cast<std::size_t>(rank)]);
      if (n > 0) f(rank, at, n);
      at += n;
    }
  };
  eachOther([&](int rank, std::size_t at, std::size_t n) {
    communicator.receive(std::as_writable_bytes(std::span(all).subspan(at, n)), rank, tag);
  });
  std::vector<std::int64_t> made = make(std::span<const Head>(all));
  made.resize(all.size(), nowhere);
  eachOther([&](int rank, std::size_t at, std::size_t n) {
    communicator.send(std::as_bytes(std::span(made).subspan(at, n)), rank, tag);
  });
  std::copy_n(made.begin(), places.size(), places.begin());
  return places;
}

/// Where bytes that stand one behind the other in memory go: neighbours in the file, too, become one run. None if there is no
/// place for one.
template <class Head>
std::vector<Run> runsOf(const std::vector<Head>& heads, const std::vector<std::int64_t>& places) {
  std::vector<Run> runs;
  std::int64_t from = 0;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (places[i] == nowhere) return {};
    if (!runs.empty() && runs.back().at + runs.back().bytes == places[i])
      runs.back().bytes += heads[i].bytes;
    else
      runs.push_back({places[i], from, heads[i].bytes});
    from += heads[i].bytes;
  }
  return runs;
}

}  // namespace eagre::output::hdf5
