// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>

/// The MPI library that the program has loaded. MPI need not have been started.
namespace eagre::comm {

/// What the library says of itself: name, version, how it was made.
std::string mpiDescription();
/// The first line of that, such as "MPICH Version: 5.0.2".
std::string mpiLibrary();

/// The mpirun that belongs to the library: bin/mpirun beside the folder that the library is in. Empty if there is none, as where
/// a system keeps its libraries apart.
std::filesystem::path mpiLauncher();

}  // namespace eagre::comm
