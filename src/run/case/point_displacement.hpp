// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "run/case/case_setup.hpp"

namespace eagre::run {

/// The boundaryField of the point field pointDisplacement with an entry for each patch that is not coupled: of the start time, or
/// of the first time that has it, or of 0.orig. none: there is no such file. Collective. Errors (badCase), on all ranks: what is
/// wrong with the file.
std::optional<config::Dictionary> readPointDisplacement(const comm::Communicator& world, const CaseDictionaries& dictionaries,
                                                        const std::string& start, const std::vector<mesh::PolyPatch>& patches);

}  // namespace eagre::run
