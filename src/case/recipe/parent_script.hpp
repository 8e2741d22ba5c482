// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "case/recipe/shell_walk.hpp"

namespace eagre::case_ {

/// The commands of ../Allrun that concern a case, as if they stood in a script of the case: OpenFOAM's cavity tutorials are
/// driven by a script in the folder above, which goes through their names. options: of the case. Commands that concern another
/// case, or make this one as a clone, are left out. None: there is no such script, or it does not name the case.
std::vector<shell::Command> parentCommands(const shell::WalkOptions& options);

}  // namespace eagre::case_
