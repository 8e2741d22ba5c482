// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "interface/interface_state.hpp"

namespace eagre::interface_ {

/// Where the interface lies within the cells that it crosses: a plane in each,
///     n . (x - c) = 0,   n the unit normal out of phase 1, c a point of the plane in the cell.
/// What geometric advections cut faces with, and what distances to the interface and curvatures by fits are made of.
class Reconstruction {
 public:
  struct Plane {
    Label cell;  ///< owned
    Vec3 normal, centre;
    double area;  ///< of the part within the cell [m^2]
  };
  virtual ~Reconstruction() = default;
  /// The planes of the state's present alpha1, in the order of the cells. Collective.
  virtual std::span<const Plane> operator()() = 0;
};

}  // namespace eagre::interface_
