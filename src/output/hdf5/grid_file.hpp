// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "output/hdf5/hdf5.hpp"

namespace eagre::output::hdf5 {

/// Gives values to a file that NetCDF has made: its variables are data sets whose first dimension, time, has no end, in chunks
/// with the filters that ChunkEncoder knows. Rank 0 alone has it open in HDF5 and makes the places of chunks; all ranks write
/// them there side by side, without NetCDF and HDF5 agreeing upon anything by messages.
/// All member functions but put are collective. Errors: Error(io) on all ranks.
class GridFile {
 public:
  /// hints: MPI-IO's, of several ranks. If they ask for aggregators, the ranks meet in end().
  GridFile(const std::filesystem::path& path, const comm::Communicator& communicator, const Hints& hints = {});
  ~GridFile();  ///< a file that is not closed is of no use
  GridFile(const GridFile&) = delete;
  GridFile& operator=(const GridFile&) = delete;

  /// Number i of a list of numbers.
  void writeNumber(const std::string& variable, std::size_t i, double number);
  /// Chunks of a variable (time, z, y, x) are to be put, which has at least so many times then.
  void begin(const std::string& variable, std::size_t times, int deflate);
  /// One of this rank's: its first point, and its bytes as ChunkEncoder makes them. Not collective.
  void put(const std::array<std::int64_t, 4>& first, std::span<const std::byte> bytes);
  /// Those of all ranks have been put.
  void end();
  /// Flushes and closes.
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::output::hdf5
