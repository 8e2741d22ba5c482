// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>

#include "cli/commands.hpp"

namespace eagre::cli {

void addWatch(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("watch", "a page on 127.0.0.1 about a run that goes on or has ended; --help for all options");
  sub->prefix_command();
  sub->set_help_flag();
  sub->callback([sub, &command] { command.exitCode = watch(sub->remaining()); });
}

void addEstimate(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("estimate", "time, memory and disk of a run before it starts; --help for all options");
  sub->prefix_command();
  sub->set_help_flag();
  sub->callback([sub, &command] { command.exitCode = estimate(sub->remaining()); });
}

}  // namespace eagre::cli
