// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include "comm/communicator.hpp"

namespace eagre::comm {

/// What a Communicator wraps; for this room, and for a library that takes an MPI communicator (PETSc).
struct Communicator::Handle {
  MPI_Comm comm;
  int rank, size;
};

}  // namespace eagre::comm
