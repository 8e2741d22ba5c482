// SPDX-License-Identifier: BSD-3-Clause
#include "output/netcdf/chunks.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "comm/shares.hpp"

namespace eagre::output::netcdf {

namespace {

/// n points cut into chunks that are as even as can be.
std::int64_t evenChunk(std::int64_t n) {
  const std::int64_t chunks = (n + Chunks::mostPoints - 1) / Chunks::mostPoints;
  return (n + chunks - 1) / chunks;
}

bool meet(const Box& a, const Box& b) { return (a & b).points() > 0; }

template <class Pieces>
std::vector<comm::Share> sharesOf(const Pieces& pieces) {
  std::vector<comm::Share> shares;
  std::size_t at = 0;
  for (const auto& piece : pieces) {
    const auto n = static_cast<std::size_t>(piece.box.points());
    if (shares.empty() || shares.back().rank != piece.rank) shares.push_back({piece.rank, at, 0});
    shares.back().count += n;
    at += n;
  }
  return shares;
}

template <class Pieces>
std::size_t pointsOf(const Pieces& pieces) {
  std::size_t n = 0;
  for (const auto& piece : pieces) n += static_cast<std::size_t>(piece.box.points());
  return n;
}

}  // namespace

/// f(points in the grid) of each chunk that has points of a box, in their order.
template <class F>
void Chunks::eachMeeting(const Box& box, F&& f) const {
  if (box.points() == 0) return;
  Extent low{}, high{};
  for (std::size_t d = 0; d < 3; ++d) {
    low[d] = box.first[d] / size_[d];
    high[d] = (box.end(d) - 1) / size_[d];
  }
  for (std::int64_t k = low[2]; k <= high[2]; ++k)
    for (std::int64_t j = low[1]; j <= high[1]; ++j)
      for (std::int64_t i = low[0]; i <= high[0]; ++i)
        f(Box{{i * size_[0], j * size_[1], k * size_[2]}, size_} & Box{{0, 0, 0}, shape_});
}

Chunks::Extent Chunks::sizeFor(const Extent& shape) { return {evenChunk(shape[0]), evenChunk(shape[1]), evenChunk(shape[2])}; }

Chunks::Chunks(const comm::Communicator& communicator, const Extent& shape, std::vector<Box> boxes)
    : communicator_(communicator), shape_(shape), size_(sizeFor(shape)), boxes_(std::move(boxes)) {
  const int me = communicator.rank();
  eachMeeting(own(), [&](const Box& chunk) {
    int first = 0;
    while (first < me && !meet(boxes_[static_cast<std::size_t>(first)], chunk)) ++first;
    if (first == me)
      mine_.push_back(chunk);
    else
      going_.push_back({first, 0, chunk & own()});
  });
  std::stable_sort(going_.begin(), going_.end(), [](const Piece& a, const Piece& b) { return a.rank < b.rank; });
  for (int rank = me + 1; rank < communicator.size(); ++rank)
    for (std::size_t c = 0; c < mine_.size(); ++c) {
      const Box part = mine_[c] & boxes_[static_cast<std::size_t>(rank)];
      if (part.points() > 0) coming_.push_back({rank, c, part});
    }
}

/// Values of coming_, one piece's after another's.
template <class T>
std::vector<T> Chunks::exchange(const Fill& fill) const {
  std::vector<T> out, in(pointsOf(coming_));
  out.reserve(pointsOf(going_));
  std::vector<double> part;
  for (const Piece& piece : going_) {
    part.resize(static_cast<std::size_t>(piece.box.points()));
    fill(piece.box, part);
    for (const double value : part) out.push_back(static_cast<T>(value));
  }
  comm::exchangeShares(communicator_, std::as_bytes(std::span(out)), sharesOf(going_), std::as_writable_bytes(std::span(in)),
                       sharesOf(coming_), sizeof(T));
  return in;
}

template <class T, class U>
void Chunks::paste(const Box& chunk, const Box& part, const U* values, std::span<T> room) const {
  for (std::int64_t k = part.first[2]; k < part.end(2); ++k)
    for (std::int64_t j = part.first[1]; j < part.end(1); ++j) {
      T* to =
          room.data() + (part.first[0] - chunk.first[0]) + size_[0] * ((j - chunk.first[1]) + size_[1] * (k - chunk.first[2]));
      for (std::int64_t i = 0; i < part.size[0]; ++i) to[i] = static_cast<T>(values[i]);
      values += part.size[0];
    }
}

template <class T>
void Chunks::each(const Fill& fill, std::span<T> room, const std::function<void(const Box& points)>& f) const {
  const std::vector<T> come = communicator_.parallel() ? exchange<T>(fill) : std::vector<T>();
  // Pieces come by rank: those of a chunk stand apart.
  std::vector<std::vector<std::pair<const Piece*, const T*>>> others(mine_.size());
  const T* at = come.data();
  for (const Piece& piece : coming_) {
    others[piece.chunk].emplace_back(&piece, at);
    at += piece.box.points();
  }
  std::vector<double> part;
  for (std::size_t c = 0; c < mine_.size(); ++c) {
    const Box &chunk = mine_[c], mine = chunk & own();
    if constexpr (std::is_same_v<T, double>)
      if (mine.size == size_) {
        fill(mine, room);
        f(chunk);
        continue;
      }
    if (chunk.size != size_) std::fill(room.begin(), room.end(), T{});
    part.resize(static_cast<std::size_t>(mine.points()));
    fill(mine, part);
    paste(chunk, mine, part.data(), room);
    for (const auto& [piece, values] : others[c]) paste(chunk, piece->box, values, room);
    f(chunk);
  }
}

template void Chunks::each(const Fill&, std::span<float>, const std::function<void(const Box&)>&) const;
template void Chunks::each(const Fill&, std::span<double>, const std::function<void(const Box&)>&) const;

}  // namespace eagre::output::netcdf
