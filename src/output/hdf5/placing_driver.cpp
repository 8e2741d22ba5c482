// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/placing_driver.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "output/hdf5/changes.hpp"

namespace eagre::output::hdf5 {

struct Extent {
  haddr_t start, end;
};

/// An open file. HDF5 sees its first part only.
struct PlacedFile {
  H5FD_t common{};
  int descriptor = -1;
  haddr_t room = 0;  ///< that HDF5 has given out ("end of allocation")
  haddr_t size = 0;
  bool onlyPlace = false, givenUp = false;
  haddr_t last = 0;                ///< place that was only noted
  std::vector<Extent> structures;  ///< where HDF5's own structures stand, as far as their room is not reserved
  std::optional<Changes> changes;  ///< of a file that is changed in place
  bool keep = false;
  std::string* failure = nullptr;  ///< where the first one is kept while the file is being closed, instead of told to HDF5
};

namespace {

/// What an access list tells the driver.
struct Choice {
  bool changes = false;
};

/// Puts the reason into HDF5's words.
herr_t failed(hid_t minor, const char* why) {
  H5Epush2(H5E_DEFAULT, __FILE__, "placing driver", __LINE__, H5E_ERR_CLS, H5E_IO, minor, "%s", why);
  return -1;
}
herr_t failed(hid_t minor) { return failed(minor, std::strerror(errno)); }

/// The same of a file that may be on its way out.
herr_t failed(const PlacedFile& file, hid_t minor, const char* why) {
  if (!file.failure) return failed(minor, why);
  if (file.failure->empty()) *file.failure = why;
  return 0;
}
herr_t failed(const PlacedFile& file, hid_t minor) { return failed(file, minor, std::strerror(errno)); }

PlacedFile& mine(H5FD_t* file) { return *reinterpret_cast<PlacedFile*>(file); }
const PlacedFile& mine(const H5FD_t* file) { return *reinterpret_cast<const PlacedFile*>(file); }

H5FD_t* open(const char* name, unsigned flags, hid_t accessList, haddr_t) {
  int how = flags & H5F_ACC_RDWR ? O_RDWR : O_RDONLY;
  if (flags & H5F_ACC_CREAT) how |= O_CREAT;
  if (flags & H5F_ACC_TRUNC) how |= O_TRUNC;
  auto file = std::make_unique<PlacedFile>();
  struct stat state {};
  file->descriptor = ::open(name, how | O_CLOEXEC, 0666);
  if (file->descriptor < 0 || ::fstat(file->descriptor, &state) != 0) {
    failed(H5E_CANTOPENFILE);
    if (file->descriptor >= 0) ::close(file->descriptor);
    return nullptr;
  }
  file->size = static_cast<haddr_t>(state.st_size);
  const auto* choice = static_cast<const Choice*>(H5Pget_driver_info(accessList));
  if (choice && choice->changes && !(flags & H5F_ACC_RDWR)) {
    try {
      file->changes = Changes::pending(name);
    } catch (const std::exception& e) {
      ::close(file->descriptor);
      failed(H5E_CANTOPENFILE, e.what());
      return nullptr;
    }
    if (file->changes) file->size = static_cast<haddr_t>(file->changes->sizeAfter());
  } else if (choice && choice->changes) {
    file->changes.emplace(name);
  }
  return &file.release()->common;
}

herr_t close(H5FD_t* file) {
  const std::unique_ptr<PlacedFile> owned(&mine(file));
  if (owned->changes && owned->keep) {
    try {
      owned->changes->commit(static_cast<std::int64_t>(owned->size));
    } catch (const std::exception& e) {
      ::close(owned->descriptor);
      return failed(*owned, H5E_WRITEERROR, e.what());
    }
  }
  return ::close(owned->descriptor) == 0 ? 0 : failed(*owned, H5E_CANTCLOSEFILE);
}

herr_t query(const H5FD_t*, unsigned long* features) {
  if (features) *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA;
  return 0;
}

haddr_t getRoom(const H5FD_t* file, H5FD_mem_t) { return mine(file).room; }
herr_t setRoom(H5FD_t* file, H5FD_mem_t kind, haddr_t room) {
  PlacedFile& own = mine(file);
  if (kind != H5FD_MEM_DRAW && room > own.room) {
    if (!own.structures.empty() && own.structures.back().end == own.room)
      own.structures.back().end = room;
    else
      own.structures.push_back({own.room, room});
  }
  own.room = room;
  return 0;
}
haddr_t getSize(const H5FD_t* file, H5FD_mem_t) { return mine(file).size; }

herr_t getHandle(H5FD_t* file, hid_t, void** handle) {
  *handle = file;
  return 0;
}

herr_t readStored(H5FD_t* file, haddr_t at, std::size_t size, void* buffer) {
  auto* into = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t got = ::pread(mine(file).descriptor, into, size, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(H5E_READERROR);
    if (got == 0) {  // behind the end there is nothing but zeros
      std::memset(into, 0, size);
      return 0;
    }
    into += got;
    at += static_cast<haddr_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return 0;
}

herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* buffer) {
  if (readStored(file, at, size, buffer) < 0) return -1;
  if (mine(file).changes) mine(file).changes->apply(static_cast<std::int64_t>(at), {static_cast<std::byte*>(buffer), size});
  return 0;
}

herr_t write(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t at, std::size_t size, const void* buffer) {
  PlacedFile& own = mine(file);
  own.size = std::max(own.size, at + size);
  if (own.givenUp) return 0;
  if (own.onlyPlace && kind == H5FD_MEM_DRAW) {
    own.last = at;
    return 0;
  }
  if (own.changes) {
    own.changes->write(static_cast<std::int64_t>(at), {static_cast<const std::byte*>(buffer), size});
    return 0;
  }
  const auto* from = static_cast<const char*>(buffer);
  while (size > 0) {
    const ssize_t put = ::pwrite(own.descriptor, from, size, static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return failed(own, H5E_WRITEERROR);
    from += put;
    at += static_cast<haddr_t>(put);
    size -= static_cast<std::size_t>(put);
  }
  return 0;
}

/// The file ends where the room does that HDF5 has given out, whoever has written there.
herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  PlacedFile& own = mine(file);
  if (!own.changes && !own.givenUp && ::ftruncate(own.descriptor, static_cast<off_t>(own.room)) != 0)
    return failed(own, H5E_SEEKERROR);
  own.size = own.room;
  return 0;
}

hid_t registered() {
  static const hid_t driver = [] {
    static H5FD_class_t methods{};
#ifdef H5FD_CLASS_VERSION
    methods.version = H5FD_CLASS_VERSION;
    methods.value = static_cast<H5FD_class_value_t>(600);
#endif
    methods.name = "eagre_placing";
    methods.maxaddr = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
    methods.fc_degree = H5F_CLOSE_STRONG;
    methods.fapl_size = sizeof(Choice);
    methods.open = open;
    methods.close = close;
    methods.query = query;
    methods.get_eoa = getRoom;
    methods.set_eoa = setRoom;
    methods.get_eof = getSize;
    methods.get_handle = getHandle;
    methods.read = read;
    methods.write = write;
    methods.truncate = truncate;
    std::fill(std::begin(methods.fl_map), std::end(methods.fl_map), H5FD_MEM_DEFAULT);
    return H5FDregister(&methods);
  }();
  return driver;
}

}  // namespace

namespace {
herr_t choose(hid_t accessList, Choice choice) {
  const hid_t driver = registered();
  return driver < 0 ? -1 : H5Pset_driver(accessList, driver, &choice);
}
PlacedFile* opened(hid_t file) {
  void* handle = nullptr;
  return H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) >= 0 ? static_cast<PlacedFile*>(handle) : nullptr;
}
}  // namespace

herr_t choosePlacingDriver(hid_t accessList) { return choose(accessList, {}); }
herr_t chooseChangingDriver(hid_t accessList) { return choose(accessList, {.changes = true}); }
void keepChanges(hid_t file) {
  if (PlacedFile* own = opened(file)) own->keep = true;
}

int reserveStructures(hid_t file, std::int64_t more) {
  PlacedFile* const own = opened(file);
  if (!own) return 0;
  own->structures.push_back({own->room, own->room + static_cast<haddr_t>(more)});
  int result = 0;
  for (const auto& [start, end] : own->structures)
    if (result == 0 &&
        ::fallocate(own->descriptor, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(start), static_cast<off_t>(end - start)) != 0)
      result = errno;
  own->structures.clear();
  return result;
}

void giveUp(hid_t file) {
  if (PlacedFile* own = opened(file)) own->givenUp = true;
}

std::string closeFile(Id& file) {
  std::string failure;
  if (PlacedFile* own = opened(file)) own->failure = &failure;
  if (file.close() < 0 && failure.empty()) failure = lastWords();
  return failure;
}

OnlyPlace::OnlyPlace(hid_t file) : file_(opened(file)) {
  if (file_) file_->onlyPlace = true;
}
OnlyPlace::~OnlyPlace() {
  if (file_) file_->onlyPlace = false;
}
std::int64_t OnlyPlace::last() const { return file_ ? static_cast<std::int64_t>(file_->last) : -1; }

}  // namespace eagre::output::hdf5
