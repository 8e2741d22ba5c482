// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "run/case/case_setup.hpp"

/// Initial fields whose internalField is a function (openfoam.org's dev): evaluated once, as setFields would set them.
namespace eagre::run {

/// Names of the fields of a time whose internalField is a dictionary. Rank 0 only.
std::vector<std::string> fieldsOfFunctions(const fs::path& caseDirectory, const std::string& time);

/// Evaluates them in the cells of the global mesh and writes them to the directory of the time; what they were is kept in 0.orig.
/// Rank 0 only. Errors (badCase): what is wrong with a function; io.
void applyFieldFunctions(CaseDictionaries& dictionaries, const ControlDict& control, const WholeMesh& whole,
                         const std::vector<std::string>& names, const std::string& time, Log& log);

}  // namespace eagre::run
