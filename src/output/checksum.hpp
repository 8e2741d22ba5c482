// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace eagre::output {

/// Of these bytes behind others whose checksum is `before`: zlib's CRC-32.
std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before = 0);
/// That of bytes of which one part has the checksum `before` and the part behind it, of so many bytes, `behind`.
std::uint32_t combinedChecksum(std::uint32_t before, std::uint32_t behind, std::int64_t bytes);

}  // namespace eagre::output
