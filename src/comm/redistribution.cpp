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
  const auto countsUp = [this](const std::vector<Label>& list) {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i] != static_cast<Label>(i)) return false;
    return static_cast<GlobalLabel>(list.size()) == size();
  };
  const auto isOwn = [this](const std::vector<Share>& shares) {
    return shares.size() == 1 && shares[0].rank == communicator_.rank();
  };
  asTheyStand_ = isOwn(held_) && isOwn(wanted_) && countsUp(order_) && countsUp(slab_);
}

namespace {

/// The shares of other ranks, as they stand one behind another in a buffer of them alone.
template <class Share>
std::vector<Share> ofOthers(const std::vector<Share>& shares, int rank) {
  std::vector<Share> others;
  std::size_t start = 0;
  for (const Share& share : shares)
    if (share.rank != rank) {
      others.push_back({share.rank, start, share.count});
      start += share.count;
    }
  return others;
}

/// copy(place, i) for the place in values that stands at i of a buffer of the shares of others.
template <class Share, class F>
void eachOfOthers(const std::vector<Share>& shares, int rank, std::span<const Label> places, F&& copy) {
  std::size_t i = 0;
  for (const Share& share : shares)
    if (share.rank != rank)
      for (std::size_t j = 0; j < share.count; ++j) copy(static_cast<std::size_t>(places[share.start + j]), i++);
}

}  // namespace

std::vector<double> Redistribution::carry(std::span<const double> values, std::span<const Label> from,
                                          const std::vector<Share>& to, std::size_t nIn, std::span<const Label> into,
                                          const std::vector<Share>& of, int nComp) const {
  const int rank = communicator_.rank();
  const auto n = static_cast<std::size_t>(nComp);
  const auto copy = [n](const double* source, double* target) {
    for (std::size_t c = 0; c < n; ++c) target[c] = source[c];
  };
  const auto total = [](const std::vector<Share>& shares) {
    return shares.empty() ? std::size_t{0} : shares.back().start + shares.back().count;
  };
  const std::vector<Share> outShares = ofOthers(to, rank), inShares = ofOthers(of, rank);
  std::vector<double> out(total(outShares) * n), in(total(inShares) * n), result(nIn * n);
  eachOfOthers(to, rank, from, [&](std::size_t place, std::size_t i) { copy(&values[place * n], &out[i * n]); });
  exchangeShares<double>(communicator_, out, outShares, in, inShares, nComp);
  eachOfOthers(of, rank, into, [&](std::size_t place, std::size_t i) { copy(&in[i * n], &result[place * n]); });
  // What stays on this rank takes one step.
  const auto isOwn = [rank](const Share& share) { return share.rank == rank; };
  const auto ownOut = std::find_if(to.begin(), to.end(), isOwn), ownIn = std::find_if(of.begin(), of.end(), isOwn);
  if (ownOut == to.end()) return result;
  for (std::size_t i = 0; i < ownOut->count; ++i)
    copy(&values[static_cast<std::size_t>(from[ownOut->start + i]) * n],
         &result[static_cast<std::size_t>(into[ownIn->start + i]) * n]);
  return result;
}

std::span<const double> Redistribution::gather(std::span<const double> values, int nComp, std::vector<double>& room) const {
  const std::size_t n = entities() * static_cast<std::size_t>(nComp);
  if (communicator_.any(values.size() < n)) throw Error("Redistribution::gather: the number of values does not fit the plan");
  if (asTheyStand_) return values.first(n);
  room = carry(values, order_, held_, static_cast<std::size_t>(size()), slab_, wanted_, nComp);
  return room;
}

std::vector<double> Redistribution::gather(std::span<const double> values, int nComp) const {
  std::vector<double> room;
  const auto slab = gather(values, nComp, room);
  return asTheyStand_ ? std::vector<double>(slab.begin(), slab.end()) : room;
}

std::vector<double> Redistribution::scatter(std::span<const double> slab, int nComp) const {
  if (communicator_.any(slab.size() != static_cast<std::size_t>(size() * nComp)))
    throw Error("Redistribution::scatter: the number of values does not fit the slab");
  return carry(slab, slab_, wanted_, order_.size(), order_, held_, nComp);
}

}  // namespace eagre::comm
