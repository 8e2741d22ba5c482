// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comm/communicator.hpp"

/// MPI in a process of another program, Python's, which may have started it.
namespace eagre::comm {

/// Starts MPI unless it runs already, and ends it if it has started it.
class Embedded {
 public:
  /// Error: MPI has ended in this process.
  Embedded();
  ~Embedded();
  Embedded(const Embedded&) = delete;
  /// MPI has been started and has not ended.
  static bool running();

 private:
  bool started_ = false;
};

/// A communicator of its own with the ranks of the one that MPI's Fortran interface knows by this handle (mpi4py's Comm.py2f()).
/// Collective. Errors of MPI in it end all ranks, as in the program.
Communicator fromFortran(int handle);

}  // namespace eagre::comm
