// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comm/communicator.hpp"
#include "mesh/mesh.hpp"

namespace eagre::run {

/// What a message and a multiplication take on this machine [s].
struct MachineTimes {
  double start = 0;        ///< t_s: a message of no length
  double word = 0;         ///< t_w: each number of it
  double calculation = 0;  ///< t_cal: half an iteration of a dot product as long as the cells of a rank
};

/// Measures them: medians of a ping-pong of one number and of 8192 between ranks 0 and 1 while the others wait (0 on one rank),
/// and the mean over ranks of the fastest of a few dot products of nCells. Collective.
MachineTimes measureMachine(const comm::Communicator& world, Label nCells);

/// What the model knows of a case on P ranks.
struct PartitionedSystem {
  double P = 1;
  double N = 0;    ///< unknowns, of all ranks
  double n_z = 0;  ///< entries of a row, on average
  double n_m = 0;  ///< messages that a rank sends in an exchange; of the rank with most
  double n_b = 0;  ///< numbers in them; of the rank with most
};
/// Collective.
PartitionedSystem partitionedSystem(const mesh::Mesh& mesh);

/// One iteration of PCG, in its parts [s]. Z. Lin et al., Water 10 (2018) 1461, on a square grid of processors whose neighbours
/// are one step apart (d = 1):
///     dot products      6 sqrt(P) (t_s + 3 t_w)                  (2)
///     A x               2 d n_m t_s + 2 d (n_b + n_m) t_w        (3)
///     computation       4 (2 n_z + 1) t_cal N/P                  (4)
/// (5) is their sum; there the communication stands once for all iterations, here for each, as in (2) and (3).
struct PcgIteration {
  double dotProducts = 0, product = 0, computation = 0;
  double total() const { return dotProducts + product + computation; }
};
PcgIteration pcgIteration(const PartitionedSystem& system, const MachineTimes& machine);

}  // namespace eagre::run
