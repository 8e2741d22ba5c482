// SPDX-License-Identifier: BSD-3-Clause
#include "cli/commands.hpp"
#include "run/control/case_lock.hpp"

namespace eagre::cli {

Action locked(std::filesystem::path directory, bool force, Action action) {
  return [directory = std::move(directory), force, action = std::move(action)](const comm::Communicator& world, Log& log) {
    const run::CaseLock lock(world, directory, {.force = force}, log);
    return action(world, log);
  };
}

}  // namespace eagre::cli
