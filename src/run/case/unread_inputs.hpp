// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "run/case/case_setup.hpp"

namespace eagre::run {

/// Whether a file of system/ or constant/ is that of a program that works before or after a run, by its name.
bool isReadByTools(const std::string& name);

/// One line for each file in system/ and constant/, and each sub-dictionary of a file that was read, that nothing has looked at
/// although a solver of OpenFOAM might: "constant/foo: Eagre does not read this file". To be asked after the first step, when all
/// look-ups have happened. Left out are the dictionaries of tools, copies that editors keep, folders and what is known to change
/// nothing in a run (docs/unread.md).
std::vector<std::string> unreadInputs(const CaseDictionaries& dictionaries);

}  // namespace eagre::run
