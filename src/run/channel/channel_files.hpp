// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "channel/settings.hpp"
#include "channel/state.hpp"
#include "grid/block.hpp"
#include "output/netcdf/netcdf.hpp"

/// Fields of a channel in NetCDF files: axes x, y, z of cells and x_face, y_face, z_face of faces, the text of all settings
/// ("settings", a TOML file), the step ("step"), and for restarts all numbers of the state to the last bit ("state") and a
/// checksum of these three texts ("checksum"); values have checksums of their own.
namespace eagre::run {

/// What a file says beside its fields.
struct ChannelFileHeader {
  std::string title;
  const channel::Settings* settings = nullptr;
  double time = 0;
  std::int64_t step = 0;
  std::vector<channel::NamedNumber> numbers{};  ///< written exactly
};

/// Where velocities stand in a file.
enum class Placing {
  staggered,  ///< on faces, as they are computed
  atCentres   ///< at cell centres: the mean of two faces; the ghosts of velocities must be filled
};

/// Writes a file, whole or not at all. Collective. Errors: Error(io).
void writeChannelFile(const std::filesystem::path& path, const grid::Block& block, std::span<const channel::NamedField> fields,
                      const ChannelFileHeader& header, Placing placing, const output::netcdf::Settings& settings);

/// Refuses a field that was read from a file if a value is not finite, or so large that no channel has it: the interface would go
/// on as if nothing were wrong. Collective. Error(badCase) on all ranks, with file, cell and value.
void requireSound(const std::filesystem::path& path, const channel::NamedField& field, const grid::Block& block);

/// A file of a channel, read by all ranks, however many they are. Collective.
class ChannelFile {
 public:
  ChannelFile(const std::filesystem::path& path, const grid::Block& block);
  bool has(const std::string& field) { return reader_.has(field); }
  /// Fills a field but for its ghosts. Errors (badCase): it is not there, or it belongs to another grid, with what would be
  /// right; as requireSound.
  void read(const channel::NamedField& field);
  double time();
  std::int64_t step();
  /// The settings that it was written with, as TOML; empty if it has none.
  std::string settings();
  /// Gives the numbers the values of the file. Errors: one is missing, or is none (badCase); their checksum is not that of the
  /// file (io).
  void read(std::span<const channel::NamedNumber> numbers);

 private:
  std::filesystem::path path_;
  const grid::Block* block_;
  output::netcdf::Reader reader_;
};

}  // namespace eagre::run
