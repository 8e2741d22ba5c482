// SPDX-License-Identifier: BSD-3-Clause
#include "run/channel_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/dictionary.hpp"
#include "config/toml.hpp"
#include "output/on_master.hpp"
#include "run/tpls_options.hpp"

namespace eagre::run {
namespace fs = std::filesystem;

namespace {

/// The options of the command line, under the names that they have there.
std::vector<config::Setting> optionValues(const ChannelOptions& options) {
  channel::Settings defaults;
  const auto list = channel::parameters(defaults);
  std::vector<config::Setting> values;
  for (const auto& [key, text] : options.values)
    for (const channel::Parameter& p : list) {
      if (p.key != key) continue;
      config::Setting value = config::parseOption(key, "--" + p.option, text);
      // A list of one is written without a comma, and a text may look like a number.
      if (std::holds_alternative<std::vector<double>*>(p.target)) value.isList = true;
      if (std::holds_alternative<std::string*>(p.target)) value.items = {text}, value.isList = false;
      values.push_back(std::move(value));
    }
  return values;
}

/// The energy of a discrete interface depends on its place in its cell, much so where it is thinner than a cell.
void noteThinInterface(const channel::Settings& settings, std::vector<std::string>& notes) {
  const double cell = std::ranges::max(settings.spacing()), cahn = settings.interface.cahn;
  if (settings.interface.method == channel::Method::phaseField && cahn > 0 && cahn < (1 - 1e-9) * cell)
    notes.push_back(fmt::format(
        "interface.cahn = {:g} is less than the largest grid spacing, {:g}: the interface sticks to the grid", cahn, cell));
}

}  // namespace

ChannelCase::ChannelCase(const comm::Communicator& world, const ChannelOptions& options) {
  Problems problems;
  std::vector<config::Setting> values;
  if (options.isTpls) {
    values = readTplsOptions(world, options.file, notes, problems);
  } else {
    // Rank 0 reads the file; the others get its text.
    std::string toml;
    output::onMaster(world, [&] { toml = config::readFileText(options.file); });
    world.broadcast(toml);
    values = config::parseToml(toml, options.file.string(), problems);
  }
  for (config::Setting& value : optionValues(options)) values.push_back(std::move(value));
  const channel::Places places = channel::apply(values, settings, problems);
  if (problems.empty()) channel::check(settings, places, problems);
  problems.throwIfAny(fmt::format("{} cannot be run:", options.file.string()));
  noteThinInterface(settings, notes);

  directory = settings.output.directory.empty() ? options.file.stem() : fs::path(settings.output.directory);
  if (options.isTpls && settings.output.directory.empty()) directory = options.file.parent_path() / "eagre";
}

}  // namespace eagre::run
