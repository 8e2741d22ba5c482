// SPDX-License-Identifier: BSD-3-Clause
#include "comm/embedded.hpp"

#include <cstdlib>

#include "comm/handle.hpp"
#include "comm/start.hpp"
#include "core/error.hpp"

namespace eagre::comm {

Embedded::Embedded() {
  int before = 0;
  MPI_Initialized(&before);
  if (before && !running()) throw Error("MPI has ended in this process and cannot be started again");
  if (before) return;
  const auto ofThisProcess = prepareStart();
  int provided = 0;
  // Any thread of the program may make a step, one at a time.
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  started_ = true;
  for (const std::string& name : ofThisProcess) unsetenv(name.c_str());  // a program that Python starts may be mpirun
}

Embedded::~Embedded() {
  if (started_ && running()) MPI_Finalize();
}

bool Embedded::running() {
  int started = 0, ended = 0;
  MPI_Initialized(&started);
  if (started) MPI_Finalized(&ended);
  return started && !ended;
}

Communicator fromFortran(int handle) {
  const Communicator given = Communicator::self();
  given.handle().comm = MPI_Comm_f2c(handle);
  MPI_Comm_rank(given.handle().comm, &given.handle().rank);
  const Communicator own = given.split(0);
  MPI_Comm_set_errhandler(own.handle().comm, MPI_ERRORS_ARE_FATAL);
  return own;
}

std::string mpiLibrary() {
  std::string text(MPI_MAX_LIBRARY_VERSION_STRING, ' ');
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  text.resize(static_cast<std::size_t>(length));
  return text;
}

}  // namespace eagre::comm
