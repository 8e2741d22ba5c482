// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "output/on_master.hpp"
#include "run/case/clean.hpp"
#include "run/dumps/pack.hpp"
#include "run/dumps/slices.hpp"
#include "run/tools/tool.hpp"

namespace eagre::cli {

Action toolAction(const std::string& tool, std::filesystem::path caseDirectory, std::vector<std::string> arguments) {
  const bool force = std::erase(arguments, "--force") > 0;
  Action action = [=](const comm::Communicator& world, Log& log) {
    run::tools::Call call(world, log, caseDirectory, tool, arguments);
    run::tools::find(tool)->run(call);
    return 0;
  };
  return run::tools::find(tool)->writes ? locked(std::move(caseDirectory), force, std::move(action)) : action;
}

void addTools(CLI::App& app, Command& command) {
  for (const auto& tool : run::tools::table().rows()) {
    auto* sub = app.add_subcommand(tool.word, tool.line + "; then OpenFOAM's options of it");
    sub->prefix_command();
    sub->callback([&command, sub, name = tool.word, nPositional = tool.make.nPositional] {
      // As `eagre topoSet CASE -dict D` and, as in OpenFOAM, `eagre topoSet -case CASE -dict D`.
      std::vector<std::string> words = sub->remaining();
      std::string directory = ".";
      const auto option = std::find(words.begin(), words.end(), "-case");
      const auto isOption = [](const std::string& word) { return word.starts_with('-'); };
      const auto nLeading = static_cast<std::size_t>(std::find_if(words.begin(), words.end(), isOption) - words.begin());
      if (option != words.end() && option + 1 != words.end()) {
        directory = option[1];
        words.erase(option, option + 2);
      } else if (nLeading > nPositional && words.front().find('=') == std::string::npos) {  // "translate=(..)" is no directory
        directory = words.front();
        words.erase(words.begin());
      }
      command.action = toolAction(name, directory, words);
    });
  }
}

Action cleanAction(std::filesystem::path caseDirectory, bool dryRun) {
  return [caseDirectory = std::move(caseDirectory), dryRun](const comm::Communicator& world, Log& log) {
    run::clean(world, caseDirectory, dryRun, log);
    return 0;
  };
}

Action packAction(std::filesystem::path caseDirectory) {
  return [caseDirectory = std::move(caseDirectory)](const comm::Communicator& world, Log& log) {
    run::runPack(world, caseDirectory, log);
    return 0;
  };
}

void addSlices(CLI::App& app, Command& command) {
  const auto options = std::make_shared<run::SliceOptions>();
  auto* sub =
      app.add_subcommand("slices", "what `eagre plot` and the Python module read, as numbers (run/dumps/slices.hpp)")->group("");
  sub->add_option("case", options->caseDirectory)->required();
  sub->add_option("--output", options->output)->required();
  sub->add_option("--time", options->times);
  sub->add_option("--field", options->fields);
  sub->add_option("--normal", options->normal)->check(CLI::Range(0, 2));
  sub->add_option("--position", options->position);
  sub->add_flag("--cells", options->cells);
  sub->add_option("--line", options->line)->expected(6);
  sub->add_option("--points", options->linePoints);
  sub->callback([&command, options] {
    command.action = [options](const comm::Communicator& world, Log&) {
      output::onMaster(world, [&] { run::writeSlices(*options); });
      return 0;
    };
  });
}

}  // namespace eagre::cli
