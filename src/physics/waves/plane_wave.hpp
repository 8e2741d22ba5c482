// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/log.hpp"

namespace eagre::physics::waves {

/// A wave that travels along x through water at rest, in the terms of openfoam.org: x [m], z [m] above still water, t [s].
class PlaneWave {
 public:
  struct Velocity {
    double along, up;  ///< [m/s]
  };
  virtual ~PlaneWave() = default;
  virtual double elevation(double t, double x) const = 0;  ///< above still water [m]
  virtual Velocity velocity(double t, double x, double z) const = 0;
  virtual double celerity() const = 0;  ///< [m/s]
  virtual double length() const = 0;    ///< 0: solitary [m]
};

/// "Airy", "Stokes2", "Stokes5", "solitary".
std::vector<std::string> planeWaveNames();

/// The wave of one entry of `waves`: amplitude [m] (a function of time), and
///     Airy, Stokes2, Stokes5:  length [m] or period [s], phase [rad], depth [m] (deep water without it);
///     solitary:                depth, offset [m].
/// linearCelerity: waves of all orders travel as fast as small ones, as in OpenFOAM 5 to 8. Errors (badCase): unknown model with
/// the nearest, missing entries, both or neither of length and period, sizes that are not positive.
std::unique_ptr<PlaneWave> makePlaneWave(const std::string& model, const config::Dictionary& dictionary, double g,
                                         bool linearCelerity, Log& log);

}  // namespace eagre::physics::waves
