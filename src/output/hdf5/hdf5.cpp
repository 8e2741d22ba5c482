// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/hdf5.hpp"

#ifdef EAGRE_HDF5
#include <fmt/format.h>
#include <hdf5.h>

#include "core/error.hpp"
#include "output/hdf5/changes.hpp"
#include "output/hdf5/new_file.hpp"
#endif

namespace eagre::output::hdf5 {

#ifdef EAGRE_HDF5

bool isBuiltIn() { return true; }

std::string version() {
  unsigned major = 0, minor = 0, release = 0;
  return H5get_libversion(&major, &minor, &release) < 0 ? "unknown" : fmt::format("{}.{}.{}", major, minor, release);
}

std::unique_ptr<File> create(const std::filesystem::path& path, const comm::Communicator& communicator, const Hints& hints) {
  return std::make_unique<NewFile>(path, communicator, hints);
}

std::unique_ptr<File> open(const std::filesystem::path& path, const comm::Communicator& communicator, Access access) {
  auto file = std::make_unique<OpenFile>(path, communicator);
  file->open(access);
  return file;
}

void dropChanges(const std::filesystem::path& path) { Changes::drop(path); }

bool hasChanges(const std::filesystem::path& path) {
  try {
    return Changes::pending(path).has_value();
  } catch (const Error&) { return false; }
}

std::string changesProblem(const std::filesystem::path& path) {
  try {
    static_cast<void>(Changes::pending(path));
    return {};
  } catch (const Error& e) { return e.what(); }
}

#else

bool isBuiltIn() { return false; }
std::string version() { return {}; }
void dropChanges(const std::filesystem::path&) {}
bool hasChanges(const std::filesystem::path&) { return false; }
std::string changesProblem(const std::filesystem::path&) { return {}; }

std::unique_ptr<File> create(const std::filesystem::path& path, const comm::Communicator&, const Hints&) {
  requireBuiltIn(path.string());
  return nullptr;
}
std::unique_ptr<File> open(const std::filesystem::path& path, const comm::Communicator&, Access) {
  requireBuiltIn(path.string());
  return nullptr;
}

#endif

}  // namespace eagre::output::hdf5
