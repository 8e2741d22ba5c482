// SPDX-License-Identifier: BSD-3-Clause
#include "comm/redistribution.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "core/error.hpp"

namespace eagre::comm {

namespace {

/// Value to[i] of target becomes value from[i] of source; without indices they follow one another. each: bytes of a value.
template <class Each>
void copyValues(std::span<const std::byte> source, std::span<const Label> from, std::span<std::byte> target,
                std::span<const Label> to, Each each) {
  const std::size_t n = std::max(from.size(), to.size()), bytes = each;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t a = from.empty() ? i : static_cast<std::size_t>(from[i]),
                      b = to.empty() ? i : static_cast<std::size_t>(to[i]);
    std::memcpy(target.data() + b * bytes, source.data() + a * bytes, bytes);
  }
}

template <std::size_t bytes>
using Bytes = std::integral_constant<std::size_t, bytes>;

/// Sizes that are common are known to the compiler: a copy is an instruction then and not a call.
void copyValues(std::span<const std::byte> source, std::span<const Label> from, std::span<std::byte> target,
                std::span<const Label> to, std::size_t each) {
  const auto copy = [&](auto size) { copyValues(source, from, target, to, size); };
  if (each == sizeof(Label)) return copy(Bytes<sizeof(Label)>{});
  if (each == sizeof(double)) return copy(Bytes<sizeof(double)>{});
  if (each == 3 * sizeof(double)) return copy(Bytes<3 * sizeof(double)>{});
  copyValues<std::size_t>(source, from, target, to, each);
}

}  // namespace

namespace {

/// The rank whose slab holds a place.
class Holder {
 public:
  explicit Holder(const std::vector<GlobalLabel>& starts) : starts_(starts) {}
  std::size_t operator()(Label place) {  // neighbours in a list are mostly of one rank
    if (place < starts_[at_] || place >= starts_[at_ + 1])
      at_ = static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), place) - starts_.begin()) - 1;
    return at_;
  }

 private:
  const std::vector<GlobalLabel>& starts_;
  std::size_t at_ = 0;
};

}  // namespace

Redistribution::Redistribution(Communicator communicator, std::span<const Label> places, std::vector<GlobalLabel> starts)
    : communicator_(std::move(communicator)), starts_(std::move(starts)) {
  const auto inside = [&](Label place) { return place >= 0 && place < starts_.back(); };
  if (communicator_.any(!std::all_of(places.begin(), places.end(), inside)))
    throw Error("Redistribution: an entity stands outside the whole");

  if (communicator_.size() == 1) {  // nothing to sort
    own_ = places.size();
    entities_.indices.resize(own_);
    std::iota(entities_.indices.begin(), entities_.indices.end(), 0);
    slab_.indices.assign(places.begin(), places.end());
    asTheyStand_ = static_cast<GlobalLabel>(own_) == size() && slab_.indices == entities_.indices;
  } else {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(communicator_.size()));
    Holder holder(starts_);
    for (const Label place : places) ++counts[holder(place)];
    receiveSlab(sortEntities(places, counts), exchangeCounts(communicator_, counts));
    const auto countsUp = [this](const std::vector<Label>& list) {
      for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i] != static_cast<Label>(i)) return false;
      return static_cast<GlobalLabel>(list.size()) == size();
    };
    asTheyStand_ = entities_.shares.empty() && slab_.shares.empty() && countsUp(entities_.indices) && countsUp(slab_.indices);
  }
  std::vector<bool> given(static_cast<std::size_t>(size()));
  for (const Label place : slab_.indices) given[static_cast<std::size_t>(place)] = true;
  isComplete_ = std::find(given.begin(), given.end(), false) == given.end();
}

std::vector<Label> Redistribution::sortEntities(std::span<const Label> places, std::span<const std::int64_t> counts) {
  const auto me = static_cast<std::size_t>(communicator_.rank());
  own_ = static_cast<std::size_t>(counts[me]);
  std::vector<std::size_t> next(counts.size());
  std::size_t total = own_;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    const auto count = static_cast<std::size_t>(counts[r]);
    if (r == me || count == 0) continue;
    entities_.shares.push_back({static_cast<int>(r), total - own_, count});
    next[r] = total;
    total += count;
  }
  entities_.indices.resize(places.size());
  std::vector<Label> sorted(places.size());
  Holder holder(starts_);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t to = next[holder(places[i])]++;
    entities_.indices[to] = static_cast<Label>(i);
    sorted[to] = places[i];
  }
  return sorted;
}

void Redistribution::receiveSlab(std::span<const Label> sorted, std::span<const std::int64_t> counts) {
  std::size_t total = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    const auto count = static_cast<std::size_t>(counts[r]);
    if (static_cast<int>(r) == communicator_.rank() || count == 0) continue;
    slab_.shares.push_back({static_cast<int>(r), total, count});
    total += count;
  }
  slab_.indices.resize(own_ + total);
  std::copy_n(sorted.begin(), own_, slab_.indices.begin());
  exchangeShares(communicator_, std::as_bytes(sorted.subspan(own_)), entities_.shares,
                 std::as_writable_bytes(std::span(slab_.indices).subspan(own_)), slab_.shares, sizeof(Label));
  for (Label& place : slab_.indices) place -= static_cast<Label>(first());
}

void Redistribution::carry(const Side& source, std::span<const std::byte> out, const Side& target, std::span<std::byte> in,
                           std::size_t each) const {
  if (asTheyStand_ && communicator_.size() == 1) {
    std::copy_n(out.begin(), own_ * each, in.begin());
    return;
  }
  const std::span from(source.indices), to(target.indices);
  copyValues(out, from.first(own_), in, to.first(own_), each);
  std::vector<std::byte> sent((from.size() - own_) * each), received((to.size() - own_) * each);
  copyValues(out, from.subspan(own_), sent, {}, each);
  exchangeShares(communicator_, sent, source.shares, received, target.shares, each);
  copyValues(received, {}, in, to.subspan(own_), each);
}

void Redistribution::gatherBytes(std::span<const std::byte> values, std::span<std::byte> slab, std::size_t each) const {
  if (values.size() < entities() * each) throw Error("Redistribution::gather: the number of values does not fit the plan");
  carry(entities_, values, slab_, slab, each);
}

void Redistribution::scatterBytes(std::span<const std::byte> slab, std::span<std::byte> values, std::size_t each) const {
  if (slab.size() != static_cast<std::size_t>(size()) * each || values.size() < entities() * each)
    throw Error("Redistribution::scatter: the number of values does not fit the slab");
  carry(slab_, slab, entities_, values, each);
}

std::span<const double> Redistribution::checked(std::span<const double> values, int nComp) const {
  const std::size_t n = entities() * static_cast<std::size_t>(nComp);
  if (values.size() < n) throw Error("Redistribution::gather: the number of values does not fit the plan");
  return values.first(n);
}

void Redistribution::pack(std::span<const std::byte> values, std::span<std::byte> slab, std::size_t each,
                          std::vector<Buffer>& out) const {
  const std::span<const Label> from(entities_.indices), to(slab_.indices);
  copyValues(values, from.first(own_), slab, to.first(own_), each);
  for (const Share& share : entities_.shares) {
    Buffer& buffer = out[static_cast<std::size_t>(share.rank)];
    const std::size_t at = buffer.size();
    buffer.resize(at + share.count * each);
    copyValues(values, from.subspan(own_ + share.start, share.count), std::span(buffer).subspan(at), {}, each);
  }
}

void Redistribution::unpack(const Share& share, std::span<const std::byte> values, std::span<std::byte> slab,
                            std::size_t each) const {
  copyValues(values, {}, slab, std::span<const Label>(slab_.indices).subspan(own_ + share.start, share.count), each);
}

std::vector<double> Redistribution::gather(std::span<const double> values, int nComp) const {
  std::vector<double> slab(static_cast<std::size_t>(size() * nComp));
  gatherBytes(std::as_bytes(values), std::as_writable_bytes(std::span(slab)), static_cast<std::size_t>(nComp) * sizeof(double));
  return slab;
}

std::vector<double> Redistribution::scatter(std::span<const double> slab, int nComp) const {
  std::vector<double> values(entities() * static_cast<std::size_t>(nComp));
  scatterBytes(std::as_bytes(slab), std::as_writable_bytes(std::span(values)), static_cast<std::size_t>(nComp) * sizeof(double));
  return values;
}

}  // namespace eagre::comm
