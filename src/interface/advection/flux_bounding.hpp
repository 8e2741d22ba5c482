// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "fv/fields/context.hpp"

namespace eagre::interface_ {

/// Conservative bounding of an explicit step of alpha (Roenby, Bredmose and Jasak 2016, section 3.3). Where a cell would have
/// more of a phase than its volume, it passes the surplus on through its outflow faces, in proportion to their fluxes and up to
/// what these can carry; first of phase 1, then, for what is below 0, of phase 2. nAlphaBounds such sweeps.
///
/// Cells are visited in the order of the global mesh, each seeing what those before it have passed on, whatever rank has them: a
/// sweep is done again until no rank gets another flux from one that comes before.
class FluxBounding {
 public:
  FluxBounding(const fv::Context& context, int nSweeps);

  /// Of the step alpha = old - sum(dV)/V.
  struct Step {
    std::span<const double> old;  ///< nCells or more: alpha before
    std::span<const double> phi;  ///< nFaces: flux of both phases [m^3/s]
    double deltaT;                ///< [s]
    std::span<double> dV;         ///< nFaces: volume of phase 1 through each face [m^3], bounded afterwards
  };
  /// cells: those that may pass something on (owned, ascending in the global mesh). above, below: whether there is something to
  /// do in either direction (the same on all ranks). Collective.
  void operator()(const Step& step, const std::vector<Label>& cells, bool above, bool below);
  /// Faces whose dV the last call has changed, some of them several times.
  std::span<const Label> changed() const { return changed_; }

 private:
  void sweep(const Step& step, const std::vector<Label>& cells, bool above);
  void passOn(const Step& step, Label cell, bool above);
  double surplus(const Step& step, Label cell, bool above) const;
  bool exchange(const Step& step);

  const fv::Context& context_;
  int nSweeps_;
  std::vector<double> ghostGlobal_;               ///< nAllCells: index in the global mesh
  std::vector<double> sides_;                     ///< of coupled faces: dV of this side, of the other one
  std::vector<double> arrived_;                   ///< what this sweep gets through coupled faces from cells that come before
  std::vector<std::pair<Label, double>> before_;  ///< faces changed in this sweep, and their dV at its start
  std::vector<Label> changed_;
};

}  // namespace eagre::interface_
