// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>

#include "core/error.hpp"
#include "output/netcdf/netcdf.hpp"
#include "output/on_master.hpp"
#include "output/tpls_text.hpp"
#include "run/channel/channel_case.hpp"
#include "run/channel/channel_files.hpp"
#include "run/channel/channel_initial.hpp"
#include "run/channel/tpls_write.hpp"

namespace eagre::run {
namespace fs = std::filesystem;
namespace netcdf = output::netcdf;
namespace tpls = output::tpls;

namespace {

constexpr std::array<const char*, 3> letters{"x", "y", "z"};

std::string changed(std::string word, int (*f)(int)) {
  std::transform(word.begin(), word.end(), word.begin(), [f](unsigned char c) { return static_cast<char>(f(c)); });
  return word;
}

/// TPLS's names are "Phi" and "U", "V", "W", "P"; those of NetCDF files phi, u, v, w, p.
std::string lower(const std::string& word) { return changed(word, std::tolower); }
std::string tplsName(const std::string& word) { return word == "phi" ? "Phi" : changed(word, std::toupper); }

/// The number at the end of "phi_channel_      100.dat": the step.
std::string stepOf(const fs::path& file) {
  const std::string stem = file.stem().string();
  std::size_t first = stem.size();
  while (first > 0 && std::isdigit(static_cast<unsigned char>(stem[first - 1]))) --first;
  return stem.substr(first);
}

/// A text file is one rank's to read: the others write nothing.
void textToNetcdf(const comm::Communicator& world, const fs::path& from, const fs::path& to) {
  tpls::PointFile points;
  output::onMaster(world, [&] {
    points = tpls::PointFile::read(from);
    std::vector<netcdf::Axis> axes;
    for (int d = 0; d < 3; ++d)
      axes.push_back({letters[static_cast<std::size_t>(d)], d, points.axes[static_cast<std::size_t>(d)], "1",
                      "as printed in the text file, in channel heights"});
    std::vector<netcdf::Variable> variables;
    for (const std::string& name : points.variables) variables.push_back({lower(name), {"x", "y", "z"}, "1", name, {}});
    netcdf::Description description{.title = "Two-layer channel, from a text file of TPLS",
                                    .history = {},
                                    .source = "Eagre " EAGRE_VERSION,
                                    .timeUnits = "1",
                                    .attributes = {}};
    if (const std::string step = stepOf(from); !step.empty()) description.attributes.emplace_back("step", step);
    netcdf::Writer writer(to, comm::Communicator::self(), description, axes, variables);
    writer.beginTime(0);
    const netcdf::Box whole{{0, 0, 0},
                            {static_cast<std::int64_t>(points.axes[0].size()), static_cast<std::int64_t>(points.axes[1].size()),
                             static_cast<std::int64_t>(points.axes[2].size())}};
    for (std::size_t v = 0; v < variables.size(); ++v) writer.write(variables[v].name, whole, points.values[v]);
    writer.commit();
  });
}

/// The variables of a file that TPLS knows and that stand at cell centres.
std::vector<std::string> pointVariables(netcdf::Reader& reader, const fs::path& from) {
  std::vector<std::string> names;
  std::string staggered;
  for (const char* name : {"phi", "u", "v", "w", "p"}) {
    if (!reader.has(name)) continue;
    if (reader.axesOf(name) == std::array<std::string, 3>{"x", "y", "z"})
      names.emplace_back(name);
    else
      staggered = name;
  }
  if (!staggered.empty())
    throw Error(
        fmt::format(
            "{}: '{}' stands on faces, as in initial and restart files; convert a file of fields, or name a directory: an "
            "initial condition for TPLS",
            from.string(), staggered),
        ExitCode::badCase);
  if (names.empty()) throw Error(fmt::format("{}: none of phi, u, v, w, p is in it", from.string()), ExitCode::badCase);
  return names;
}

void netcdfToText(const comm::Communicator& world, const fs::path& from, const fs::path& to) {
  output::onMaster(world, [&] {
    netcdf::Reader reader(from, comm::Communicator::self());
    const std::vector<std::string> variables = pointVariables(reader, from);
    std::vector<std::string> names;
    for (const std::string& variable : variables) names.push_back(tplsName(variable));
    std::array<std::vector<double>, 3> axes;
    for (std::size_t d = 0; d < 3; ++d) axes[d] = reader.axis(letters[d]);
    output::replaceFile(to, false, [&](output::FileSink& sink) {
      tpls::PointWriter writer(sink, names, axes);
      std::vector<std::vector<double>> planes(variables.size());
      for (std::size_t k = 0; k < axes[2].size(); ++k) {
        const netcdf::Box plane{{0, 0, static_cast<std::int64_t>(k)},
                                {static_cast<std::int64_t>(axes[0].size()), static_cast<std::int64_t>(axes[1].size()), 1}};
        for (std::size_t v = 0; v < variables.size(); ++v) planes[v] = reader.read(variables[v], 0, plane);
        writer.plane(k, planes);
      }
    });
  });
}

/// TPLS's initial files beside its tpls_config.opt, as `init` writes them.
void tplsToNetcdf(const comm::Communicator& world, const fs::path& from, const fs::path& to, Log& log) {
  ChannelOptions options;
  options.file = from;
  options.isTpls = true;
  const ChannelCase channelCase(world, options);
  const channel::Settings& settings = channelCase.settings;
  const grid::Block block(channel::makeGrid(settings), world, settings.grid.ranks);
  for (const std::string& note : channelCase.notes) log.line("Note    " + note);
  channel::InitialCondition initial = initialCondition(channelCase, block);
  writeChannelFile(to, block, initial.fields(), {.title = "Initial condition of a two-layer channel", .settings = &settings},
                   Placing::staggered, channelCase.fileSettings);
}

bool isText(const fs::path& file) { return file.extension() == ".dat" || file.string().ends_with(".dat.gz"); }

}  // namespace

int convertChannel(const comm::Communicator& world, const fs::path& from, const fs::path& to, Log& log) {
  if (isText(from) && to.extension() == ".nc")
    textToNetcdf(world, from, to);
  else if (from.extension() == ".nc" && to.extension() == ".dat")
    netcdfToText(world, from, to);
  else if (from.extension() == ".opt" && to.extension() == ".nc")
    tplsToNetcdf(world, from, to, log);
  else if (from.extension() == ".nc" && to.extension().empty()) {
    output::onMaster(world, [&] { writeTplsCase(from, to, log); });
    return static_cast<int>(ExitCode::success);
  } else
    throw Error(
        fmt::format("convert: from {} to {}? One is a text file of TPLS (.dat) or its options (.opt), the other NetCDF (.nc); "
                    "of an initial condition a directory for TPLS",
                    from.string(), to.string()),
        ExitCode::usage);
  log.line(fmt::format("Written {}", to.string()));
  return static_cast<int>(ExitCode::success);
}

}  // namespace eagre::run
