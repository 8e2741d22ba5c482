// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "output/hdf5/plane_deflate.hpp"

namespace eagre::output::hdf5 {

/// Encodes chunks as HDF5's filters would in the order in which NetCDF sets them: Fletcher's checksum behind the values; then, if
/// they are deflated, a byte shuffle of both and a zlib stream (PlaneDeflate).
class ChunkEncoder {
 public:
  /// deflate: 0, or a level from 1 to 9. Chunks of so many numbers of 4 or 8 bytes.
  ChunkEncoder(int deflate, std::size_t valueBytes, std::size_t values);

  /// Room for the numbers of a chunk.
  std::span<std::byte> values() { return std::span(raw_).first(raw_.size() - checksumBytes); }
  /// The chunk as it stands in the file, until the next call.
  std::span<const std::byte> encode();

 private:
  static constexpr std::size_t checksumBytes = 4;
  std::size_t valueBytes_;
  std::vector<std::byte> raw_;
  std::optional<PlaneDeflate> deflate_;
};

}  // namespace eagre::output::hdf5
