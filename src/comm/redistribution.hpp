// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "core/types.hpp"

namespace eagre::comm {

/// Carries values between entities that the ranks hold in some order of theirs and slabs of the whole: rank r's slab is the
/// places [starts[r], starts[r+1]). No rank ever holds more than its own entities and its slab. The plan is made once, where the
/// lengths of messages are exchanged; each rank talks to those that it shares places with.
class Redistribution {
 public:
  /// places: where this rank's entities stand in the whole. starts: size() + 1 ascending numbers, the same on all ranks.
  /// Collective. Error (on all ranks): a place outside the whole.
  Redistribution(Communicator communicator, std::span<const Label> places, std::vector<GlobalLabel> starts);

  GlobalLabel first() const { return starts_[static_cast<std::size_t>(communicator_.rank())]; }  ///< place of this rank's slab
  GlobalLabel size() const { return starts_[static_cast<std::size_t>(communicator_.rank()) + 1] - first(); }
  GlobalLabel whole() const { return starts_.back(); }
  const std::vector<GlobalLabel>& starts() const { return starts_; }
  std::size_t entities() const { return order_.size(); }

  /// nComp values of each entity, in the order of places, to this rank's slab (size() * nComp; 0 where nobody has the place).
  /// Collective.
  std::vector<double> gather(std::span<const double> values, int nComp) const;
  /// The same without a copy where the slab is this rank's values as they stand; else in `room`.
  std::span<const double> gather(std::span<const double> values, int nComp, std::vector<double>& room) const;
  /// The inverse; a place may be wanted by several entities.
  std::vector<double> scatter(std::span<const double> slab, int nComp) const;

 private:
  /// Entities (or places in the slab) that go to or come from one rank: count from start on, in order_ (or slab_).
  struct Share {
    int rank;
    std::size_t start, count;
  };
  /// Values at the places `from`, in shares for ranks, to nIn entities at the places `into`, in shares of ranks.
  std::vector<double> carry(std::span<const double> values, std::span<const Label> from, const std::vector<Share>& to,
                            std::size_t nIn, std::span<const Label> into, const std::vector<Share>& of, int nComp) const;

  Communicator communicator_;
  std::vector<GlobalLabel> starts_;
  std::vector<Label> order_;  ///< entities by place
  std::vector<Label> slab_;   ///< places in the slab that the ranks, one after another, have entities of
  std::vector<Share> held_, wanted_;
  bool asTheyStand_ = false;  ///< the slab is the entities of this rank, in their order
};

}  // namespace eagre::comm
