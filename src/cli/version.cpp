// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "comm/library.hpp"
#include "output/hdf5/hdf5.hpp"
#include "output/netcdf/netcdf.hpp"

namespace eagre::cli {

std::string versionText() {
  const auto orMissing = [](const std::string& version) { return version.empty() ? "not built in" : version; };
  return fmt::format("Eagre {}\ncommit:    {}\nMPI:       {}\nHDF5:      {}\nNetCDF:    {}\nprocessor: {}", EAGRE_VERSION,
                     EAGRE_COMMIT, comm::mpiLibrary(), orMissing(output::hdf5::version()), orMissing(output::netcdf::version()),
                     EAGRE_PROCESSOR);
}

}  // namespace eagre::cli
