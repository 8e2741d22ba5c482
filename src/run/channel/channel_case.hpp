// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "channel/parameters.hpp"
#include "comm/communicator.hpp"
#include "core/log.hpp"
#include "output/netcdf/netcdf.hpp"

namespace eagre::run {

/// What the command line says of a channel.
struct ChannelOptions {
  std::filesystem::path file;  ///< a toml file; TPLS's option file if isTpls
  bool isTpls = false;
  std::vector<std::pair<std::string, std::string>> values;  ///< keys ("fluid.Re") and what they are given, stronger than the file
  std::string from;                 ///< run: a restart file, or "latest"; empty: from the initial condition
  bool overwrite = false;           ///< run: remove the restart files of a run before
  bool force = false;               ///< go on although another process writes into the directory
  std::filesystem::path machine{};  ///< run: of a simulated cluster: steps are charged by this kernel::Machine; "": real time
  bool profile = false;             ///< run: time the loops of all steps after the first; print them and write profile.json
};

/// A channel as its files and the command line describe it. Rank 0 reads.
/// Errors: one with all problems of the settings, with places and remedies.
struct ChannelCase {
  ChannelCase(const comm::Communicator& world, const ChannelOptions& options);
  channel::Settings settings;
  std::filesystem::path directory;  ///< where files go
  /// How its NetCDF files are written: method and hints, and deflate as of fields.
  output::netcdf::Settings fileSettings{};
  std::vector<std::string> notes;  ///< what a TPLS file says that means nothing here; what will go wrong
};

/// `eagre channel init`: writes initial.nc into the directory of the case. Returns its path.
std::filesystem::path initChannel(const comm::Communicator& world, const ChannelOptions& options, Log& log);
/// `eagre channel run`: the initial condition or a restart file, the time loop, and everything written in it.
int runChannel(const comm::Communicator& world, const ChannelOptions& options, Log& log);
/// `eagre channel convert`: TPLS's text files (or tpls_config.opt with the initial files beside it) and NetCDF, one into the
/// other; which is which is seen from the names. A name without an extension is a directory for TPLS's initial files.
int convertChannel(const comm::Communicator& world, const std::filesystem::path& from, const std::filesystem::path& to, Log& log);

}  // namespace eagre::run
