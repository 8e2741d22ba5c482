// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "linear/float_multigrid.hpp"

namespace eagre::linear {

/// The coarse end of a multigrid whose ranks have few cells left: all of the level on every rank, and multigrid from there on
/// that needs no messages. One gathering of the source replaces the exchanges of all levels below, which are many (a W-cycle
/// visits a level twice as often as the one above) and carry next to nothing.
class GatheredMultigrid {
 public:
  /// The level on this rank and its net (internal faces, then coupled ones). Collective.
  GatheredMultigrid(const LduAddressing& level, const FaceNet& net, int nPairings);

  /// Conductances of the level's faces and the excess of its diagonal, as FloatMultigrid has them. Collective.
  void assign(std::span<const float> conductance, std::span<const float> excess);
  /// x = M^-1 b: one cycle of the whole; nCells of this rank each. Collective.
  void solve(std::span<const float> b, std::span<float> x);

 private:
  /// How many values each rank has, and where they begin among those of all.
  struct Division {
    std::vector<int> counts, starts;
    std::size_t total = 0;
  };
  Division divide(std::size_t own) const;
  /// Values of all ranks, one after another.
  template <class T>
  void gather(std::span<const T> own, const Division& division, std::span<T> all) const;
  /// Sets ownFaces_; returns the numbers in the whole level of the cells behind them.
  std::vector<Label> findOwnFaces(const LduAddressing& level);
  /// Numbers the faces of all ranks by owner and neighbour, and gives the whole level its net.
  FaceNet gatherFaces(const LduAddressing& level, const FaceNet& net, const std::vector<Label>& neighbours);

  comm::Communicator communicator_;
  Division cells_, faces_;
  Label first_;                  ///< number of this rank's first cell in the whole level
  std::vector<Label> ownFaces_;  ///< faces of this rank that stand for themselves: of a cut face, one of its two sides
  std::vector<Label> place_;     ///< of a gathered face in the whole level
  Coarsening whole_;
  std::unique_ptr<FloatMultigrid> multigrid_;
  std::vector<float> conductance_, excess_, own_, gathered_;
};

}  // namespace eagre::linear
