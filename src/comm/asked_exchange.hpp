// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "comm/exchange.hpp"

namespace eagre::comm {

/// Copies nComp values of each of these cells to out, one cell after the other.
void pack(const double* values, std::span<const Label> cells, int nComp, double* out);
/// The count of a message of so many cells. Error: more than MPI can count.
int messageCount(std::size_t cells, int nComp);

/// An exchange that asks its partners how much they send, as OpenFOAM 2.3.1 does: every rank fills its row of a P x P table,
/// "so many cells from me to q"; rows are gathered to rank 0 and the table is scattered along a tree, each message after a look
/// (MPI_Probe) at its length; what its column of the table says is then received into buffers made for it. One message for each
/// rank that something goes to. It blocks. Z. Lin et al., Water 10 (2018) 1461, sections 2.2 and 3.1. For this room only.
class AskedExchange {
 public:
  AskedExchange(Communicator communicator, const std::vector<Link>& links);  ///< the links must outlive it
  /// Fills the ghosts of other ranks. memoise: keeps the sizes, and does not ask if it has some. Collective.
  /// Errors: a partner sends another number of cells than the links say.
  void run(const double* values, double* ghosts, int nComp, bool memoise);
  void forget() { received_.clear(); }

 private:
  /// All that goes to one rank, and comes from it: links in an order that both sides know.
  struct Partner {
    int rank;
    std::vector<const Link*> sends, receives;  ///< by the tag of the message that a plan would make of them
    std::int32_t nSend = 0, nReceive = 0;      ///< cells
    std::vector<double> outgoing, incoming;
  };
  void ask();

  Communicator communicator_;
  std::vector<Partner> partners_;
  std::vector<std::int32_t> received_;  ///< cells from each rank; empty: not known
};

}  // namespace eagre::comm
