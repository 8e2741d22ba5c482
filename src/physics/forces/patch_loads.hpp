// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "fv/fields/context.hpp"
#include "physics/forces/boundary_stress.hpp"

namespace eagre::physics {

/// Pressure and viscous part over patches, on all ranks [N, N m]:
///     F_p = sum rho (p - pRef) S,   F_v = sum rho n.R |S|,   M = sum (x - centre) x F
struct Loads {
  Vec3 pressure, viscous, pressureMoment, viscousMoment;
  Vec3 force() const { return pressure + viscous; }
  Vec3 moment() const { return pressureMoment + viscousMoment; }
};

/// What the flow does to patches: the forces of OpenFOAM's function object `forces`.
class PatchLoads {
 public:
  /// What they are made of. rho: "rhoInf" for a density that is a number, of a flow whose pressure is divided by it.
  struct Settings {
    std::vector<std::size_t> patches;
    std::string p = "p", U = "U", rho = "rho";
    double rhoInf = 1, pRef = 0;
    Place place;  ///< for messages
  };
  explicit PatchLoads(Settings settings) : settings_(std::move(settings)) {}

  /// The moment is about `centre`. Collective. Errors (badCase): there is no such pressure, density or velocity.
  Loads sum(const fv::Context& context, const Vec3& centre);
  /// The mesh has other cells now.
  void meshChanged() { stress_ = {}; }

 private:
  Settings settings_;
  BoundaryStress stress_;
};

}  // namespace eagre::physics
