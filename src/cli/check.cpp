// SPDX-License-Identifier: BSD-3-Clause
#include "cli/commands.hpp"

namespace eagre::cli {

Action checkAction(run::RunOptions options) {
  return [options = std::move(options)](const comm::Communicator& world, Log& log) { return run::runCase(world, options, log); };
}

}  // namespace eagre::cli
