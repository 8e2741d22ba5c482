// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/open_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "comm/handle.hpp"
#include "core/error.hpp"
#include "core/plain_file.hpp"
#include "output/hdf5/changes.hpp"
#include "output/hdf5/placing_driver.hpp"

namespace eagre::output::hdf5 {

OpenFile::OpenFile(std::filesystem::path path, const comm::Communicator& communicator)
    : path_(std::move(path)), shortPath_(path_), communicator_(communicator) {
  requireMemory();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Id OpenFile::accessList() const {
  Id list = hold(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "open");
  H5Pset_fclose_degree(list, H5F_CLOSE_STRONG);
  H5Pset_libver_bounds(list, H5F_LIBVER_V110, H5F_LIBVER_V110);
  // One rank needs no MPI-IO, whose ways cost more than they give it.
  if (!communicator_.parallel()) return list;
  require(H5Pset_fapl_mpio(list, communicator_.handle().comm, MPI_INFO_NULL), "open");
  require(H5Pset_all_coll_metadata_ops(list, true), "open");
  return list;
}

void OpenFile::create() {
  const Id list = accessList();
  require(choosePlacingDriver(list), "create");
  file_ = hold(H5Fcreate(shortPath_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, list), H5Fclose, "create");
  isNew_ = true;
  Changes::drop(path_);
}

void OpenFile::open(Access access) {
  changes_ = access == Access::change;
  bool unfinished = false;
  agree(communicator_, [&] {
    if (!communicator_.master()) return;
    requirePlainFile(path_);
    if (changes_) return Changes::finish(path_);
    unfinished = hasChanges(path_);
    if (unfinished && communicator_.parallel())
      throw Error(fmt::format("cannot read {}: it has changes that are not made yet, which one rank can read", path_.string()),
                  ExitCode::io);
  });
  const Id list = accessList();
  if (changes_ || unfinished) require(chooseChangingDriver(list), "open");
  file_ = hold(H5Fopen(shortPath_.c_str(), changes_ ? H5F_ACC_RDWR : H5F_ACC_RDONLY, list), H5Fclose, "open");
  if (!communicator_.parallel()) readItems();
}

/// A file that is given up. HDF5 must come to close it, for it crashes when the program ends with a file that it could not close:
/// what it still wants to write then is not written. Room on the disk would not do, for a limit on the size of files stays.
OpenFile::~OpenFile() {
  if (!isNew_ || file_ < 0) return;
  giveUp(file_);
  static_cast<void>(::truncate(path_.c_str(), 0) == 0);
}

void OpenFile::close() {
  made_.clear();
  require(H5Fflush(file_, H5F_SCOPE_GLOBAL), "write");
  if (changes_) keepChanges(file_);
  if (!isNew_ && !changes_) return require(file_.close(), "close");
  if (const std::string failure = closeFile(file_); !failure.empty())
    throw Error(fmt::format("cannot write {}: {}", path_.string(), failure), ExitCode::io);
  if (!isNew_) return;
  // Room that was reserved behind the end and not needed is given back where a file shrinks.
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path_, ignored);
  std::filesystem::resize_file(path_, size + 1, ignored);
  std::filesystem::resize_file(path_, size, ignored);
}

void OpenFile::reserve(std::int64_t bytes) {
  const int errorNumber = reserveStructures(file_, bytes);
  if (errorNumber == 0 || errorNumber == EOPNOTSUPP || errorNumber == ENOSYS) return;
  throw Error(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errorNumber)), ExitCode::io);
}

void OpenFile::makeGroup(const std::string& group) {
  // Links and attributes stay in the group's header, however many: the heaps that HDF5 moves them to otherwise have no checksum,
  // and a damaged one makes it crash.
  constexpr unsigned most = 65535;
  if (isNew_ && made_.contains(group)) return;
  if (groupList_ < 0) {
    groupList_ = hold(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "make a group in", group);
    require(H5Pset_link_phase_change(groupList_, most, most), "make a group in", group);
    require(H5Pset_attr_phase_change(groupList_, most, most), "make a group in", group);
  }
  for (std::size_t end = group.find('/', 1);; end = group.find('/', end + 1)) {
    const std::string part = group.substr(0, end);
    if (isNew_ ? !made_.contains(part) : !exists(part)) {
      const auto [at, name] = placeOf(part);
      made_[part] = hold(H5Gcreate2(at, name, H5P_DEFAULT, groupList_, H5P_DEFAULT), H5Gclose, "make a group in", part);
    }
    if (end == std::string::npos) return;
  }
}

void OpenFile::link(const std::string& object, const std::string& file, const std::string& target) {
  const auto [at, name] = placeOf(object);
  require(H5Lcreate_external(file.c_str(), target.c_str(), at, name, H5P_DEFAULT, H5P_DEFAULT), "make a link in", object);
}

void OpenFile::alias(const std::string& object, const std::string& target) {
  const auto [at, name] = placeOf(object);
  require(H5Lcreate_soft(target.c_str(), at, name, H5P_DEFAULT, H5P_DEFAULT), "make a link in", object);
}

bool OpenFile::exists(const std::string& object) {
  if (object == "/") return true;
  for (std::size_t end = object.find('/', 1);; end = object.find('/', end + 1)) {
    const std::string part = object.substr(0, end);
    if (H5Lexists(file_, part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return H5Oexists_by_name(file_, object.c_str(), H5P_DEFAULT) > 0;
  }
}

bool OpenFile::isGroup(const std::string& object) {
  const Id id = openObject(object, "read");
  return H5Iget_type(id) == H5I_GROUP;
}

std::vector<std::string> OpenFile::names(const std::string& group) {
  const Id id = hold(H5Gopen2(file_, group.c_str(), H5P_DEFAULT), H5Gclose, "read", group);
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* into) -> herr_t {
    static_cast<std::vector<std::string>*>(into)->emplace_back(name);
    return 0;
  };
  require(H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names), "read", group);
  return names;
}

void OpenFile::remove(const std::string& object) {
  require(H5Ldelete(file_, object.c_str(), H5P_DEFAULT), "remove from", object);
  const auto isGone = [&](const std::string& name) { return name == object || name.starts_with(object + "/"); };
  std::erase_if(made_, [&](const auto& made) { return isGone(made.first); });
  std::erase_if(data_, [&](const auto& made) { return isGone(made.first); });
}

}  // namespace eagre::output::hdf5
