// SPDX-License-Identifier: BSD-3-Clause
#include "output/netcdf/reserve.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/error.hpp"

namespace eagre::output::netcdf {
namespace fs = std::filesystem;

void reserve(const fs::path& path, std::int64_t bytes) {
  const auto refuse = [&](int errorNumber) {
    throw Error(fmt::format("cannot write {}: {}", path.string(), std::strerror(errorNumber)), ExitCode::io);
  };
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < static_cast<rlim_t>(bytes)) refuse(EFBIG);
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) refuse(errno);
  const int result = ::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0 ? 0 : errno;
  ::close(descriptor);
  if (result != 0 && result != EOPNOTSUPP && result != ENOSYS) refuse(result);
}

void giveBackReserve(const fs::path& path) {
  // File systems give it back where a file shrinks.
  std::error_code ignored;
  const auto size = fs::file_size(path, ignored);
  if (ignored) return;
  fs::resize_file(path, size + 1, ignored);
  fs::resize_file(path, size, ignored);
}

}  // namespace eagre::output::netcdf
