// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comm/communicator.hpp"
#include "core/log.hpp"

namespace eagre::run {

/// Says the resident memory of each rank, once what the first step and the set-up have freed is given back. Collective.
void reportMemory(const comm::Communicator& world, Log& log);

}  // namespace eagre::run
