// SPDX-License-Identifier: BSD-3-Clause
#include "run/channel/channel_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "config/dictionary.hpp"
#include "config/toml.hpp"
#include "output/hdf5/mpi_hints.hpp"
#include "output/on_master.hpp"
#include "run/channel/tpls_options.hpp"

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

/// MPI-IO's hints as output.hints has them: pairs of words with commas in between.
std::vector<std::pair<std::string, std::string>> hintsOf(const std::string& text, const Place& place, Problems& problems) {
  std::vector<std::pair<std::string, std::string>> hints;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream words(part);
    std::string key, value, more;
    if (words >> key >> value && !(words >> more))
      hints.emplace_back(key, value);
    else
      problems.add(
          place,
          fmt::format("output.hints: '{}' is no hint, which is a key and a value, as \"striping_factor 8, cb_nodes 4\"", part));
  }
  return hints;
}

output::netcdf::Settings fileSettingsOf(const channel::OutputSettings& settings, const channel::Places& places, bool parallel,
                                        Problems& problems) {
  using output::netcdf::Method;
  const auto found = places.find("output.hints");
  const Place place = found == places.end() ? Place{} : found->second;
  output::netcdf::Settings result{
      .deflate = settings.deflate,
      .method = settings.writer == channel::FileWriter::direct ? Method::direct : Method::collective,
      .hints = hintsOf(settings.hints, place, problems),
  };
  if (const std::string problem = output::hintsProblem(result.hints);
      parallel && result.method == Method::collective && !problem.empty())
    problems.add(place, "output.hints: with output.writer = \"netcdf\" " + problem);
  return result;
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
  fileSettings = fileSettingsOf(settings.output, places, world.parallel(), problems);
  problems.throwIfAny(fmt::format("{} cannot be run:", options.file.string()));
  noteThinInterface(settings, notes);

  directory = settings.output.directory.empty() ? options.file.stem() : fs::path(settings.output.directory);
  if (options.isTpls && settings.output.directory.empty()) directory = options.file.parent_path() / "eagre";
}

}  // namespace eagre::run
