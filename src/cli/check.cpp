// SPDX-License-Identifier: BSD-3-Clause
#include "cli/commands.hpp"
#include "run/simulation.hpp"

namespace eagre::cli {

Action checkAction(std::filesystem::path caseDirectory, run::PreparationOptions preparation) {
  return [=](const comm::Communicator& world, Log& log) {
    run::RunOptions options;
    options.caseDirectory = caseDirectory;
    options.checkOnly = true;
    options.preparation = preparation;
    return run::runCase(world, options, log);
  };
}

}  // namespace eagre::cli
