// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include "comm/communicator.hpp"
#ifdef EAGRE_SIMGRID
#include "comm/simulated_mpi.hpp"
#endif

namespace eagre::comm {

/// What a Communicator wraps; for this room only.
struct Communicator::Handle {
  MPI_Comm comm;
  int rank, size;
};

}  // namespace eagre::comm
