// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace eagre::output::hdf5 {

/// The checksum of HDF5's filter "fletcher32": of 16-bit words w_1 to w_n, high byte first, the sums modulo 65535 of all w_i (low
/// half) and of all (n + 1 - i) w_i (high half), either 65535 instead of 0 unless all bytes are 0. An even number of bytes.
/// Source: J. G. Fletcher, IEEE Trans. Commun. 30 (1982) 247; HDF5 File Format Specification, "Fletcher32 checksum".
std::uint32_t fletcher32(std::span<const std::byte> bytes);

}  // namespace eagre::output::hdf5
