// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/shares.hpp"
#include "core/types.hpp"

namespace eagre::comm {

/// Carries values between entities that the ranks hold in some order of theirs and slabs of the whole: rank r's slab is the
/// places [starts[r], starts[r+1]). No rank ever holds more than its own entities and its slab. The plan is made once, where the
/// lengths of messages are exchanged; each rank talks to those that it shares places with.
class Redistribution {
 public:
  /// For a whole of n places that rank 0 has alone, as `starts`.
  static std::vector<GlobalLabel> onMaster(const Communicator& communicator, GlobalLabel n) {
    std::vector<GlobalLabel> starts(static_cast<std::size_t>(communicator.size()) + 1, n);
    starts.front() = 0;
    return starts;
  }
  /// places: where this rank's entities stand in the whole. starts: size() + 1 ascending numbers, the same on all ranks.
  /// Collective. Error (on all ranks): a place outside the whole.
  Redistribution(Communicator communicator, std::span<const Label> places, std::vector<GlobalLabel> starts);

  GlobalLabel first() const { return starts_[static_cast<std::size_t>(communicator_.rank())]; }  ///< place of this rank's slab
  GlobalLabel size() const { return starts_[static_cast<std::size_t>(communicator_.rank()) + 1] - first(); }
  GlobalLabel whole() const { return starts_.back(); }
  const std::vector<GlobalLabel>& starts() const { return starts_; }
  std::size_t entities() const { return entities_.indices.size(); }

  /// nComp values of each entity, in the order of places, to this rank's slab (size() * nComp; 0 where nobody has the place).
  /// Collective. Error, on the rank whose mistake it is: too few values.
  std::vector<double> gather(std::span<const double> values, int nComp) const;
  /// The inverse; a place may be wanted by several entities.
  std::vector<double> scatter(std::span<const double> slab, int nComp) const;

  /// The same of any values without pointers in them, one per entity.
  template <class T>
  std::vector<T> gather(const std::vector<T>& values) const {
    std::vector<T> slab(static_cast<std::size_t>(size()));
    gatherBytes(std::as_bytes(std::span(values)), std::as_writable_bytes(std::span(slab)), sizeof(T));
    return slab;
  }
  template <class T>
  std::vector<T> scatter(const std::vector<T>& slab) const {
    std::vector<T> values(entities());
    scatter(slab, std::span(values));
    return values;
  }
  /// Into the first entities() of `values`.
  template <class T>
  void scatter(const std::vector<T>& slab, std::span<T> values) const {
    scatterBytes(std::as_bytes(std::span(slab)), std::as_writable_bytes(values), sizeof(T));
  }

  // A gather in two halves, for several that travel together (Gathering).
  bool asTheyStand() const { return asTheyStand_; }  ///< the slab is the entities of this rank, in their order
  bool isComplete() const { return isComplete_; }    ///< each place of this rank's slab is some entity's
  /// nComp values of each entity, or the Error: too few values.
  std::span<const double> checked(std::span<const double> values, int nComp) const;
  /// Values of `each` bytes: this rank's own into its slab, those of others behind what is in out[rank] already.
  void pack(std::span<const std::byte> values, std::span<std::byte> slab, std::size_t each, std::vector<Buffer>& out) const;
  const std::vector<Share>& incoming() const { return slab_.shares; }
  /// What has come of one of incoming() into its places in the slab.
  void unpack(const Share& share, std::span<const std::byte> values, std::span<std::byte> slab, std::size_t each) const;

 private:
  void gatherBytes(std::span<const std::byte> values, std::span<std::byte> slab, std::size_t each) const;
  void scatterBytes(std::span<const std::byte> slab, std::span<std::byte> values, std::size_t each) const;
  /// Where values are taken from or put: entities, or places in the slab. First those that this rank has of its own slab, the
  /// same on both sides; then those that are shared with other ranks, one rank's after another's.
  struct Side {
    std::vector<Label> indices;
    std::vector<Share> shares;  ///< counted from the first that is not this rank's own
  };
  /// Sorts this rank's entities by the ranks that hold their places, counts[r] of them in the slab of rank r; the places so
  /// sorted.
  std::vector<Label> sortEntities(std::span<const Label> places, std::span<const std::int64_t> counts);
  /// Receives the places in this rank's slab, counts[r] of them from rank r. Collective.
  void receiveSlab(std::span<const Label> sorted, std::span<const std::int64_t> counts);
  void carry(const Side& source, std::span<const std::byte> out, const Side& target, std::span<std::byte> in,
             std::size_t each) const;

  Communicator communicator_;
  std::vector<GlobalLabel> starts_;
  Side entities_, slab_;
  std::size_t own_ = 0;
  bool asTheyStand_ = false, isComplete_ = false;
};

}  // namespace eagre::comm
