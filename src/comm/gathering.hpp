// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "comm/redistribution.hpp"

namespace eagre::comm {

/// Several gathers (Redistribution::gather), of one plan or of several, whose values travel together: two ranks that share
/// anything exchange one message for all of them.
class Gathering {
 public:
  explicit Gathering(Communicator communicator);
  /// nComp values of each of the plan's entities, which are taken at once; on one rank they are looked at by finish, and are the
  /// slab if they stand as it does. The plan stays until then. Error, on the rank whose mistake it is: too few values.
  void add(const Redistribution& plan, std::span<const double> values, int nComp);
  /// The slabs, in the order in which they were added; they stand until the next add. Collective.
  std::vector<std::span<const double>> finish();

 private:
  bool isSlab(const Redistribution& plan) const { return !communicator_.parallel() && plan.asTheyStand(); }
  struct Gather {
    const Redistribution* plan;
    std::size_t each;                ///< bytes of an entity
    std::vector<double> slab;        ///< with this rank's own values in their places
    std::span<const double> values;  ///< the slab, where it is the values as they stand
  };
  Communicator communicator_;
  std::vector<Gather> gathers_;
  std::vector<std::vector<std::byte>> out_;  ///< for each rank
  bool finished_ = false;
};

}  // namespace eagre::comm
