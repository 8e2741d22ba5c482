// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/chunks.hpp"

#include <algorithm>

namespace eagre::output::hdf5 {

bool areWholeChunks(const ChunkLayout& layout, std::int64_t firstRow, std::int64_t count) {
  const std::int64_t end = firstRow + count;
  return count == 0 || (firstRow % layout.rows == 0 && (end % layout.rows == 0 || end == layout.shape.rows));
}

void ChunkRows::operator()(std::int64_t firstRow, std::span<const std::byte> rows,
                           const std::function<void(const ChunkHead&, std::span<const std::byte>)>& sink) {
  const std::size_t valueBytes = bytesOf(layout_.type), rowBytes = layout_.rowBytes();
  const auto count = static_cast<std::int64_t>(rows.size() / rowBytes);
  for (std::int64_t row = 0; row < count; row += layout_.rows)
    for (int column = 0; column < layout_.shape.columns; ++column) {
      const std::byte* first =
          rows.data() + static_cast<std::size_t>(row) * rowBytes + static_cast<std::size_t>(column) * valueBytes;
      const auto encoded = encode_(first, static_cast<std::size_t>(std::min(layout_.rows, count - row)), rowBytes);
      sink({firstRow + row, column, static_cast<std::int64_t>(encoded.size())}, encoded);
    }
}

}  // namespace eagre::output::hdf5
