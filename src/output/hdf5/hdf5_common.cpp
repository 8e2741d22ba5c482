// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "core/error.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output::hdf5 {

std::size_t bytesOf(Type type) {
  switch (type) {
    case Type::real64:
    case Type::int64:
      return 8;
    case Type::real32:
      return 4;
    default:
      return 1;
  }
}

bool canHold(std::int64_t storedBytes, std::int64_t bytes) {
  constexpr std::int64_t largestRatio = 1100, smallest = 4096;
  return (bytes - smallest) / largestRatio <= storedBytes && (bytes == 0 || storedBytes > 0);
}

void requireBuiltIn(const std::string& what) {
  if (!isBuiltIn()) throw Error(what + ": this program is built without HDF5 (EAGRE_HDF5=OFF)", ExitCode::badCase);
}

void throwOnAll(const comm::Communicator& communicator, const std::string& failure) {
  const double none = communicator.size();
  const double first = communicator.min(failure.empty() ? none : communicator.rank());
  if (first == none) return;
  std::string message = failure;
  communicator.broadcast(message, static_cast<int>(first));
  throw Error(message, ExitCode::io);
}

}  // namespace eagre::output::hdf5
