// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

namespace eagre::output::hdf5 {

/// For files that another library reads (NetCDF-4): Errors (io) if a name in the file leads to something else in it or in another
/// file, values stand elsewhere, or an attribute of NetCDF's own has more numbers than NetCDF has room for. A file that is not
/// HDF5 passes. By one rank.
void requireSoundNetcdf(const std::filesystem::path& file);

}  // namespace eagre::output::hdf5
