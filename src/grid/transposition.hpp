// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comm/partners.hpp"
#include "grid/field.hpp"

namespace eagre::grid {

/// Cells dealt out evenly over a lattice of ranks, x fastest, as Block deals them; where there are more ranks than cells the last
/// parts are empty.
class Parts {
 public:
  Parts() = default;
  Parts(const Int3& cells, const Int3& lattice) : cells_(cells), lattice_(lattice) {}
  const Int3& lattice() const { return lattice_; }
  /// The cells of a rank, by global index.
  Box of(int rank) const;
  /// First index of part p in direction d; p = lattice()[d]: the number of cells.
  int start(int d, int p) const;
  /// Cells of the largest part.
  Label largest() const;
  /// Pairs of a part of this and one of `other` that have cells in common: as many messages, those of a rank to itself included.
  double pairs(const Parts& other) const;

 private:
  Int3 cells_{1, 1, 1}, lattice_{1, 1, 1};
};

/// The values of a part's cells, x fastest, without ghosts.
using PartValues = std::vector<double, LineAligned<double>>;

/// Carries values from one division of a grid into parts to another. Who sends what to whom is found once; a rank talks to those
/// that it shares cells with.
class Transposition {
 public:
  Transposition(const comm::Communicator& communicator, const Parts& from, const Parts& to);
  /// values: of this rank's part in `from`, afterwards of that in `to`; with room for the larger one. Collective.
  void carry(PartValues& values);

 private:
  struct Piece {
    Box box;  ///< in the part that it is cut from, or goes to
    std::size_t first, size;
  };
  void copy(const Box& part, const Piece& piece, PartValues& values, std::vector<double>& buffer, bool pack) const;

  Box source_, target_;             ///< this rank's parts
  std::vector<Piece> send_, take_;  ///< own piece last, if there is one
  bool own_ = false;
  std::vector<double> sendBuffer_, takeBuffer_;
  std::vector<std::span<const std::byte>> sendBytes_;
  std::vector<std::span<std::byte>> takeBytes_;
  comm::Partners partners_;
};

}  // namespace eagre::grid
