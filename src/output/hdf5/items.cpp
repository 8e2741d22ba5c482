// SPDX-License-Identifier: BSD-3-Clause
// What a file holds, looked at before anything of it is read: a dump may come from anywhere (docs/security.md).
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "core/error.hpp"
#include "core/untrusted.hpp"
#include "output/hdf5/open_file.hpp"

namespace eagre::output::hdf5 {
namespace {

/// /eagre/patches/<field>/<patch>/<keyword>, and some more.
constexpr int deepest = 8;
/// A chunk is held in memory as a whole; those that are written have half a MiB.
constexpr hsize_t largestChunk = hsize_t{16} << 20;
/// A text is held in memory as a whole.
constexpr std::int64_t largestText = std::int64_t{256} << 20;

/// What tells an object of a file from all others.
#if defined(H5L_info_t_vers) && H5L_info_t_vers > 1
using Address = std::string;
Address addressOf(const H5L_info_t& link) { return {reinterpret_cast<const char*>(&link.u.token), sizeof link.u.token}; }
#else
using Address = haddr_t;
Address addressOf(const H5L_info_t& link) { return link.u.address; }
#endif

struct Link {
  std::string name;
  H5L_info_t info;
};

herr_t addLink(hid_t, const char* name, const H5L_info_t* info, void* into) {
  static_cast<std::vector<Link>*>(into)->push_back({name, *info});
  return 0;
}

/// Points and topology alone stand in another file, the mesh beside the dump.
bool mayStandElsewhere(const std::string& path) {
  constexpr std::array<std::string_view, 3> own{"CellData", "PointData", "FieldData"};
  constexpr std::string_view grid = "/VTKHDF/";
  if (!path.starts_with(grid)) return false;
  const std::string_view name = std::string_view(path).substr(grid.size());
  return name.find('/') == std::string_view::npos && std::find(own.begin(), own.end(), name) == own.end();
}

}  // namespace

/// Goes through the groups of a file, following no link.
class ItemReader {
 public:
  ItemReader(OpenFile& file, hid_t id) : file_(file), id_(id) {}

  std::vector<Item> read() {
    requireRoomOnDisk();
    readGroup(id_, "", 0);
    requireAliasesInside();
    return std::move(items_);
  }

 private:
  [[noreturn]] void refuse(const std::string& object, const std::string& why) const {
    throw Error(fmt::format("{}: {} {}; dumps have none such", file_.path().string(), object, why), ExitCode::io);
  }

  /// A file of 8 TiB without a byte on the disk would be read for hours.
  void requireRoomOnDisk() const {
    constexpr std::int64_t large = std::int64_t{16} << 30, blockBytes = 512;
    struct stat state {};
    if (::stat(file_.path().c_str(), &state) == 0 && state.st_size > large &&
        !canHold(state.st_blocks * blockBytes, state.st_size))
      refuse("the file", fmt::format("has {} bytes and takes {} on the disk", state.st_size, state.st_blocks * blockBytes));
  }

  void readGroup(hid_t group, const std::string& path, int depth) {
    if (depth > deepest) refuse(path, "is a group in too many others");
    std::vector<Link> links;
    if (H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, addLink, &links) < 0)
      fail(file_.path(), "read", path.empty() ? "/" : path);
    for (const Link& link : links) {
      const std::string object = path + "/" + link.name;
      if (link.info.type == H5L_TYPE_HARD)
        readObject(group, link, object, depth);
      else
        readLink(group, link, object);
    }
  }

  void readObject(hid_t group, const Link& link, const std::string& path, int depth) {
    if (!seen_.insert(addressOf(link.info)).second) refuse(path, "is a second name of something else in this file (a hard link)");
    const Id object(H5Oopen(group, link.name.c_str(), H5P_DEFAULT), H5Oclose);
    Item item;
    item.path = path;
    if (object < 0) {
      item.problem = fmt::format("cannot read {}: {}", path, lastWords());
      items_.push_back(std::move(item));
      return;
    }
    switch (H5Iget_type(object)) {
      case H5I_GROUP:
        item.kind = Item::Kind::group;
        items_.push_back(std::move(item));
        return readGroup(object, path, depth + 1);
      case H5I_DATASET:
        readData(object, item);
        items_.push_back(std::move(item));
        return;
      default:
        refuse(path, "is neither a group nor a data set");
    }
  }

  void readLink(hid_t group, const Link& link, const std::string& path) {
    if (link.info.type != H5L_TYPE_SOFT && link.info.type != H5L_TYPE_EXTERNAL) refuse(path, "is a link of a kind of its own");
    std::string value(link.info.u.val_size, '\0');
    if (H5Lget_val(group, link.name.c_str(), value.data(), value.size(), H5P_DEFAULT) < 0) fail(file_.path(), "read", path);
    Item item;
    item.kind = Item::Kind::alias;
    item.path = path;
    if (link.info.type == H5L_TYPE_SOFT) {
      item.target = value.substr(0, value.find('\0'));
    } else {
      item.kind = Item::Kind::link;
      const char *file = nullptr, *target = nullptr;
      if (H5Lunpack_elink_val(value.data(), value.size(), nullptr, &file, &target) < 0) fail(file_.path(), "read", path);
      item.file = file;
      item.target = target;
      if (!mayStandElsewhere(path) || !isPlainName(item.file) || !item.file.starts_with("mesh."))
        refuse(path, fmt::format("is a link to {} in {}", item.target, item.file));
    }
    items_.push_back(std::move(item));
  }

  /// Nothing but shape and storage is looked at: what stands elsewhere is not opened.
  void readData(hid_t data, Item& item) const {
    const Id list(H5Dget_create_plist(data), H5Pclose);
    if (list < 0) fail(file_.path(), "read", item.path);
    if (H5Pget_external_count(list) > 0) refuse(item.path, "has its values in a file that is no HDF5 file");
    const int filters = H5Pget_nfilters(list);
    for (int i = 0; i < filters; ++i) {
      unsigned flags = 0, configuration = 0;
      std::size_t none = 0;
      const H5Z_filter_t filter =
          H5Pget_filter2(list, static_cast<unsigned>(i), &flags, &none, nullptr, 0, nullptr, &configuration);
      if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_FLETCHER32)
        refuse(item.path, fmt::format("has the filter {}", static_cast<int>(filter)));
    }
    if (H5Pget_layout(list) == H5D_VIRTUAL) readPieces(list, item);
    try {
      item.info = file_.infoOf(data, item.path);
    } catch (const Error& e) {
      item.problem = e.what();
      return;
    }
    if (H5Pget_layout(list) == H5D_CHUNKED) requireSmallChunks(list, item);
    if (item.info.pieced) return;
    if (item.info.type == Type::text && item.info.bytes > largestText) refuse(item.path, "is a text of too many bytes");
    if (filters > 0 ? !canHold(item.info.storedBytes, item.info.bytes) : item.info.bytes > item.info.storedBytes)
      refuse(item.path, fmt::format("has {} rows of {} and {} bytes for them", item.info.shape.rows, item.info.shape.columns,
                                    item.info.storedBytes));
  }

  void requireSmallChunks(hid_t list, const Item& item) const {
    std::array<hsize_t, 2> chunk{1, 1};
    const int dimensions = H5Pget_chunk(list, static_cast<int>(chunk.size()), chunk.data());
    if (dimensions < 1 || dimensions > static_cast<int>(chunk.size()) || chunk[0] > largestChunk || chunk[1] > largestChunk ||
        chunk[0] * chunk[1] * bytesOf(item.info.type) > largestChunk || item.info.type == Type::text)
      refuse(item.path, "has chunks of too many bytes");
  }

  void readPieces(hid_t list, Item& item) const {
    std::size_t count = 0;
    if (H5Pget_virtual_count(list, &count) < 0) fail(file_.path(), "read", item.path);
    if (count > static_cast<std::size_t>(mostParts)) refuse(item.path, fmt::format("stands in {} files", count));
    const auto text = [](auto&& ask) {
      const ssize_t length = ask(nullptr, 0);
      std::string value(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
      if (length > 0) ask(value.data(), value.size() + 1);
      return value;
    };
    for (std::size_t i = 0; i < count; ++i) {
      item.files.push_back(text([&](char* to, std::size_t size) { return H5Pget_virtual_filename(list, i, to, size); }));
      const std::string object = text([&](char* to, std::size_t size) { return H5Pget_virtual_dsetname(list, i, to, size); });
      if (!isPlainName(item.files.back()) || item.files.back().find('%') != std::string::npos || object != item.path)
        refuse(item.path, fmt::format("has values of {} in {}", object, item.files.back()));
      // One without an end is as long as what stands there, which HDF5 looks up.
      const Id space(H5Pget_virtual_vspace(list, i), H5Sclose);
      if (space < 0) fail(file_.path(), "read", item.path);
      if (H5Sget_select_npoints(space) < 0) refuse(item.path, "has pieces without an end");
    }
  }

  /// An alias is another name of a data set that stands here: it leads to no other alias or link.
  void requireAliasesInside() const {
    std::unordered_set<std::string_view> data;
    for (const Item& item : items_)
      if (item.kind == Item::Kind::data) data.insert(item.path);
    for (const Item& item : items_)
      if (item.kind == Item::Kind::alias && !data.contains(item.target))
        refuse(item.path, fmt::format("is a link to {}, which is no data set of this file", item.target));
  }

  OpenFile& file_;
  hid_t id_;
  std::vector<Item> items_;
  std::unordered_set<Address> seen_;
};

void OpenFile::readItems() { items_ = ItemReader(*this, file_).read(); }

}  // namespace eagre::output::hdf5
