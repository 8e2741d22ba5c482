// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

namespace eagre::output::hdf5 {

/// Error (io) if a global heap in the first 64 MiB of a file ends behind the end of the file, or has an object that ends outside
/// it, behind which HDF5 1.10 reads, or free space without a size, at which HDF5 reads without end (format specification, III.E).
/// By one rank.
void requireSoundHeaps(const std::filesystem::path& file);

}  // namespace eagre::output::hdf5
