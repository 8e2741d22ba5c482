// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "comm/redistribution.hpp"

namespace eagre::comm {

/// Several gathers (Redistribution::gather), of one plan or of several, whose values travel together: two ranks that share
/// anything exchange one message for all of them. The memory that they need is kept for the next ones: as much as the slabs of
/// one finish and what is sent and received for them, but where a slab is the values as they stand.
class Gathering {
 public:
  explicit Gathering(Communicator communicator);
  /// nComp values of each of the plan's entities, which are taken at once; on one rank they are looked at by finish, and are the
  /// slab if they stand as it does. The plan stays until then. Error, on the rank whose mistake it is: too few values.
  void add(const Redistribution& plan, std::span<const double> values, int nComp);
  /// The slabs, in the order in which they were added; they stand until the next add. Collective.
  std::vector<std::span<const double>> finish();
  /// Forgets what was added.
  void clear();

 private:
  struct Gather {
    const Redistribution* plan;
    std::size_t each;                ///< bytes of an entity
    std::size_t start, bytes;        ///< of the slab in slabs_, with this rank's own values in their places
    std::span<const double> values;  ///< where they are the slab as they stand
  };
  std::span<std::byte> slabOf(const Gather& gather) { return std::span(slabs_).subspan(gather.start, gather.bytes); }
  Communicator communicator_;
  std::vector<Gather> gathers_;
  Buffer slabs_;
  std::vector<Buffer> out_, in_;  ///< for and from each rank
  bool finished_ = false;
};

}  // namespace eagre::comm
