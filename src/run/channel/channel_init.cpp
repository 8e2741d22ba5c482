// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "channel/initial_condition.hpp"
#include "channel/two_layer_profile.hpp"
#include "run/channel/channel_case.hpp"
#include "run/channel/channel_files.hpp"
#include "run/channel/channel_initial.hpp"
#include "run/channel/channel_text.hpp"
#include "run/control/case_lock.hpp"

namespace eagre::run {
namespace fs = std::filesystem;

channel::InitialCondition initialCondition(const ChannelCase& channelCase, const grid::Block& block) {
  const channel::Settings& settings = channelCase.settings;
  if (settings.initial.shape != channel::Shape::file) return channel::makeInitialCondition(settings, block);
  const fs::path file = settings.initial.file;
  if (!fs::exists(file))
    throw Error(fmt::format("initial.file: there is no {}; `eagre channel init` writes one", file.string()), ExitCode::badCase);
  if (fs::is_directory(file)) {
    if (settings.heat.solve && settings.heat.initial == channel::InitialTemperature::file)
      throw Error("heat.initial: file: TPLS's initial files have no temperature", ExitCode::badCase);
    channel::InitialCondition initial = readTplsInitial(file, settings, block);
    channel::addTemperature(settings, block, initial);
    return initial;
  }
  channel::InitialCondition initial(block);
  const bool readsT = settings.heat.initial == channel::InitialTemperature::file;
  if (readsT) channel::addTemperature(settings, block, initial);
  ChannelFile reader(file, block);
  for (const channel::NamedField& field : initial.fields()) reader.read(field);
  if (!readsT) channel::addTemperature(settings, block, initial);
  return initial;
}

void describe(const ChannelCase& channelCase, const grid::Block& block, Log& log) {
  const channel::Settings& s = channelCase.settings;
  const auto& n = s.grid.cells;
  const auto h = s.spacing();
  const auto& ranks = block.ranks();
  log.line(fmt::format("Grid        {} x {} x {} cells ({:.4g} million) of {:.4g} x {:.4g} x {:.4g} channel heights{}", n[0],
                       n[1], n[2], 1e-6 * static_cast<double>(block.grid().nCells()), h[0], h[1], h[2], s.is2D() ? ", 2D" : ""));
  log.line(fmt::format("Ranks       {} x {} x {}", ranks[0], ranks[1], ranks[2]));
  log.line(fmt::format("Fluids      Re {:g}, We {:g}, G {:g}; lower over upper: density {:g}, viscosity {:g}", s.fluid.Re,
                       s.fluid.We, s.fluid.gravity, s.fluid.densityRatio, s.fluid.viscosityRatio));
  if (s.heat.solve)
    log.line(fmt::format("Heat        Pr {:g}, Pe {:g}, Ma {:g}; lower over upper: conductivity {:g}, heat capacity {:g}",
                         s.heat.Pr, s.heat.peclet(s.fluid.Re), s.heat.Ma, s.heat.conductivityRatio, s.heat.capacityRatio));
  if (s.initial.velocity == channel::Velocity::profile && s.initial.shape != channel::Shape::file) {
    const channel::TwoLayerProfile profile(s);
    log.line(fmt::format("Base flow   dp/dx {:.6g}, flow rate {:.6g}, largest speed {:.6g}, at the interface {:.6g}",
                         profile.pressureGradient(), profile.flowRate(), profile.largestSpeed(), profile(s.initial.height)));
  }
  for (const std::string& note : channelCase.notes) log.line("Note        " + note);
}

fs::path initChannel(const comm::Communicator& world, const ChannelOptions& options, Log& log) {
  const ChannelCase channelCase(world, options);
  const channel::Settings& settings = channelCase.settings;
  const grid::Block block(channel::makeGrid(settings), world, settings.grid.ranks);
  describe(channelCase, block, log);
  channel::InitialCondition initial = initialCondition(channelCase, block);
  const CaseLock lock(world, channelCase.directory, {.force = options.force, .makeDirectory = true}, log);
  fs::path file = channelCase.directory / "initial.nc";
  writeChannelFile(file, block, initial.fields(), {.title = "Initial condition of a two-layer channel", .settings = &settings},
                   Placing::staggered, channelCase.fileSettings);
  log.line(fmt::format("Written     {}", file.string()));
  return file;
}

}  // namespace eagre::run
