// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "mesh/poly_mesh.hpp"

/// What OpenFOAM's createZeroDirectory does for the solvers that Eagre has: icoFoam and pisoFoam.
namespace eagre::case_ {

struct NewField {
  std::string name, text;  ///< the whole file
};

/// The fields that the solver needs, with the conditions that system/caseProperties names: initialConditions, and
/// boundaryConditions with category (wall, inlet, outlet), type, patches (names, groups, patterns; of several the last), options
/// and values. model: the RASModel, or "laminar". Errors (badCase): missing entries, unknown words, patches without a condition.
std::vector<NewField> zeroDirectory(const config::Dictionary& caseProperties, const std::string& solver, const std::string& model,
                                    const std::vector<mesh::PolyPatch>& patches);

/// The types that the categories give the patches: wall, else patch; constraint types stay. Returns whether one is new.
bool setPatchTypes(const config::Dictionary& caseProperties, std::vector<mesh::PolyPatch>& patches);

}  // namespace eagre::case_
