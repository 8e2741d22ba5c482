// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "output/netcdf/netcdf.hpp"

namespace eagre::output::netcdf {

/// The chunks of a grid of points, which is divided among ranks in boxes: one that several ranks have points of is put together
/// by the first of them. Every rank knows all boxes; none asks.
class Chunks {
 public:
  using Extent = std::array<std::int64_t, 3>;

  /// shape: points of the grid in each direction. boxes: of each rank; they do not overlap.
  Chunks(const comm::Communicator& communicator, const Extent& shape, std::vector<Box> boxes);

  /// Points of a chunk of such a grid; the last ones along a direction may have some that are not in the grid.
  static Extent sizeFor(const Extent& shape);
  const Extent& size() const { return size_; }

  /// Calls f for each chunk of this rank with its points in the grid; their values then are in `room`, which has a number for
  /// each point of a chunk, 0 beyond the grid. T: float or double. Collective.
  template <class T>
  void each(const Fill& fill, std::span<T> room, const std::function<void(const Box& points)>& f) const;

  /// At most so many points of a chunk in each direction: 256 KiB of them in all.
  static constexpr std::int64_t mostPoints = 32;

 private:
  /// What a rank has of a chunk of another.
  struct Piece {
    int rank;           ///< the other one
    std::size_t chunk;  ///< of mine_; only of those that come
    Box box;
  };
  const Box& own() const { return boxes_[static_cast<std::size_t>(communicator_.rank())]; }
  template <class F>
  void eachMeeting(const Box& box, F&& f) const;
  template <class T>
  std::vector<T> exchange(const Fill& fill) const;
  template <class T, class U>
  void paste(const Box& chunk, const Box& part, const U* values, std::span<T> room) const;

  comm::Communicator communicator_;
  Extent shape_, size_;
  std::vector<Box> boxes_;
  std::vector<Box> mine_;              ///< chunks that this rank puts together
  std::vector<Piece> going_, coming_;  ///< by rank, then by chunk
};

}  // namespace eagre::output::netcdf
