// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5.hpp"

#ifdef EAGRE_HDF5
#include "output/hdf5/changes.hpp"
#include "output/hdf5/new_file.hpp"
#endif

namespace eagre::output::hdf5 {

#ifdef EAGRE_HDF5

bool isBuiltIn() { return true; }

std::unique_ptr<File> create(const std::filesystem::path& path, const comm::Communicator& communicator, const Hints& hints) {
  return std::make_unique<NewFile>(path, communicator, hints);
}

std::unique_ptr<File> open(const std::filesystem::path& path, const comm::Communicator& communicator, Access access) {
  auto file = std::make_unique<OpenFile>(path, communicator);
  file->open(access);
  return file;
}

void dropChanges(const std::filesystem::path& path) { Changes::drop(path); }

#else

bool isBuiltIn() { return false; }
void dropChanges(const std::filesystem::path&) {}

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
