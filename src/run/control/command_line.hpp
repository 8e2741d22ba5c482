// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace eagre::run {

/// The command line of this process, its words parted by blanks.
std::string commandLine();

}  // namespace eagre::run
