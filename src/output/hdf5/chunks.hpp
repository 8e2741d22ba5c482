// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "output/hdf5/hdf5.hpp"
#include "output/hdf5/plane_deflate.hpp"

namespace eagre::output::hdf5 {

/// How a data set is cut into chunks: blocks of rows, one component each, so that a component that is nothing (a 2D case) takes
/// nothing, and bytes of a component stand beside their like.
struct ChunkLayout {
  Type type = Type::real64;
  Shape shape;
  std::int64_t rows = 0;  ///< of a chunk
  int deflate = 1;        ///< level
  std::size_t rowBytes() const { return bytesOf(type) * static_cast<std::size_t>(shape.columns); }
};

/// A chunk as it stands in the file.
struct ChunkHead {
  std::int64_t row, column;
  std::int64_t bytes;  ///< encoded
};

/// Encodes rows, chunk by chunk, as HDF5's own filters shuffle and deflate would.
class ChunkRows {
 public:
  explicit ChunkRows(const ChunkLayout& layout)
      : layout_(layout), encode_(layout.deflate, bytesOf(layout.type), static_cast<std::size_t>(layout.rows)) {}
  /// Rows from firstRow on: hands each chunk to the sink (its bytes stand until the next). The rows must begin with a chunk and
  /// end with one or with the data set.
  void operator()(std::int64_t firstRow, std::span<const std::byte> rows,
                  const std::function<void(const ChunkHead&, std::span<const std::byte>)>& sink);

 private:
  ChunkLayout layout_;
  PlaneDeflate encode_;
};

/// Whether rows are whole chunks; ChunkRows takes no others.
bool areWholeChunks(const ChunkLayout& layout, std::int64_t firstRow, std::int64_t count);

}  // namespace eagre::output::hdf5
