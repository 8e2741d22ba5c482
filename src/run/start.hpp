// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "core/log.hpp"
#include "run/time_control.hpp"

namespace eagre::run {

/// Where a run starts or continues from.
struct Start {
  std::string name;   ///< of a time directory or of a dump
  bool dump = false;  ///< dumps/<name>.vtkhdf, not the directory <name>
};

/// The time that startFrom and startTime ask for, among time directories and dumps alike; of both of one time the dump, which is
/// exact. A dump that is damaged, or of a mesh of another checksum, is named in a warning and passed over. 0 is made
/// from 0.orig if it is not there. Serial; reads all of a dump.
/// Errors (badCase): no such time (the times that are there are listed).
Start findStart(const std::filesystem::path& caseDirectory, const ControlDict& control, std::uint32_t meshChecksum, Log& log);

}  // namespace eagre::run
