// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "comm/communicator.hpp"
#include "core/log.hpp"

namespace eagre::run {

/// The stand-alone steps of OpenFOAM's tool chain; rank 0 works.
void runBlockMesh(const comm::Communicator& world, const std::filesystem::path& caseDirectory, Log& log);
void runSetFields(const comm::Communicator& world, const std::filesystem::path& caseDirectory, Log& log);

}  // namespace eagre::run
