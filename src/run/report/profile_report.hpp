// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "comm/communicator.hpp"
#include "core/log.hpp"
#include "kernel/profile.hpp"
#include "run/report/communication_report.hpp"

namespace eagre::run {

/// What a profiled stretch of a run took.
struct ProfiledSteps {
  int steps = 0;
  double seconds = 0;  ///< elapsed on this rank
};

/// Prints the loops of rank 0 by time: seconds per step, share, bytes per iteration and bandwidth where bytes are counted; then
/// the communication of all ranks. Writes the same to profile.json of the case. Collective. Errors (io): the file cannot be
/// written.
void reportProfile(const comm::Communicator& world, const kernel::Profile& profile, const CommunicationReport& communication,
                   const ProfiledSteps& steps, const std::filesystem::path& caseDirectory, Log& log);

}  // namespace eagre::run
