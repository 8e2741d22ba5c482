// SPDX-License-Identifier: BSD-3-Clause
#include "comm/embedded.hpp"

#include <unistd.h>

#include <cstdlib>
#include <set>
#include <string_view>

#include "comm/handle.hpp"
#include "comm/start.hpp"
#include "core/error.hpp"

namespace eagre::comm {

namespace {

/// Names of what MPI reads from the environment, OpenMPI writes into it, or both.
std::set<std::string> environmentOfMpi() {
  std::set<std::string> names;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    for (const char* library : {"OMPI_", "PMIX_", "ORTE_"})
      if (text.starts_with(library)) names.emplace(text.substr(0, text.find('=')));
  }
  return names;
}

}  // namespace

Embedded::Embedded() {
  int before = 0;
  MPI_Initialized(&before);
  if (before && !running()) throw Error("MPI has ended in this process and cannot be started again");
  if (before) return;
  const auto ofUser = environmentOfMpi();
  prepareStart();
  int provided = 0;
  // Any thread of the program may make a step, one at a time.
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  started_ = true;
  // What held for the start of this process must not hold for those that it starts, such as mpirun; how files are opened is asked
  // when the first one is.
  for (const std::string& name : environmentOfMpi())
    if (!ofUser.contains(name) && name != "OMPI_MCA_sharedfp") unsetenv(name.c_str());
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
  Communicator own = given.split(0);
  MPI_Comm_set_errhandler(own.handle().comm, MPI_ERRORS_ARE_FATAL);
  return own;
}

}  // namespace eagre::comm
