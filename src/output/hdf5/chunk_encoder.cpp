// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/chunk_encoder.hpp"

#include <cstring>

#include "output/hdf5/fletcher32.hpp"

namespace eagre::output::hdf5 {

ChunkEncoder::ChunkEncoder(int deflate, std::size_t valueBytes, std::size_t values)
    : valueBytes_(valueBytes), raw_(values * valueBytes + checksumBytes) {
  // To shuffle, the checksum is one more number of 4 bytes, or what is left over of numbers of 8.
  if (deflate > 0) deflate_.emplace(deflate, valueBytes, raw_.size() / valueBytes, raw_.size() % valueBytes);
}

std::span<const std::byte> ChunkEncoder::encode() {
  const std::uint32_t sum = fletcher32(values());
  std::memcpy(raw_.data() + raw_.size() - checksumBytes, &sum, checksumBytes);
  if (!deflate_) return raw_;
  const std::size_t n = raw_.size() / valueBytes_;
  return (*deflate_)(raw_.data(), n, valueBytes_, std::span(raw_).subspan(n * valueBytes_));
}

}  // namespace eagre::output::hdf5
