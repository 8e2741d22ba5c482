// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace eagre::comm {

/// Sets what OpenMPI reads from the environment when it starts, where the user has not.
void prepareStart();

}  // namespace eagre::comm
