// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comm/communicator.hpp"
#include "core/types.hpp"
#include "grid/grid.hpp"

namespace eagre::grid {

/// A range of local indices [low, high) in each direction.
struct Box {
  Int3 low{0, 0, 0}, high{0, 0, 0};
  Label size() const;
  bool empty() const { return size() == 0; }
  /// The box with these many cells more at both ends of each direction.
  Box grown(const Int3& by) const;
};
/// The cells that both have.
Box common(const Box& a, const Box& b);

/// This rank's part of a grid that is cut in all three directions. The ranks stand in a lattice of ranks()[0] x ranks()[1] x
/// ranks()[2], x fastest; cells are dealt out evenly, the first parts having one more where the numbers do not divide.
class Block {
 public:
  /// ranks: the lattice; where a number is 0 it is chosen, so that the surface between parts is least. A part has at least
  /// `thinnest` cells in each direction that is cut.
  /// Errors (badCase): a lattice that is not that of the communicator, or a part that would be thinner.
  Block(const Grid& grid, comm::Communicator communicator, Int3 ranks = {0, 0, 0}, int thinnest = 3);

  /// The same ranks on a grid with two cells made one in the directions with by[d] = 2; the last cell stays alone where their
  /// number is odd, and is then as wide as the others in its Grid. A pair belongs to the rank of its lower cell: parts need
  /// two cells in a direction that is cut. Coarse cell I has the cells 2 I and 2 I + 1, by global index.
  Block coarsened(const Int3& by) const;
  /// The same grid on fewer ranks: by[d] parts that follow one another in direction d become one, on the rank of the first; of
  /// the last ones there may be fewer. Collective calls remain those of all ranks.
  Block agglomerated(const Int3& by) const;
  /// Whether this rank has a part; without one it has no cells.
  bool hasPart() const { return hasPart_; }

  const Grid& grid() const { return grid_; }
  const comm::Communicator& communicator() const { return communicator_; }
  const Int3& ranks() const { return ranks_; }
  const Int3& place() const { return place_; }    ///< of this rank in the lattice
  const Int3& offset() const { return offset_; }  ///< global index of local cell (0, 0, 0)
  const Int3& n() const { return n_; }            ///< cells of this rank
  Box box() const { return {{0, 0, 0}, n_}; }
  /// The faces of direction d whose velocity this rank solves for or gives: its cells' low faces, and on the rank at the upper
  /// physical boundary the faces there.
  Box faces(int d) const;

  /// Whether this rank ends at a physical boundary in direction d: side 0 at the low, 1 at the high end.
  bool atBoundary(int d, int side) const;
  /// The rank that many places further (-1, 0, 1 in each direction); -1 beyond a physical boundary. May be this rank.
  int neighbour(const Int3& step) const;
  /// First global index of part p in direction d; p = ranks()[d]: the number of cells.
  int start(int d, int p) const { return starts_[d][static_cast<std::size_t>(p)]; }
  int rankAt(const Int3& place) const {
    return place[0] * every_[0] + lattice_[0] * (place[1] * every_[1] + lattice_[1] * (place[2] * every_[2]));
  }

  double x(int i) const { return grid_.centre(0, offset_[0] + i); }  ///< of cell centres, by local index
  double y(int j) const { return grid_.centre(1, offset_[1] + j); }
  double z(int k) const { return grid_.centre(2, offset_[2] + k); }

 private:
  void take();  ///< place, offset and n, by starts_

  Grid grid_;
  comm::Communicator communicator_;
  Int3 ranks_, place_{}, offset_{}, n_{};
  Int3 lattice_, every_{1, 1, 1};  ///< of all ranks; those with a part stand so far from each other
  bool hasPart_ = true;
  std::array<std::vector<int>, 3> starts_;
};

/// The lattice of so many ranks with the least surface between its parts, of those whose parts have `thinnest` cells at least in
/// each direction that is cut; entries of `given` that are not 0 are kept. {0, 0, 0}: there is none.
Int3 chooseLattice(const Grid& grid, int nRanks, const Int3& given, int thinnest);

}  // namespace eagre::grid
