// SPDX-License-Identifier: BSD-3-Clause
#include "comm/start.hpp"

#include <cstdlib>
#include <initializer_list>

namespace eagre::comm {
namespace {

/// A process that no launcher has started needs no daemon and no network, which cost OpenMPI 0.4 s to set up; nor a directory for
/// its session, which all such processes of a user share, so that one that ends takes it away from one that starts. What the user
/// has set stays.
void startAlone() {
  for (const char* launcher : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (std::getenv(launcher)) return;
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  setenv("OMPI_MCA_pml", "ob1", 0);
  setenv("OMPI_MCA_btl", "self", 0);
  setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
}

/// OpenMPI opens every file with a pointer that ranks share, which nothing here uses: by default in shared memory, behind a
/// semaphore of the system with the name of the file. A process that is killed at the wrong moment leaves it locked, and whoever
/// writes a file of that name on this machine afterwards waits for ever. This kind of pointer has no such thing.
void openFilesWithoutSemaphores() { setenv("OMPI_MCA_sharedfp", "individual", 0); }

}  // namespace

void prepareStart() {
  startAlone();
  openFilesWithoutSemaphores();
}

}  // namespace eagre::comm
