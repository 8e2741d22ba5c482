// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>

namespace eagre::output::netcdf {

/// Takes room on the disk for a file that is to have so many bytes; its size stays. Serial. Error(io): the disk, a quota or a
/// limit of the process has less. Where the file system cannot reserve (EOPNOTSUPP), nothing is done.
void reserve(const std::filesystem::path& path, std::int64_t bytes);

/// Gives back what lies behind the end of the file. Serial.
void giveBackReserve(const std::filesystem::path& path);

}  // namespace eagre::output::netcdf
