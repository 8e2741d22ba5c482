// SPDX-License-Identifier: BSD-3-Clause
#include "comm/shares.hpp"

#include "comm/call.hpp"

namespace eagre::comm {

namespace {

/// MPI counts are ints: longer messages are cut into pieces of this many bytes.
constexpr std::size_t pieceBytes = std::size_t{1} << 30;

/// Calls f(piece, rank) for the shares of an array of entities of `each` bytes.
template <class Bytes, class F>
void eachPiece(Bytes array, const std::vector<Share>& shares, std::size_t each, F&& f) {
  for (const Share& share : shares) {
    const auto bytes = array.subspan(share.start * each, share.count * each);
    for (std::size_t first = 0; first < bytes.size(); first += pieceBytes)
      f(bytes.subspan(first, std::min(pieceBytes, bytes.size() - first)), share.rank);
  }
}

}  // namespace

std::vector<std::int64_t> exchangeCounts(const Communicator& communicator, std::span<const std::int64_t> counts) {
  std::vector<std::int64_t> received(counts.size());
  const Call call(communicator.handle(), Function::alltoall, counts.size_bytes());
  MPI_Alltoall(counts.data(), 1, MPI_INT64_T, received.data(), 1, MPI_INT64_T, communicator.handle().comm);
  return received;
}

void exchangeShares(const Communicator& communicator, std::span<const std::byte> out, const std::vector<Share>& to,
                    std::span<std::byte> in, const std::vector<Share>& from, std::size_t each) {
  const auto& handle = communicator.handle();
  std::vector<MPI_Request> requests;
  eachPiece(in, from, each, [&](std::span<std::byte> piece, int rank) {
    const Call call(handle, Function::irecv);
    MPI_Irecv(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, rank, tag::redistribution, handle.comm,
              &requests.emplace_back());
  });
  eachPiece(out, to, each, [&](std::span<const std::byte> piece, int rank) {
    const Call call(handle, Function::isend, piece.size());
    MPI_Isend(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, rank, tag::redistribution, handle.comm,
              &requests.emplace_back());
  });
  const Call call(handle, Function::waitall);
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

}  // namespace eagre::comm
