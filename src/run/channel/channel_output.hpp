// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <vector>

#include "channel/state.hpp"
#include "run/channel/channel_case.hpp"
#include "run/channel/channel_files.hpp"
#include "run/channel/channel_schedule.hpp"

namespace eagre::run {

/// Writes the fields and restart files of a run, into the directory of the case.
class ChannelOutput {
 public:
  ChannelOutput(const ChannelCase& channelCase, const grid::Block& block);

  /// Those of the fields that are due, at cell centres: fields_00000100.nc, or phi_00000100.nc and so on; phi_channel_100.dat and
  /// uvw_channel_100.dat of the text format, where p goes with the velocities. Ghosts of velocities must be filled. Collective.
  void fields(std::int64_t step, double time, const std::vector<channel::NamedField>& fields, const DueFields& due = {});
  /// restart_00000100.nc, whole or not at all; then of older ones the last is kept, and none of later steps, which belong to a
  /// run that was given up. Collective.
  void restart(std::int64_t step, double time, const channel::State& state);

  /// What writing took so far: seconds by the clock, and of this rank's processor, which does not work while it waits for a disk.
  struct Cost {
    double seconds = 0, processor = 0;
  };
  const Cost& cost() const { return cost_; }

 private:
  void fieldsNetcdf(std::int64_t step, double time, const std::vector<channel::NamedField>& fields);
  void fieldsText(std::int64_t step, const std::vector<channel::NamedField>& fields, const DueFields& due);
  ChannelFileHeader header(const char* title, std::int64_t step, double time) const;
  void dropRestarts(const std::filesystem::path& newest);

  const ChannelCase* case_;
  const grid::Block* block_;
  Cost cost_;
};

/// The files of all steps in a directory, of whatever format: fields and restart files.
std::vector<std::filesystem::path> stepFiles(const std::filesystem::path& directory);
/// The restart files of a directory, the oldest first.
std::vector<std::filesystem::path> restartFiles(const std::filesystem::path& directory);

}  // namespace eagre::run
