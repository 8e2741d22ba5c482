// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include "comm/communicator.hpp"
#ifdef EAGRE_SIMGRID
#include "comm/simulated_mpi.hpp"
#endif

namespace eagre::comm {

class Profile;

/// What a Communicator wraps; for this room, and for a library that takes an MPI communicator (PETSc).
struct Communicator::Handle {
  MPI_Comm comm;
  int rank, size;
  Methods methods{};
  Profile* profile = nullptr;  ///< nobody records: null
  int pendingSums = 0;         ///< started so far: keeps the messages of those under way apart
};

/// Message tags: Communicator::send is called with those below `table`; an exchange has those from `exchange` on, up to the
/// largest that every MPI has (32767), which is Communicator::allArrive's.
namespace tag {
inline constexpr int table = 8192, reduction = 8193, pendingSum = 8194, nPendingSums = 4096, redistribution = 12290,
                     exchange = 1 << 14, arrive = 32767;
}

}  // namespace eagre::comm
