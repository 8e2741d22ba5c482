// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5.hpp"

#include "core/error.hpp"

#ifndef EAGRE_HDF5

namespace eagre::output::hdf5 {

bool isBuiltIn() { return false; }

std::unique_ptr<File> create(const std::filesystem::path& path, const comm::Communicator&, const Hints&) {
  requireBuiltIn(path.string());
  return nullptr;
}
std::unique_ptr<File> open(const std::filesystem::path& path, const comm::Communicator&, Access) {
  requireBuiltIn(path.string());
  return nullptr;
}

}  // namespace eagre::output::hdf5

#else

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

#include "comm/handle.hpp"

namespace eagre::output::hdf5 {

namespace {

/// What HDF5 says of its last failure: where it began, in its own words.
std::string lastWords() {
  std::string words;
  const auto keep = [](unsigned, const H5E_error2_t* error, void* into) -> herr_t {
    auto& text = *static_cast<std::string*>(into);
    if (error->desc && *error->desc) text = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep, &words);  // upward: from the innermost function out
  std::string innermost;
  const auto first = [](unsigned n, const H5E_error2_t* error, void* into) -> herr_t {
    if (n == 0 && error->desc) *static_cast<std::string*>(into) = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first, &innermost);
  if (innermost == words || innermost.empty()) return words;
  return words + ": " + innermost;
}

/// An identifier of HDF5 with the function that closes it.
class Id {
 public:
  using Close = herr_t (*)(hid_t);
  Id() = default;
  Id(hid_t id, Close close) : id_(id), close_(close) {}
  Id(Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Id& operator=(Id&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Id() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  herr_t close() { return close_(std::exchange(id_, -1)); }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Bytes that HDF5's structures of an object, or of an attribute beside its value, take at the most.
constexpr std::int64_t objectBytes = 4096, attributeBytes = 256;

hid_t nativeType(Type type) {
  switch (type) {
    case Type::real64:
      return H5T_IEEE_F64LE;
    case Type::real32:
      return H5T_IEEE_F32LE;
    case Type::int64:
      return H5T_STD_I64LE;
    default:
      return H5T_STD_U8LE;
  }
}

class OpenFile final : public File {
 public:
  OpenFile(std::filesystem::path path, const comm::Communicator& communicator)
      : path_(std::move(path)), communicator_(communicator) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~OpenFile() override;
  void create(const Hints& hints);
  void open(Access access);

  const std::filesystem::path& path() const override { return path_; }
  void close() override;
  void reserve(std::int64_t bytes) override;
  Hints hintsInForce() override;
  void makeGroup(const std::string& group) override;
  void link(const std::string& object, const std::string& file, const std::string& target) override;
  bool exists(const std::string& object) override;
  bool isGroup(const std::string& object) override;
  bool isLocal(const std::string& object) override;
  std::vector<std::string> names(const std::string& group) override;
  void remove(const std::string& object) override;
  void setAttribute(const std::string& object, const std::string& name, const Value& value) override;
  bool hasAttribute(const std::string& object, const std::string& name) override;
  double real(const std::string& object, const std::string& name) override;
  std::int64_t integer(const std::string& object, const std::string& name) override;
  std::string text(const std::string& object, const std::string& name) override;
  void makeData(const std::string& object, Type type, Shape shape, Storage storage) override;
  void makePieced(const std::string& object, Type type, Shape shape, const std::vector<Piece>& pieces) override;
  DataInfo info(const std::string& object) override;
  void write(const std::string& object, std::int64_t firstRow, std::span<const std::byte> rows) override;
  void read(const std::string& object, std::int64_t firstRow, std::span<std::byte> rows) override;
  void read(const std::string& object, std::int64_t firstRow, std::span<double> values) override;
  void writeText(const std::string& object, const std::string& text) override;
  std::string readText(const std::string& object) override;

 private:
  [[noreturn]] void fail(const std::string& action, const std::string& object) const {
    const std::string words = lastWords();
    throw Error(fmt::format("cannot {} {}{}{}", action, path_.string(), object.empty() ? "" : ": " + object,
                            words.empty() ? "" : ": " + words),
                ExitCode::io);
  }
  /// The identifier, or the Error.
  Id hold(hid_t id, Id::Close close, const char* action, const std::string& object = {}) const {
    if (id < 0) fail(action, object);
    return {id, close};
  }
  void require(herr_t result, const char* action, const std::string& object = {}) const {
    if (result < 0) fail(action, object);
  }
  Id accessList() const;
  Id transferList() const;
  Id openObject(const std::string& object, const char* action) const {
    return hold(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose, action, object);
  }
  Id openData(const std::string& object, const char* action) const {
    return hold(H5Dopen2(file_, object.c_str(), H5P_DEFAULT), H5Dclose, action, object);
  }
  Id openAttribute(const std::string& object, const std::string& name) const {
    return hold(H5Aopen_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "read",
                object + ", attribute " + name);
  }
  template <class T>
  T number(const std::string& object, const std::string& name, hid_t type) const;
  Shape shapeOf(hid_t data, const std::string& object) const;
  /// Selects these rows of a data set and hands the two data spaces to transfer; none if there are no rows.
  template <class F>
  void withRows(hid_t data, const std::string& object, std::int64_t firstRow, std::size_t count, F&& transfer) const;

  std::filesystem::path path_;
  comm::Communicator communicator_;
  Hints hints_;
  Id file_;
  bool isNew_ = false;
  /// Bytes that the file takes, rather too many: HDF5 does not tell them while a file of several ranks is being written.
  std::int64_t used_ = 0;
};

Id OpenFile::accessList() const {
  Id list = hold(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "open");
  H5Pset_fclose_degree(list, H5F_CLOSE_STRONG);
  H5Pset_libver_bounds(list, H5F_LIBVER_V110, H5F_LIBVER_V110);
  // One rank needs no MPI-IO, whose ways cost more than they give it.
  if (!communicator_.parallel()) return list;
  MPI_Info info = MPI_INFO_NULL;
  if (!hints_.empty()) {
    MPI_Info_create(&info);
    for (const auto& [key, value] : hints_) MPI_Info_set(info, key.c_str(), value.c_str());
  }
  const herr_t result = H5Pset_fapl_mpio(list, communicator_.handle().comm, info);
  if (info != MPI_INFO_NULL) MPI_Info_free(&info);
  require(result, "open");
  require(H5Pset_all_coll_metadata_ops(list, true), "open");
  require(H5Pset_coll_metadata_write(list, true), "open");
  return list;
}

Id OpenFile::transferList() const {
  Id list = hold(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "open");
  if (communicator_.parallel()) require(H5Pset_dxpl_mpio(list, H5FD_MPIO_COLLECTIVE), "open");
  return list;
}

void OpenFile::create(const Hints& hints) {
  hints_ = hints;
  const Id list = accessList();
  file_ = hold(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, list), H5Fclose, "create");
  isNew_ = true;
}

void OpenFile::open(Access access) {
  const Id list = accessList();
  const unsigned flags = access == Access::read ? H5F_ACC_RDONLY : H5F_ACC_RDWR;
  file_ = hold(H5Fopen(path_.c_str(), flags, list), H5Fclose, "open");
}

/// A file that is given up. HDF5 must come to close it, for it crashes when the program ends with a file that it could not close;
/// on a full disk it can only once there is room again.
OpenFile::~OpenFile() {
  if (!isNew_ || file_ < 0) return;
  if (communicator_.master()) static_cast<void>(::truncate(path_.c_str(), 0) == 0);
  communicator_.barrier();
}

void OpenFile::close() {
  require(H5Fflush(file_, H5F_SCOPE_GLOBAL), "write");
  require(file_.close(), "write");
  if (!isNew_ || !communicator_.master()) return;
  // Room that was reserved behind the end and not needed is given back where a file shrinks.
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path_, ignored);
  std::filesystem::resize_file(path_, size + 1, ignored);
  std::filesystem::resize_file(path_, size, ignored);
}

void OpenFile::reserve(std::int64_t bytes) {
  if (!communicator_.master()) return;
  const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) throw Error(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)), ExitCode::io);
  const int result = ::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(used_ + bytes));
  const int errorNumber = result == 0 || errno == EOPNOTSUPP || errno == ENOSYS ? 0 : errno;
  ::close(descriptor);
  if (errorNumber != 0) throw Error(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errorNumber)), ExitCode::io);
}

Hints OpenFile::hintsInForce() {
  Hints hints;
  if (!communicator_.parallel()) return hints;
  void* handle = nullptr;
  require(H5Fget_vfd_handle(file_, H5P_DEFAULT, &handle), "look at");
  MPI_Info info = MPI_INFO_NULL;
  if (!handle || MPI_File_get_info(*static_cast<MPI_File*>(handle), &info) != MPI_SUCCESS || info == MPI_INFO_NULL) return hints;
  int count = 0;
  MPI_Info_get_nkeys(info, &count);
  for (int i = 0; i < count; ++i) {
    std::array<char, MPI_MAX_INFO_KEY + 1> key{};
    std::array<char, MPI_MAX_INFO_VAL + 1> value{};
    int known = 0;
    MPI_Info_get_nthkey(info, i, key.data());
    MPI_Info_get(info, key.data(), MPI_MAX_INFO_VAL, value.data(), &known);
    if (known) hints.emplace_back(key.data(), value.data());
  }
  MPI_Info_free(&info);
  return hints;
}

void OpenFile::makeGroup(const std::string& group) {
  // Links and attributes stay in the group's header, however many: the heaps that HDF5 moves them to otherwise have no checksum,
  // and a damaged one makes it crash.
  constexpr unsigned most = 65535;
  const Id list = hold(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "make a group in", group);
  require(H5Pset_link_phase_change(list, most, most), "make a group in", group);
  require(H5Pset_attr_phase_change(list, most, most), "make a group in", group);
  for (std::size_t end = group.find('/', 1);; end = group.find('/', end + 1)) {
    const std::string part = group.substr(0, end);
    if (!exists(part)) {
      hold(H5Gcreate2(file_, part.c_str(), H5P_DEFAULT, list, H5P_DEFAULT), H5Gclose, "make a group in", part);
      used_ += objectBytes;
    }
    if (end == std::string::npos) return;
  }
}

void OpenFile::link(const std::string& object, const std::string& file, const std::string& target) {
  require(H5Lcreate_external(file.c_str(), target.c_str(), file_, object.c_str(), H5P_DEFAULT, H5P_DEFAULT), "make a link in",
          object);
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

bool OpenFile::isLocal(const std::string& object) {
  H5L_info_t link;
  require(H5Lget_info(file_, object.c_str(), &link, H5P_DEFAULT), "read", object);
  return link.type != H5L_TYPE_EXTERNAL;
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
}

Id textType(std::size_t length) {
  Id type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, std::max<std::size_t>(1, length));
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

void OpenFile::setAttribute(const std::string& object, const std::string& name, const Value& value) {
  const Id id = openObject(object, "write");
  if (H5Aexists(id, name.c_str()) > 0) require(H5Adelete(id, name.c_str()), "write", object);
  const auto put = [&](hid_t type, const Id& space, const void* data) {
    const Id attribute = hold(H5Acreate2(id, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "write", object);
    require(H5Awrite(attribute, type, data), "write", object);
    used_ += attributeBytes + static_cast<std::int64_t>(H5Tget_size(type));
  };
  const Id one(H5Screate(H5S_SCALAR), H5Sclose);
  if (const auto* real = std::get_if<double>(&value)) return put(H5T_IEEE_F64LE, one, real);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return put(H5T_STD_I64LE, one, integer);
  if (const auto* word = std::get_if<std::uint32_t>(&value)) return put(H5T_STD_U32LE, one, word);
  if (const auto* text = std::get_if<std::string>(&value)) return put(textType(text->size()), one, text->c_str());
  const auto& list = std::get<std::vector<std::int64_t> >(value);
  const hsize_t n = list.size();
  put(H5T_STD_I64LE, Id(H5Screate_simple(1, &n, nullptr), H5Sclose), list.data());
}

bool OpenFile::hasAttribute(const std::string& object, const std::string& name) {
  return H5Aexists_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

template <class T>
T OpenFile::number(const std::string& object, const std::string& name, hid_t type) const {
  const Id attribute = openAttribute(object, name);
  const Id space(H5Aget_space(attribute), H5Sclose), stored(H5Aget_type(attribute), H5Tclose);
  const H5T_class_t kind = H5Tget_class(stored);
  if (H5Sget_simple_extent_npoints(space) != 1 || (kind != H5T_INTEGER && kind != H5T_FLOAT))
    throw Error(fmt::format("cannot read {}: {}: attribute {} is not a number", path_.string(), object, name), ExitCode::io);
  T value{};
  require(H5Aread(attribute, type, &value), "read", object);
  return value;
}

double OpenFile::real(const std::string& object, const std::string& name) {
  return number<double>(object, name, H5T_NATIVE_DOUBLE);
}
std::int64_t OpenFile::integer(const std::string& object, const std::string& name) {
  return number<std::int64_t>(object, name, H5T_NATIVE_INT64);
}

std::string OpenFile::text(const std::string& object, const std::string& name) {
  const Id attribute = openAttribute(object, name);
  const Id space(H5Aget_space(attribute), H5Sclose), stored(H5Aget_type(attribute), H5Tclose);
  if (H5Sget_simple_extent_npoints(space) != 1 || H5Tget_class(stored) != H5T_STRING || H5Tis_variable_str(stored) > 0)
    throw Error(fmt::format("cannot read {}: {}: attribute {} is not a text of fixed length", path_.string(), object, name),
                ExitCode::io);
  std::string value(H5Tget_size(stored), '\0');
  require(H5Aread(attribute, stored, value.data()), "read", object);
  return value.substr(0, value.find('\0'));
}

void OpenFile::makeData(const std::string& object, Type type, Shape shape, Storage storage) {
  const int rank = shape.columns > 1 ? 2 : 1;
  const std::array<hsize_t, 2> extent{static_cast<hsize_t>(shape.rows), static_cast<hsize_t>(shape.columns)};
  const Id space = hold(H5Screate_simple(rank, extent.data(), nullptr), H5Sclose, "write", object);
  const Id list = hold(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "write", object);
  H5Pset_fill_time(list, H5D_FILL_TIME_NEVER);
  if (storage.chunkRows > 0 && shape.rows > 0) {
    const std::array<hsize_t, 2> chunk{static_cast<hsize_t>(std::min(storage.chunkRows, shape.rows)), extent[1]};
    require(H5Pset_chunk(list, rank, chunk.data()), "write", object);
    if (storage.deflate > 0) {
      require(H5Pset_shuffle(list), "write", object);
      require(H5Pset_deflate(list, static_cast<unsigned>(storage.deflate)), "write", object);
    }
  }
  hold(H5Dcreate2(file_, object.c_str(), nativeType(type), space, H5P_DEFAULT, list, H5P_DEFAULT), H5Dclose, "make a data set in",
       object);
}

void OpenFile::makePieced(const std::string& object, Type type, Shape shape, const std::vector<Piece>& pieces) {
  const int rank = shape.columns > 1 ? 2 : 1;
  const auto columns = static_cast<hsize_t>(shape.columns);
  const std::array<hsize_t, 2> extent{static_cast<hsize_t>(shape.rows), columns};
  const Id space = hold(H5Screate_simple(rank, extent.data(), nullptr), H5Sclose, "write", object);
  const Id list = hold(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "write", object);
  std::array<hsize_t, 2> start{0, 0};
  for (const Piece& piece : pieces) {
    const std::array<hsize_t, 2> size{static_cast<hsize_t>(piece.rows), columns};
    if (piece.rows == 0) continue;
    const Id there = hold(H5Screate_simple(rank, size.data(), nullptr), H5Sclose, "write", object);
    require(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr), "select from", object);
    require(H5Pset_virtual(list, space, piece.file.c_str(), object.c_str(), there), "write", object);
    start[0] += size[0];
  }
  H5Sselect_all(space);
  hold(H5Dcreate2(file_, object.c_str(), nativeType(type), space, H5P_DEFAULT, list, H5P_DEFAULT), H5Dclose, "make a data set in",
       object);
  used_ += objectBytes + static_cast<std::int64_t>(pieces.size() * (object.size() + 256));
}

Shape OpenFile::shapeOf(hid_t data, const std::string& object) const {
  const Id space = hold(H5Dget_space(data), H5Sclose, "read", object);
  std::array<hsize_t, 2> extent{0, 1};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank > 2) throw Error(fmt::format("cannot read {}: {} has {} dimensions", path_.string(), object, rank), ExitCode::io);
  if (rank < 1) return {1, 1};
  H5Sget_simple_extent_dims(space, extent.data(), nullptr);
  if (extent[1] > static_cast<hsize_t>(std::numeric_limits<int>::max()))
    throw Error(fmt::format("cannot read {}: {} has too many columns", path_.string(), object), ExitCode::io);
  return {static_cast<std::int64_t>(extent[0]), static_cast<int>(extent[1])};
}

DataInfo OpenFile::info(const std::string& object) {
  const Id data = openData(object, "read");
  const Id stored = hold(H5Dget_type(data), H5Tclose, "read", object);
  DataInfo info;
  info.shape = shapeOf(data, object);
  const Id list = hold(H5Dget_create_plist(data), H5Pclose, "read", object);
  info.pieced = H5Pget_layout(list) == H5D_VIRTUAL;
  if (!info.pieced) info.storedBytes = static_cast<std::int64_t>(H5Dget_storage_size(data));
  H5L_info_t link;
  info.linked = H5Lget_info(file_, object.c_str(), &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_EXTERNAL;
  if (H5Tget_class(stored) == H5T_STRING) {
    info.type = Type::text;
    return info;
  }
  for (const Type type : {Type::real64, Type::real32, Type::int64, Type::uint8}) {
    info.type = type;
    if (H5Tequal(stored, nativeType(type)) > 0) return info;
  }
  throw Error(fmt::format("cannot read {}: {} has values of another type than dumps have", path_.string(), object), ExitCode::io);
}

template <class F>
void OpenFile::withRows(hid_t data, const std::string& object, std::int64_t firstRow, std::size_t count, F&& transfer) const {
  const Shape shape = shapeOf(data, object);
  const std::array<hsize_t, 2> start{static_cast<hsize_t>(firstRow), 0},
      size{static_cast<hsize_t>(count) / static_cast<hsize_t>(std::max(shape.columns, 1)), static_cast<hsize_t>(shape.columns)};
  if (static_cast<std::int64_t>(start[0] + size[0]) > shape.rows || size[0] * size[1] != count)
    throw Error(fmt::format("{}: {} has {} rows of {}; rows {} to {} are not there", path_.string(), object, shape.rows,
                            shape.columns, firstRow, start[0] + size[0]),
                ExitCode::io);
  if (shape.rows == 0) return;  // HDF5 1.10 on MPI-IO then has no address to go to
  const Id inFile = hold(H5Dget_space(data), H5Sclose, "read", object);
  const Id inMemory = hold(H5Screate_simple(shape.columns > 1 ? 2 : 1, size.data(), nullptr), H5Sclose, "read", object);
  if (size[0] == 0) {
    H5Sselect_none(inFile);
    H5Sselect_none(inMemory);
  } else {
    require(H5Sselect_hyperslab(inFile, H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr), "select from", object);
  }
  transfer(inMemory, inFile);
}

void OpenFile::write(const std::string& object, std::int64_t firstRow, std::span<const std::byte> rows) {
  const Type type = info(object).type;
  const Id data = openData(object, "write"), list = transferList();
  withRows(data, object, firstRow, rows.size() / bytesOf(type), [&](hid_t inMemory, hid_t inFile) {
    require(H5Dwrite(data, nativeType(type), inMemory, inFile, list, rows.data()), "write", object);
    used_ += objectBytes + static_cast<std::int64_t>(H5Dget_storage_size(data));
  });
}

void OpenFile::read(const std::string& object, std::int64_t firstRow, std::span<std::byte> rows) {
  const Type type = info(object).type;
  const Id data = openData(object, "read"), list = transferList();
  withRows(data, object, firstRow, rows.size() / bytesOf(type), [&](hid_t inMemory, hid_t inFile) {
    require(H5Dread(data, nativeType(type), inMemory, inFile, list, rows.data()), "read", object);
  });
}

void OpenFile::read(const std::string& object, std::int64_t firstRow, std::span<double> values) {
  const Id data = openData(object, "read"), list = transferList();
  withRows(data, object, firstRow, values.size(), [&](hid_t inMemory, hid_t inFile) {
    require(H5Dread(data, H5T_NATIVE_DOUBLE, inMemory, inFile, list, values.data()), "read", object);
  });
}

void OpenFile::writeText(const std::string& object, const std::string& text) {
  const Id type = textType(text.size()), list = transferList();
  const Id space(H5Screate(H5S_SCALAR), H5Sclose), inMemory(H5Screate(H5S_SCALAR), H5Sclose);
  const Id data = hold(H5Dcreate2(file_, object.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose,
                       "make a data set in", object);
  if (!communicator_.master()) {
    H5Sselect_none(space);
    H5Sselect_none(inMemory);
  }
  require(H5Dwrite(data, type, inMemory, space, list, text.c_str()), "write", object);
  used_ += objectBytes + static_cast<std::int64_t>(text.size());
}

std::string OpenFile::readText(const std::string& object) {
  const Id data = openData(object, "read"), list = transferList();
  const Id type = hold(H5Dget_type(data), H5Tclose, "read", object), space = hold(H5Dget_space(data), H5Sclose, "read", object);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0 || H5Sget_simple_extent_npoints(space) != 1)
    throw Error(fmt::format("cannot read {}: {} is not a text of fixed length", path_.string(), object), ExitCode::io);
  std::string text(H5Tget_size(type), '\0');
  require(H5Dread(data, type, H5S_ALL, H5S_ALL, list, text.data()), "read", object);
  return text.substr(0, text.find('\0'));
}

}  // namespace

bool isBuiltIn() { return true; }

std::unique_ptr<File> create(const std::filesystem::path& path, const comm::Communicator& communicator, const Hints& hints) {
  auto file = std::make_unique<OpenFile>(path, communicator);
  file->create(hints);
  return file;
}

std::unique_ptr<File> open(const std::filesystem::path& path, const comm::Communicator& communicator, Access access) {
  auto file = std::make_unique<OpenFile>(path, communicator);
  file->open(access);
  return file;
}

}  // namespace eagre::output::hdf5

#endif
