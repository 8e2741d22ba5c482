// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/settings.hpp"
#include "grid/halo.hpp"

namespace eagre::channel {

/// Temperature at the start, without ghosts: by heat.initial, of the distance phi (negative in the lower fluid) where it is that
/// of the phases. Not for InitialTemperature::file.
double initialTemperature(const Settings& settings, double z, double phi);

/// Conductivity of a fluid by the share of the upper one in cells [k of the upper fluid]; without a share that of the upper one.
struct Conductivity {
  double lower = 1;
  const grid::Field* upperShare = nullptr;
};

/// Fills the ghosts of a temperature from other ranks and from what is known at the ends of the channel:
///   plates (z)         T, half a cell before the ghost: T_ghost = 2 T_plate - T; or the flux q: k (T_ghost - T) / h = q
///   inlet (low x)      the temperature that the layers had at the start (initialTemperature)
///   outlet (high x)    no gradient
/// Ghosts further out are mirrored likewise, for the stencils of Transport.
class HeatBoundaries {
 public:
  HeatBoundaries(const grid::Block& block, const Settings& settings);

  /// Three layers, edges next to the block too. Collective.
  void update(grid::Field& T, const Conductivity& conductivity);
  /// One layer beyond faces of a change of T, which has no source at any boundary. Collective.
  void updateChange(grid::Field& change);
  /// Whether the heat that enters is known: nothing flows through ends.
  bool closed() const { return block_.grid().periodic[0]; }

 private:
  /// T beyond a plate: twice + sign T of the mirrored cell, and what the flux adds.
  struct Mirror {
    double sign = 1, twice = 0, flux = 0;
  };
  Mirror atPlate(int side, bool ofChange) const;
  void fillEnds(grid::Field& T, int depth, bool ofChange) const;
  void fillPlates(grid::Field& T, int depth, bool ofChange, const Conductivity& conductivity) const;

  const grid::Block& block_;
  const HeatSettings settings_;
  std::vector<double> inlet_;  ///< by global z index
  grid::Halo halo_;
};

}  // namespace eagre::channel
