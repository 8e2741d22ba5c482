// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fv/equation/equation.hpp"

namespace eagre::physics {

/// Explicit sources that whoever drives a run gives to the equations of fields, by the name of the field: one value per owned
/// cell. They enter where those of fvOptions do, and may change between steps.
struct GivenSources {
  std::map<std::string, std::vector<Vec3>> vectors;    ///< of U: acceleration [m/s^2]
  std::map<std::string, std::vector<double>> scalars;  ///< the equation's right-hand side per volume: of k [m^2/s^3]
  std::set<std::string> used;                          ///< fields whose equation has been met

  /// rho: that the momentum equation is multiplied with [kg/m^3]; nullptr: it is divided by the density.
  void addTo(fv::Equation<Vec3>& eqn, const fv::VolScalarField* rho);
  void addTo(fv::Equation<double>& eqn);
};

}  // namespace eagre::physics
