// SPDX-License-Identifier: BSD-3-Clause
#include "comm/communicator.hpp"

#include <algorithm>
#include <functional>
#include <type_traits>

#include "comm/call.hpp"
#include "comm/pending_sum.hpp"
#include "comm/start.hpp"
#include "comm/tree.hpp"
#include "core/error.hpp"

namespace eagre::comm {

namespace {

/// MPI counts are ints: longer messages are cut into pieces of this many bytes.
constexpr std::size_t pieceBytes = std::size_t{1} << 30;

/// Calls f(piece) for each piece of data, in order.
template <class T, class F>
void inPieces(std::span<T> data, F&& f) {
  constexpr std::size_t pieceSize = pieceBytes / sizeof(T);
  for (std::size_t first = 0; first < data.size(); first += pieceSize)
    f(data.subspan(first, std::min(pieceSize, data.size() - first)));
}

template <class T>
void iallreduceAndWait(const Communicator::Handle& h, std::span<T> values, MPI_Datatype type, MPI_Op operation) {
  MPI_Request request = MPI_REQUEST_NULL;
  {
    const Call call(h, Function::iallreduce, values.size_bytes());
    MPI_Iallreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), type, operation, h.comm, &request);
  }
  const Call call(h, Function::wait);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

template <class T>
void allreduce(const Communicator::Handle& h, std::span<T> values, MPI_Datatype type, MPI_Op operation) {
  const Call call(h, Function::allreduce, values.size_bytes());
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), type, operation, h.comm);
}

/// What libPstream of OpenFOAM 2.3.1 has a function of its own for (docs/communication.md); all else goes through its template.
template <class T>
bool ownInOpenFoam(MPI_Op operation) {
  return std::is_same_v<T, double> && operation != MPI_MAX;
}

template <class T, class Combine>
void reduceOneByOne(const Communicator::Handle& h, std::span<T> values, MPI_Datatype type, MPI_Op operation, Combine combine) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = values.subspan(i, 1);
    if (h.profile) h.profile->current().reductions += 1;
    if (ownInOpenFoam<T>(operation))
      allreduce(h, value, type, operation);
    else
      treeReduce(h, value, tag::reduction, combine);
  }
}

template <class T, class Combine>
void reduce(const Communicator::Handle& h, std::span<T> values, MPI_Datatype type, MPI_Op operation, Combine combine) {
  if (h.size == 1) return;
  if (h.methods.reduction == ReductionMethod::openfoam) return reduceOneByOne(h, values, type, operation, combine);
  if (h.profile) h.profile->current().reductions += 1;
  inPieces(values, [&](std::span<T> piece) {
    if (h.methods.reduction == ReductionMethod::tree)
      treeReduce(h, piece, tag::reduction, combine);
    else if (h.methods.reduction == ReductionMethod::nonblocking && h.methods.pending == PendingMethod::iallreduce)
      iallreduceAndWait(h, piece, type, operation);
    else
      allreduce(h, piece, type, operation);
  });
}

template <class T>
void gatherOnAll(const Communicator::Handle& h, std::span<const T> own, std::span<T> all, MPI_Datatype type,
                 std::span<const int> counts, std::span<const int> starts) {
  const Call call(h, Function::allgatherv, own.size_bytes());
  MPI_Allgatherv(own.data(), static_cast<int>(own.size()), type, all.data(), counts.data(), starts.data(), type, h.comm);
}

constexpr auto larger = [](double a, double b) { return std::max(a, b); };
constexpr auto smaller = [](double a, double b) { return std::min(a, b); };

}  // namespace

Environment::Environment(int& argc, char**& argv) {
  prepareStart();
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
#ifndef EAGRE_SIMGRID  // whose ranks are no threads
  if (provided < MPI_THREAD_FUNNELED) throw Error("this MPI library does not offer MPI_THREAD_FUNNELED");
#endif
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

Environment::~Environment() { MPI_Finalize(); }

Communicator Communicator::world() {
  auto handle = std::make_shared<Handle>(Handle{MPI_COMM_WORLD, 0, 1});
  MPI_Comm_rank(handle->comm, &handle->rank);
  MPI_Comm_size(handle->comm, &handle->size);
  return Communicator(std::move(handle));
}

Communicator Communicator::self() { return Communicator(std::make_shared<Handle>(Handle{MPI_COMM_SELF, 0, 1})); }

Communicator Communicator::split(int group) const {
  auto* handle = new Handle{MPI_COMM_NULL, 0, 1, handle_->methods};
  std::shared_ptr<Handle> owner(handle, [](Handle* h) {
    if (h->comm != MPI_COMM_NULL) MPI_Comm_free(&h->comm);
    delete h;
  });
  MPI_Comm_split(handle_->comm, group, rank(), &handle->comm);
  MPI_Comm_rank(handle->comm, &handle->rank);
  MPI_Comm_size(handle->comm, &handle->size);
  return Communicator(std::move(owner));
}

int Communicator::rank() const { return handle_->rank; }
int Communicator::size() const { return handle_->size; }

void Communicator::choose(const Methods& methods) const { handle_->methods = methods; }
const Methods& Communicator::methods() const { return handle_->methods; }

void Communicator::sum(std::span<double> values) const {
  if (methods().reduction == ReductionMethod::nonblocking && methods().pending == PendingMethod::messages)
    startSum(values).wait();
  else
    reduce(*handle_, values, MPI_DOUBLE, MPI_SUM, std::plus<double>());
}
void Communicator::min(std::span<double> values) const { reduce(*handle_, values, MPI_DOUBLE, MPI_MIN, smaller); }
void Communicator::max(std::span<double> values) const { reduce(*handle_, values, MPI_DOUBLE, MPI_MAX, larger); }
void Communicator::sum(std::span<std::int64_t> values) const {
  reduce(*handle_, values, MPI_INT64_T, MPI_SUM, std::plus<std::int64_t>());
}

double Communicator::sum(double value) const {
  sum(std::span(&value, 1));
  return value;
}
double Communicator::min(double value) const {
  min(std::span(&value, 1));
  return value;
}
double Communicator::max(double value) const {
  max(std::span(&value, 1));
  return value;
}
std::int64_t Communicator::sum(std::int64_t value) const {
  sum(std::span(&value, 1));
  return value;
}

PendingSum Communicator::startSum(std::span<double> values) const {
  if (!parallel() || values.empty()) return {};
  if (methods().reduction == ReductionMethod::tree) {
    sum(values);
    return {};
  }
  if (handle_->profile) handle_->profile->current().reductions += 1;
  const bool messages = methods().pending == PendingMethod::messages;
  return PendingSum(messages ? startDoubling(*this, values) : startIallreduce(*this, values));
}

bool Communicator::any(bool value) const { return sum(std::int64_t{value}) > 0; }
bool Communicator::all(bool value) const { return !any(!value); }

void Communicator::broadcast(std::span<std::byte> data, int root) const {
  if (!parallel()) return;
  inPieces(data, [&](std::span<std::byte> piece) {
    const Call call(*handle_, Function::bcast, rank() == root ? piece.size() : 0);
    MPI_Bcast(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, root, handle_->comm);
  });
}

void Communicator::broadcast(std::string& text, int root) const {
  std::int64_t n = static_cast<std::int64_t>(text.size());
  broadcast(std::as_writable_bytes(std::span(&n, 1)), root);
  text.resize(static_cast<std::size_t>(n));
  broadcast(std::as_writable_bytes(std::span(text)), root);
}

void Communicator::send(std::span<const std::byte> data, int to, int tag) const {
  inPieces(data, [&](std::span<const std::byte> piece) {
    const Call call(*handle_, Function::send, piece.size());
    MPI_Send(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, to, tag, handle_->comm);
  });
}

void Communicator::receive(std::span<std::byte> data, int from, int tag) const {
  inPieces(data, [&](std::span<std::byte> piece) {
    MPI_Status status;
    {
      const Call call(*handle_, Function::recv);
      MPI_Recv(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, from, tag, handle_->comm, &status);
    }
    int received = 0;
    MPI_Get_count(&status, MPI_BYTE, &received);
    if (received != static_cast<int>(piece.size())) throw Error("a message between ranks is shorter than its receiver expects");
  });
}

std::vector<std::int64_t> Communicator::allGather(std::int64_t value) const {
  std::vector<std::int64_t> values(static_cast<std::size_t>(size()));
  const Call call(*handle_, Function::allgather, sizeof value);
  MPI_Allgather(&value, 1, MPI_INT64_T, values.data(), 1, MPI_INT64_T, handle_->comm);
  return values;
}

void Communicator::allGather(std::span<const double> own, std::span<double> all, std::span<const int> counts,
                             std::span<const int> starts) const {
  gatherOnAll(*handle_, own, all, MPI_DOUBLE, counts, starts);
}
void Communicator::allGather(std::span<const float> own, std::span<float> all, std::span<const int> counts,
                             std::span<const int> starts) const {
  gatherOnAll(*handle_, own, all, MPI_FLOAT, counts, starts);
}

void Communicator::barrier() const {
  const Call call(*handle_, Function::barrier);
  MPI_Barrier(handle_->comm);
}
double Communicator::seconds() { return MPI_Wtime(); }

bool Communicator::allArrive(double seconds) const {
  if (!parallel()) return true;
  const auto waitFor = [&](std::vector<MPI_Request>& requests, double limit) {
    const double end = MPI_Wtime() + limit;
    int done = 0;
    while (!done && MPI_Wtime() < end)
      MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    return done != 0;
  };
  // Everybody reports to rank 0, which then sets everybody free.
  std::vector<MPI_Request> requests;
  if (master()) {
    requests.resize(static_cast<std::size_t>(size() - 1));
    for (int r = 1; r < size(); ++r) MPI_Irecv(nullptr, 0, MPI_BYTE, r, tag::arrive, handle_->comm, &requests[r - 1]);
    if (!waitFor(requests, seconds)) return false;
    for (int r = 1; r < size(); ++r) MPI_Send(nullptr, 0, MPI_BYTE, r, tag::arrive, handle_->comm);
    return true;
  }
  requests.resize(2);
  MPI_Isend(nullptr, 0, MPI_BYTE, 0, tag::arrive, handle_->comm, &requests[0]);
  MPI_Irecv(nullptr, 0, MPI_BYTE, 0, tag::arrive, handle_->comm, &requests[1]);
  return waitFor(requests, 1.5 * seconds);
}

void Communicator::abort(int code) const {
  MPI_Abort(handle_->comm, code);
  std::abort();  // MPI_Abort does not return, but is not declared so
}

}  // namespace eagre::comm
