// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include "comm/simulated_collectives.hpp"
#include "comm/simulated_rank.hpp"
#include "core/error.hpp"
#include "kernel/profile.hpp"

/// What changes in this room where SimGrid simulates the ranks: calls of MPI that let time pass or others run become those of
/// SimulatedRank, after the time of the loops before them has passed. Included behind <mpi.h>; every such function that this room
/// calls stands here. Messages know no communicator: MPI_COMM_SELF is for one rank, which sends none.
namespace eagre::comm::simulated {

using Request = SimulatedRank::Request*;

/// The rank that calls, with its clock set.
inline SimulatedRank& self() {
  if (kernel::simulatedClock) kernel::simulatedClock->settle();
  return *simulatedRank;
}

inline std::size_t sizeOf(MPI_Datatype type) {
  int bytes = 0;
  MPI_Type_size(type, &bytes);
  return static_cast<std::size_t>(bytes);
}
inline std::span<std::byte> bytes(void* data, int count, MPI_Datatype type) {
  return {static_cast<std::byte*>(data), static_cast<std::size_t>(count) * (type == MPI_DOUBLE ? sizeof(double) : sizeOf(type))};
}
inline std::span<const std::byte> bytes(const void* data, int count, MPI_Datatype type) {
  return bytes(const_cast<void*>(data), count, type);
}

inline int init(int* argc, char*** argv, int required, int* provided) {
  MPI_Init_thread(argc, argv, required, provided);
  simulatedRank = SimulatedRank::join();
  return MPI_SUCCESS;
}
inline int finalize() {
  SimulatedRank::leave(simulatedRank);
  return MPI_Finalize();
}

inline int send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm) {
  self().send(bytes(data, count, type), to, tag);
  return MPI_SUCCESS;
}
inline int isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm, Request* request) {
  *request = self().start(bytes(data, count, type), to, tag);
  return MPI_SUCCESS;
}
inline int irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm, Request* request) {
  *request = self().receive(bytes(data, count, type), from, tag);
  return MPI_SUCCESS;
}
inline int waitall(int count, Request* requests, MPI_Status*) {
  self().wait(std::span(requests, static_cast<std::size_t>(count)));
  return MPI_SUCCESS;
}
inline int wait(Request* request, MPI_Status* status) { return waitall(1, request, status); }
inline int recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  Request request = nullptr;
  irecv(data, count, type, from, tag, comm, &request);
  if (status) status->count = static_cast<int>(bytes(data, count, type).size());
  return waitall(1, &request, nullptr);
}
inline int testall(int count, Request* requests, int* done, MPI_Status*) {
  *done = self().test(std::span(requests, static_cast<std::size_t>(count)));
  return MPI_SUCCESS;
}
inline int probe(int from, int tag, MPI_Comm, MPI_Status*) {
  self().probe(from, tag);
  return MPI_SUCCESS;
}

/// in: MPI_IN_PLACE
inline int allreduce(const void*, void* values, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  if (comm != MPI_COMM_SELF) allReduce(self(), values, count, type, operation);
  return MPI_SUCCESS;
}
inline int bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (comm != MPI_COMM_SELF) broadcast(self(), bytes(data, count, type), root);
  return MPI_SUCCESS;
}
/// What MPI_Allgatherv receives: counts[r] values of rank r from all[starts[r]] on.
struct GatheredValues {
  void* all;
  const int *counts, *starts;
};
inline int allgatherv(const void* own, int count, MPI_Datatype type, const GatheredValues& received, MPI_Comm comm) {
  SimulatedRank& rank = self();
  const auto size = comm == MPI_COMM_SELF ? std::size_t{1} : static_cast<std::size_t>(rank.size());
  std::vector<std::size_t> sizes(size), places(size);
  for (std::size_t r = 0; r < size; ++r) {
    sizes[r] = bytes(own, received.counts[r], type).size();
    places[r] = bytes(own, received.starts[r], type).size();
  }
  if (comm == MPI_COMM_SELF) {
    const auto data = bytes(own, count, type);
    std::copy(data.begin(), data.end(), static_cast<std::byte*>(received.all));
  } else {
    allGather(rank, bytes(own, count, type), static_cast<std::byte*>(received.all), sizes, places);
  }
  return MPI_SUCCESS;
}
inline int allgather(const void* own, int count, MPI_Datatype type, void* all, int, MPI_Datatype, MPI_Comm comm) {
  std::vector<int> counts(static_cast<std::size_t>(simulatedRank->size()), count), starts(counts.size());
  for (std::size_t r = 1; r < starts.size(); ++r) starts[r] = starts[r - 1] + count;
  return allgatherv(own, count, type, {all, counts.data(), starts.data()}, comm);
}
inline int barrier(MPI_Comm comm) {
  double nothing = 0;
  return allreduce(nullptr, &nothing, 1, MPI_DOUBLE, MPI_SUM, comm);
}
/// At once, nothing being on its way afterwards: who wants to hide a sum makes it from messages (PendingMethod).
inline int iallreduce(const void* in, void* values, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm,
                      Request* request) {
  *request = nullptr;
  return allreduce(in, values, count, type, operation, comm);
}
inline int alltoall(const void* own, int count, MPI_Datatype type, void* all, int, MPI_Datatype, MPI_Comm comm) {
  const int size = comm == MPI_COMM_SELF ? 1 : simulatedRank->size();
  const auto data = bytes(own, count * size, type);
  if (comm == MPI_COMM_SELF)
    std::copy(data.begin(), data.end(), static_cast<std::byte*>(all));
  else
    allToAll(self(), data, static_cast<std::byte*>(all));
  return MPI_SUCCESS;
}
inline int split(MPI_Comm, int, int, MPI_Comm*) {
  throw Error("a simulated cluster has no MPI_Comm_split, which dumps in bunches need");
}
inline int freeSplit(MPI_Comm*) { return MPI_SUCCESS; }  // there is none

}  // namespace eagre::comm::simulated

#undef MPI_REQUEST_NULL
#define MPI_REQUEST_NULL nullptr
#define MPI_Request ::eagre::comm::simulated::Request
#define MPI_Allgather(...) ::eagre::comm::simulated::allgather(__VA_ARGS__)
#define MPI_Allgatherv(own, count, type, all, counts, starts, sameType, ranks) \
  ::eagre::comm::simulated::allgatherv(own, count, type, {all, counts, starts}, ranks)
#define MPI_Allreduce(...) ::eagre::comm::simulated::allreduce(__VA_ARGS__)
#define MPI_Alltoall(...) ::eagre::comm::simulated::alltoall(__VA_ARGS__)
#define MPI_Barrier(...) ::eagre::comm::simulated::barrier(__VA_ARGS__)
#define MPI_Bcast(...) ::eagre::comm::simulated::bcast(__VA_ARGS__)
#define MPI_Comm_free(...) ::eagre::comm::simulated::freeSplit(__VA_ARGS__)
#define MPI_Comm_split(...) ::eagre::comm::simulated::split(__VA_ARGS__)
#define MPI_Finalize(...) ::eagre::comm::simulated::finalize(__VA_ARGS__)
#define MPI_Iallreduce(...) ::eagre::comm::simulated::iallreduce(__VA_ARGS__)
#define MPI_Init_thread(...) ::eagre::comm::simulated::init(__VA_ARGS__)
#define MPI_Irecv(...) ::eagre::comm::simulated::irecv(__VA_ARGS__)
#define MPI_Isend(...) ::eagre::comm::simulated::isend(__VA_ARGS__)
#define MPI_Probe(...) ::eagre::comm::simulated::probe(__VA_ARGS__)
#define MPI_Recv(...) ::eagre::comm::simulated::recv(__VA_ARGS__)
#define MPI_Send(...) ::eagre::comm::simulated::send(__VA_ARGS__)
#define MPI_Testall(...) ::eagre::comm::simulated::testall(__VA_ARGS__)
#define MPI_Wait(...) ::eagre::comm::simulated::wait(__VA_ARGS__)
#define MPI_Waitall(...) ::eagre::comm::simulated::waitall(__VA_ARGS__)
#define MPI_Wtime() ::eagre::comm::simulated::self().seconds()
