// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <algorithm>

#include "channel/parameters.hpp"
#include "cli/commands.hpp"
#include "core/error.hpp"

namespace eagre::cli {

namespace {

/// What the sub-commands of `eagre channel` are given; kept until the command line is parsed.
struct Words {
  run::ChannelOptions options;
  std::vector<std::string> values;  ///< beside the registry; empty: not given
  std::vector<std::string> keyed;   ///< of --set: KEY=VALUE
  std::string tpls, from, to;
  bool picture = true;
};

/// An option for each parameter of the registry: --Re 300, --grid 256,144,152.
void addParameters(CLI::App* sub, const std::shared_ptr<Words>& words) {
  channel::Settings defaults;
  const auto list = channel::parameters(defaults);
  words->values.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string unit = list[i].unit.empty() ? "" : " [" + list[i].unit + "]";
    sub->add_option("--" + list[i].option, words->values[i], list[i].meaning + unit + "; " + channel::valueText(list[i]))
        ->type_name("")
        ->group(list[i].key.substr(0, list[i].key.find('.')));
  }
  sub->add_option(
         "--set", words->keyed,
         "KEY=VALUE: a setting under the key that it has in the file, as fluid.Re=300 or 'grid.cells=[64, 1, 64]'; may be "
         "given several times")
      ->type_name("")
      ->allow_extra_args(false);
}

/// The value of --set KEY=VALUE as an option would have it; key: its place in the list. Errors (CLI11's): no such key.
std::pair<std::size_t, std::string> readKeyed(const std::string& word, const std::vector<channel::Parameter>& list) {
  const auto equals = word.find('=');
  const std::string key = word.substr(0, equals);
  std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
  if (value.empty()) throw CLI::ValidationError("--set " + word + ": KEY=VALUE is expected, as fluid.Re=300");
  const auto found = std::ranges::find(list, key, &channel::Parameter::key);
  if (found == list.end()) {
    std::vector<std::string> keys;
    for (const auto& parameter : list) keys.push_back(parameter.key);
    const std::string near = nearestWord(key, keys);
    throw CLI::ValidationError("--set " + word + ": unknown key '" + key + "'" +
                               (near.empty() ? "; eagre channel keys lists all" : "; did you mean '" + near + "'?"));
  }
  const bool isList = value.front() == '[' && value.back() == ']', isQuoted = value.front() == '"' && value.back() == '"';
  if (value.size() > 1 && (isList || isQuoted)) value = value.substr(1, value.size() - 2);
  if (isList) std::erase(value, ' ');
  return {static_cast<std::size_t>(found - list.begin()), value};
}

/// A mistyped option is an error with the nearest one.
void refuseUnknown(const CLI::App& sub) {
  std::vector<std::string> known;
  for (const CLI::Option* option : sub.get_options()) known.push_back("--" + option->get_single_name());
  for (const std::string& word : sub.remaining()) {
    if (!word.starts_with('-'))
      throw CLI::ParseError("one file is expected; what is '" + word + "'?", CLI::ExitCodes::ExtrasError);
    const std::string name = word.substr(0, word.find('=')), near = nearestWord(name, known);
    throw CLI::ParseError("unknown option '" + name + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"),
                          CLI::ExitCodes::ExtrasError);
  }
}

/// The parameters that were given, under their keys.
run::ChannelOptions takeOptions(const CLI::App& sub, const Words& words) {
  refuseUnknown(sub);
  run::ChannelOptions options = words.options;
  if (!words.tpls.empty()) options.file = words.tpls, options.isTpls = true;
  if (options.file.empty()) throw CLI::RequiredError("a toml file, or --tpls tpls_config.opt,");
  channel::Settings defaults;
  const auto list = channel::parameters(defaults);
  std::vector<std::string> values = words.values;
  for (const std::string& word : words.keyed) {
    auto [i, value] = readKeyed(word, list);
    if (!values[i].empty())
      throw CLI::ValidationError("--set " + word + ": it is given twice (--" + list[i].option + " is the same setting)");
    values[i] = std::move(value);
  }
  for (std::size_t i = 0; i < list.size(); ++i)
    if (!values[i].empty()) options.values.emplace_back(list[i].key, values[i]);
  return options;
}

CLI::App* addCase(CLI::App* channel, const char* name, const char* what, const std::shared_ptr<Words>& words, Command& command) {
  auto* sub = channel->add_subcommand(name, what)->allow_extras();
  auto* file = sub->add_option("file", words->options.file, "settings, a toml file (docs/channel.md)");
  sub->add_option("--tpls", words->tpls, "settings as TPLS 2.0 has them: tpls_config.opt, with its initial files beside it")
      ->excludes(file);
  sub->add_option("-n,--ranks", command.ranks, "number of MPI ranks (starts mpirun)")->check(CLI::Range(1, mostRanks));
  sub->add_flag("--force", words->options.force,
                "go on although another process writes into the directory: files of both may be lost or mixed");
  addParameters(sub, words);
  return sub;
}

}  // namespace

void addChannel(CLI::App& app, Command& command) {
  auto* channel =
      app.add_subcommand("channel", "two-layer channel flow: direct numerical simulation with a level set or a phase field");
  channel->require_subcommand(1);

  const auto initWords = std::make_shared<Words>();
  auto* init = addCase(channel, "init", "write the initial condition, initial.nc, and a picture of it", initWords, command);
  init->add_flag("!--no-picture", initWords->picture, "write no picture");
  init->callback([&command, init, initWords] {
    const auto file = std::make_shared<std::filesystem::path>();
    command.action = [options = takeOptions(*init, *initWords), file](const comm::Communicator& world, Log& log) {
      *file = run::initChannel(world, options, log);
      return static_cast<int>(ExitCode::success);
    };
    if (initWords->picture) command.after = [file] { return startPython("plot", {file->string()}); };
  });

  const auto runWords = std::make_shared<Words>();
  auto* run = addCase(channel, "run", "run from the initial condition or a restart file", runWords, command);
  addThreads(*run, command);
  auto* from = run->add_option("--from", runWords->options.from, "restart file to continue from, or 'latest'");
  run->add_flag("--overwrite", runWords->options.overwrite,
                "start anew where there are restart files of a run before: remove them")
      ->excludes(from);
  run->add_option("--machine", runWords->options.machine, "in a simulated cluster: what a core of it does (docs/scaling.md)")
      ->check(CLI::ExistingFile);
  run->add_flag("--profile", runWords->options.profile,
                "time every loop and every MPI call of all steps after the first; print tables and write profile.json");
  run->callback([&command, run, runWords] {
    command.action = [options = takeOptions(*run, *runWords)](const comm::Communicator& world, Log& log) {
      return run::runChannel(world, options, log);
    };
  });

  const auto convertWords = std::make_shared<Words>();
  auto* convert = channel->add_subcommand(
      "convert",
      "TPLS's text files (phi_channel_*.dat, uvw_channel_*.dat; tpls_config.opt: its initial files) into NetCDF, and back");
  convert->add_option("from", convertWords->from, "file to read: .dat, .opt or .nc")->required();
  convert->add_option("to", convertWords->to, "file to write: .nc or .dat, or a directory for TPLS's initial files")->required();
  convert->callback([&command, convertWords] {
    command.action = [convertWords](const comm::Communicator& world, Log& log) {
      return run::convertChannel(world, convertWords->from, convertWords->to, log);
    };
  });

  auto* keys = channel->add_subcommand("keys", "the table of all settings, in Markdown");
  keys->callback([&command] {
    command.action = [](const comm::Communicator&, Log& log) {
      log.line(channel::parameterTable());
      return static_cast<int>(ExitCode::success);
    };
  });
}

}  // namespace eagre::cli
