// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "config/dictionary.hpp"

namespace eagre::run {

/// What the change of a system/fvSolution means for a run that goes on: the entries that differ, by their names in the file
/// ("solvers.p_rgh.tolerance").
struct SolutionChange {
  std::vector<std::string> used;  ///< from the next step on
  std::vector<std::string> left;  ///< read only when a run starts
};

/// Gives a run's fvSolution what can change in a run: relaxationFactors, and the linear solvers but those of phase fractions,
/// whose entries have the controls of their advection, too. The caller increments Context::solutionVersion.
SolutionChange takeOver(const config::Dictionary& changed, config::Dictionary& fvSolution);

}  // namespace eagre::run
