// SPDX-License-Identifier: BSD-3-Clause
#include "output/checksum.hpp"

#include <zlib.h>
#ifdef EAGRE_HDF5
#include <libdeflate.h>
#endif

namespace eagre::output {

std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before) {
#ifdef EAGRE_HDF5
  return libdeflate_crc32(before, bytes.data(), bytes.size());  // at the speed of memory
#else
  return static_cast<std::uint32_t>(::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
#endif
}

std::uint32_t combinedChecksum(std::uint32_t before, std::uint32_t behind, std::int64_t bytes) {
  return static_cast<std::uint32_t>(::crc32_combine(before, behind, static_cast<z_off_t>(bytes)));
}

}  // namespace eagre::output
