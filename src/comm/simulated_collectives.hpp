// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comm/simulated_rank.hpp"

/// Collective calls of a simulated cluster, message by message with logarithmic algorithms. SimGrid's MPI_Iallreduce and its
/// imitation of MVAPICH's choice are linear in the number of ranks.
namespace eagre::comm::simulated {

/// Combines values in place by recursive doubling (Thakur2005). type: double, float, std::int64_t; operation: sum, min, max.
void allReduce(SimulatedRank& rank, void* values, int count, MPI_Datatype type, MPI_Op operation);
/// Along a binomial tree.
void broadcast(SimulatedRank& rank, std::span<std::byte> data, int root);
/// Bruck's algorithm (Bruck1997), in ceil(log2(P)) messages. Bytes: counts[r] of rank r, from starts[r] on.
void allGather(SimulatedRank& rank, std::span<const std::byte> own, std::byte* all, std::span<const std::size_t> counts,
               std::span<const std::size_t> starts);
/// The like of it for what each rank has for each: own.size() / P bytes from every rank, in the order of ranks.
void allToAll(SimulatedRank& rank, std::span<const std::byte> own, std::byte* all);

}  // namespace eagre::comm::simulated
