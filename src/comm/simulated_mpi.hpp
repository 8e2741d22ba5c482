// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "kernel/profile.hpp"

/// What changes in this room where SimGrid simulates the ranks: they are contexts of one thread, which change places inside calls
/// of MPI and nowhere else. So each call first lets the time of the loops before it pass, and finds the thread's state as it
/// was when it comes back. Included behind <mpi.h>; every function that this room calls and that may let time pass or others run
/// stands here.
namespace eagre::comm {

template <class Call>
auto simulated(Call&& call) {
  if (kernel::simulatedClock) kernel::simulatedClock->settle();
  auto* const profile = kernel::recordingProfile;
  auto* const clock = kernel::simulatedClock;
  const auto result = call();
  kernel::recordingProfile = profile;
  kernel::simulatedClock = clock;
  return result;
}

}  // namespace eagre::comm

#define MPI_Allgather(...) ::eagre::comm::simulated([&] { return MPI_Allgather(__VA_ARGS__); })
#define MPI_Allgatherv(...) ::eagre::comm::simulated([&] { return MPI_Allgatherv(__VA_ARGS__); })
#define MPI_Allreduce(...) ::eagre::comm::simulated([&] { return MPI_Allreduce(__VA_ARGS__); })
#define MPI_Barrier(...) ::eagre::comm::simulated([&] { return MPI_Barrier(__VA_ARGS__); })
#define MPI_Bcast(...) ::eagre::comm::simulated([&] { return MPI_Bcast(__VA_ARGS__); })
#define MPI_Finalize(...) ::eagre::comm::simulated([&] { return MPI_Finalize(__VA_ARGS__); })
#define MPI_Iallreduce(...) ::eagre::comm::simulated([&] { return MPI_Iallreduce(__VA_ARGS__); })
#define MPI_Init_thread(...) ::eagre::comm::simulated([&] { return MPI_Init_thread(__VA_ARGS__); })
#define MPI_Irecv(...) ::eagre::comm::simulated([&] { return MPI_Irecv(__VA_ARGS__); })
#define MPI_Isend(...) ::eagre::comm::simulated([&] { return MPI_Isend(__VA_ARGS__); })
#define MPI_Probe(...) ::eagre::comm::simulated([&] { return MPI_Probe(__VA_ARGS__); })
#define MPI_Recv(...) ::eagre::comm::simulated([&] { return MPI_Recv(__VA_ARGS__); })
#define MPI_Send(...) ::eagre::comm::simulated([&] { return MPI_Send(__VA_ARGS__); })
#define MPI_Testall(...) ::eagre::comm::simulated([&] { return MPI_Testall(__VA_ARGS__); })
#define MPI_Wait(...) ::eagre::comm::simulated([&] { return MPI_Wait(__VA_ARGS__); })
#define MPI_Waitall(...) ::eagre::comm::simulated([&] { return MPI_Waitall(__VA_ARGS__); })
#define MPI_Wtime() ::eagre::comm::simulated([] { return MPI_Wtime(); })
