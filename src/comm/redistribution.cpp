// SPDX-License-Identifier: BSD-3-Clause
#include "comm/redistribution.hpp"

#include <algorithm>
#include <numeric>

#include "comm/call.hpp"
#include "core/error.hpp"

namespace eagre::comm {

namespace {

/// What each rank has for this one, in numbers.
std::vector<std::int64_t> exchangeCounts(const Communicator& communicator, std::span<const std::int64_t> counts) {
  std::vector<std::int64_t> received(counts.size());
  const Call call(communicator.handle(), Function::alltoall, counts.size_bytes());
  MPI_Alltoall(counts.data(), 1, MPI_INT64_T, received.data(), 1, MPI_INT64_T, communicator.handle().comm);
  return received;
}

/// Sends and receives shares of arrays of T, nComp values an entity.
template <class T, class Share>
void exchangeShares(const Communicator& communicator, std::span<const T> out, const std::vector<Share>& to, std::span<T> in,
                    const std::vector<Share>& from, int nComp) {
  const auto& handle = communicator.handle();
  std::vector<MPI_Request> requests;
  const auto n = static_cast<std::size_t>(nComp);
  for (const Share& share : from) {
    const Call call(handle, Function::irecv);
    MPI_Irecv(in.data() + share.start * n, static_cast<int>(share.count * n), sizeof(T) == 8 ? MPI_DOUBLE : MPI_INT32_T,
              share.rank, tag::redistribution, handle.comm, &requests.emplace_back());
  }
  for (const Share& share : to) {
    const Call call(handle, Function::isend, share.count * n * sizeof(T));
    MPI_Isend(out.data() + share.start * n, static_cast<int>(share.count * n), sizeof(T) == 8 ? MPI_DOUBLE : MPI_INT32_T,
              share.rank, tag::redistribution, handle.comm, &requests.emplace_back());
  }
  const Call call(handle, Function::waitall);
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

}  // namespace

Redistribution::Redistribution(Communicator communicator, std::span<const Label> places, std::vector<GlobalLabel> starts)
    : communicator_(std::move(communicator)), starts_(std::move(starts)), order_(places.size()) {
  const auto inside = [&](Label place) { return place >= 0 && place < starts_.back(); };
  if (communicator_.any(!std::all_of(places.begin(), places.end(), inside)))
    throw Error("Redistribution: an entity stands outside the whole");
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](Label a, Label b) { return places[a] < places[b]; });
  std::vector<Label> sorted(places.size());
  for (std::size_t i = 0; i < order_.size(); ++i) sorted[i] = places[order_[i]];

  const auto ranks = static_cast<std::size_t>(communicator_.size());
  std::vector<std::int64_t> counts(ranks);
  for (std::size_t r = 0, start = 0; r < ranks; ++r) {
    const auto end = static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), starts_[r + 1]) - sorted.begin());
    counts[r] = static_cast<std::int64_t>(end - start);
    if (end > start) held_.push_back({static_cast<int>(r), start, end - start});
    start = end;
  }
  const std::vector<std::int64_t> received = exchangeCounts(communicator_, counts);
  std::size_t total = 0;
  for (std::size_t r = 0; r < ranks; ++r) {
    const auto count = static_cast<std::size_t>(received[r]);
    if (count > 0) wanted_.push_back({static_cast<int>(r), total, count});
    total += count;
  }
  slab_.resize(total);
  exchangeShares<Label>(communicator_, sorted, held_, slab_, wanted_, 1);
  for (Label& place : slab_) place -= static_cast<Label>(first());
}

std::vector<double> Redistribution::exchange(std::span<const double> out, const std::vector<Share>& to, std::size_t nIn,
                                             const std::vector<Share>& from, int nComp) const {
  std::vector<double> in(nIn * static_cast<std::size_t>(nComp));
  exchangeShares<double>(communicator_, out, to, in, from, nComp);
  return in;
}

namespace {

/// Value i of the result is that of entity entities[i].
std::vector<double> pick(std::span<const double> values, std::span<const Label> entities, int nComp) {
  std::vector<double> picked(entities.size() * static_cast<std::size_t>(nComp));
  for (std::size_t i = 0; i < entities.size(); ++i)
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(entities[i]) * nComp, nComp,
                picked.begin() + static_cast<std::ptrdiff_t>(i) * nComp);
  return picked;
}

/// The inverse.
std::vector<double> put(std::span<const double> values, std::span<const Label> entities, std::size_t n, int nComp) {
  std::vector<double> all(n * static_cast<std::size_t>(nComp), 0.0);
  for (std::size_t i = 0; i < entities.size(); ++i)
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i) * nComp, nComp,
                all.begin() + static_cast<std::ptrdiff_t>(entities[i]) * nComp);
  return all;
}

}  // namespace

std::vector<double> Redistribution::gather(std::span<const double> values, int nComp) const {
  if (communicator_.any(values.size() < entities() * static_cast<std::size_t>(nComp)))
    throw Error("Redistribution::gather: the number of values does not fit the plan");
  return put(exchange(pick(values, order_, nComp), held_, slab_.size(), wanted_, nComp), slab_, static_cast<std::size_t>(size()),
             nComp);
}

std::vector<double> Redistribution::scatter(std::span<const double> slab, int nComp) const {
  if (communicator_.any(slab.size() != static_cast<std::size_t>(size() * nComp)))
    throw Error("Redistribution::scatter: the number of values does not fit the slab");
  return put(exchange(pick(slab, slab_, nComp), wanted_, order_.size(), held_, nComp), order_, order_.size(), nComp);
}

}  // namespace eagre::comm
