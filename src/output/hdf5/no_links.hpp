// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

namespace eagre::output::hdf5 {

/// For files that another library reads (NetCDF-4): Errors (io) if a name in the file leads to something else in it or in another
/// file, or values stand elsewhere. A file that is not HDF5 passes. By one rank.
void requireNoLinks(const std::filesystem::path& file);

}  // namespace eagre::output::hdf5
