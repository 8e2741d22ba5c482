// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "config/dictionary.hpp"
#include "config/pattern.hpp"
#include "fv/fields/context.hpp"

namespace eagre::solvers {

/// When the iterations of SIMPLE may end: residualControl has a tolerance per field, or per pattern of names. As simpleControl of
/// OpenFOAM v1912.
class SteadyResiduals {
 public:
  /// simple: SIMPLE of fvSolution. Errors: an entry that is not a number.
  explicit SteadyResiduals(const config::Dictionary& simple);
  /// Says in the log what ends the iterations.
  void report(Log& log) const;
  /// Whether, of the fields that have been solved for in this time step, at least one is controlled, and the initial residuals of
  /// the first solves of all that are (of a vector the component with the largest) are below their tolerances.
  bool areMet(const fv::Registry& registry) const;

 private:
  struct Control {
    config::Pattern pattern;
    std::string name;
    double tolerance;
  };
  std::vector<Control> controls_;
};

}  // namespace eagre::solvers
