// SPDX-License-Identifier: BSD-3-Clause
#include "comm/shares.hpp"

#include "comm/call.hpp"

namespace eagre::comm {

namespace {

/// MPI counts are ints: longer messages are cut into pieces of this many bytes.
constexpr std::size_t pieceBytes = std::size_t{1} << 30;

/// Starts receives or sends of a message, in pieces.
class Messages {
 public:
  explicit Messages(const Communicator& communicator) : handle_(communicator.handle()) {}
  void receive(std::span<std::byte> bytes, int rank) {
    inPieces(bytes, [&](std::span<std::byte> piece) {
      const Call call(handle_, Function::irecv);
      MPI_Irecv(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, rank, tag::redistribution, handle_.comm,
                &requests_.emplace_back());
    });
  }
  void send(std::span<const std::byte> bytes, int rank) {
    inPieces(bytes, [&](std::span<const std::byte> piece) {
      const Call call(handle_, Function::isend, piece.size());
      MPI_Isend(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, rank, tag::redistribution, handle_.comm,
                &requests_.emplace_back());
    });
  }
  void wait() {
    const Call call(handle_, Function::waitall);
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  }

 private:
  template <class Bytes, class F>
  static void inPieces(Bytes bytes, F&& f) {
    for (std::size_t first = 0; first < bytes.size(); first += pieceBytes)
      f(bytes.subspan(first, std::min(pieceBytes, bytes.size() - first)));
  }
  const Communicator::Handle& handle_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::vector<std::int64_t> exchangeCounts(const Communicator& communicator, std::span<const std::int64_t> counts) {
  std::vector<std::int64_t> received(counts.size());
  const Call call(communicator.handle(), Function::alltoall, counts.size_bytes());
  MPI_Alltoall(counts.data(), 1, MPI_INT64_T, received.data(), 1, MPI_INT64_T, communicator.handle().comm);
  return received;
}

void exchangeShares(const Communicator& communicator, std::span<const std::byte> out, const std::vector<Share>& to,
                    std::span<std::byte> in, const std::vector<Share>& from, std::size_t each) {
  Messages messages(communicator);
  for (const Share& share : from) messages.receive(in.subspan(share.start * each, share.count * each), share.rank);
  for (const Share& share : to) messages.send(out.subspan(share.start * each, share.count * each), share.rank);
  messages.wait();
}

void exchangeBuffers(const Communicator& communicator, const std::vector<Buffer>& out, std::vector<Buffer>& in) {
  Messages messages(communicator);
  for (std::size_t r = 0; r < in.size(); ++r) messages.receive(in[r], static_cast<int>(r));
  for (std::size_t r = 0; r < out.size(); ++r) messages.send(out[r], static_cast<int>(r));
  messages.wait();
}

}  // namespace eagre::comm
