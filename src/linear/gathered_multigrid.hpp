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
  /// Values of all ranks, one after another. counts: of each rank.
  std::span<const double> gather(std::span<const double> own, const std::vector<std::int64_t>& counts);
  void findOwnFaces(const LduAddressing& level);
  /// Numbers the faces of all ranks by owner and neighbour, and gives the whole level its net.
  FaceNet gatherFaces(const LduAddressing& level, const FaceNet& net);

  comm::Communicator communicator_;
  std::vector<std::int64_t> nCells_, nFaces_;  ///< a rank
  Label first_ = 0;                            ///< number of this rank's first cell in the whole level
  std::vector<Label> ownFaces_;     ///< faces of this rank that stand for themselves: of a cut face, one of its two sides
  std::vector<Label> neighbourOf_;  ///< number of the cell behind each of them in the whole level
  std::vector<Label> place_;        ///< of a gathered face in the whole level
  Coarsening whole_;
  std::unique_ptr<FloatMultigrid> multigrid_;
  std::vector<float> conductance_, excess_;
  std::vector<double> own_, all_;
};

}  // namespace eagre::linear
