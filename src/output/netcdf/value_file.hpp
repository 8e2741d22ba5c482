// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "output/netcdf/new_file.hpp"

namespace eagre::output::netcdf {

/// A new file that takes values, one variable of a time after another. All member functions are collective; Errors on all ranks.
class ValueFile {
 public:
  virtual ~ValueFile() = default;  ///< a file that is not closed is of no use
  /// Number i of the times, counted from 0.
  virtual void writeTime(std::size_t i, double time) = 0;
  /// A variable at time i. boxes: the points of each rank, which together are the whole; fill: the values of this rank's points.
  virtual void write(const std::string& variable, std::size_t i, const std::vector<Box>& boxes, const Fill& fill) = 0;
  virtual void close() = 0;
};

/// The two ways of Method. Hints: MPI-IO's, all of them.
std::unique_ptr<ValueFile> makeDirectFile(const std::filesystem::path& path, const comm::Communicator& communicator,
                                          const Contents& contents, const hdf5::Hints& hints);
std::unique_ptr<ValueFile> makeCollectiveFile(const std::filesystem::path& path, const comm::Communicator& communicator,
                                              const Contents& contents, const hdf5::Hints& hints);

}  // namespace eagre::output::netcdf
