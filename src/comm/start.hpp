// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace eagre::comm {

/// Sets what OpenMPI reads from the environment, where the user has not. Returns the names of what holds for this process alone,
/// and not for those that it starts; once MPI has started it is of no use.
std::vector<std::string> prepareStart();

}  // namespace eagre::comm
