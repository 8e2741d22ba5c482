// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <utility>

#include "output/hdf5/chunks.hpp"
#include "output/hdf5/hdf5.hpp"
#include "output/hdf5/id.hpp"
#include "output/hdf5/short_path.hpp"

namespace eagre::output::hdf5 {

/// A file as HDF5 knows it. Made: by one rank, with places for values that HDF5 does not write (NewFile). Opened for reading: by
/// one, or by all together.
class OpenFile final : public File {
 public:
  OpenFile(std::filesystem::path path, const comm::Communicator& communicator);
  ~OpenFile() override;
  void create();
  void open(Access access);

  const std::filesystem::path& path() const override { return path_; }
  void close() override;
  void reserve(std::int64_t bytes) override;
  Hints hintsInForce() override { return {}; }
  void makeGroup(const std::string& group) override;
  void link(const std::string& object, const std::string& file, const std::string& target) override;
  void alias(const std::string& object, const std::string& target) override;
  bool exists(const std::string& object) override;
  bool isGroup(const std::string& object) override;
  std::vector<std::string> names(const std::string& group) override;
  const std::vector<Item>& items() override { return items_; }
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
  void writeParts(std::span<Part> parts) override;  ///< is for new files: Error
  void writeWhole(const std::string& object, std::span<const std::byte> rows) override { write(object, 0, rows); }
  void read(const std::string& object, std::int64_t firstRow, std::span<std::byte> rows) override;
  void read(const std::string& object, std::int64_t firstRow, std::span<double> values) override;
  void writeText(const std::string& object, const std::string& text) override;
  std::string readText(const std::string& object) override;

  /// Of a data set that is open.
  DataInfo infoOf(hid_t data, const std::string& object) const;
  /// Where in the file the values of a contiguous data set begin, with the room that they take.
  std::int64_t makePlace(const std::string& object);
  /// Where these chunks of a data set go: room is made for each.
  std::vector<std::int64_t> makePlaces(const std::string& object, std::span<const ChunkHead> chunks);

 private:
  [[noreturn]] void fail(const std::string& action, const std::string& object) const { hdf5::fail(path_, action, object); }
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
    if (const hid_t made = madeHere(object); made >= 0) return {made, nullptr};
    return hold(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose, action, object);
  }
  Id openData(const std::string& object, const char* action) const {
    if (const hid_t made = madeHere(object); made >= 0) return {made, nullptr};
    return hold(H5Dopen2(file_, object.c_str(), H5P_DEFAULT), H5Dclose, action, object);
  }
  hid_t madeHere(const std::string& object) const {
    const auto made = made_.find(object);
    return made == made_.end() ? H5I_INVALID_HID : hid_t{made->second};
  }
  /// Where an object is to be made: a group, and its name in it.
  std::pair<hid_t, const char*> placeOf(const std::string& object) const {
    const auto name = object.rfind('/') + 1;
    const hid_t group = name > 1 ? madeHere(object.substr(0, name - 1)) : H5I_INVALID_HID;
    return group >= 0 ? std::pair{group, object.c_str() + name} : std::pair{hid_t{file_}, object.c_str()};
  }
  /// A new data set, which stays open.
  hid_t makeDataSet(const std::string& object, hid_t type, hid_t space, hid_t list);
  Id openAttribute(const std::string& object, const std::string& name) const {
    return hold(H5Aopen_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "read",
                object + ", attribute " + name);
  }
  void readItems();
  template <class T>
  T number(const std::string& object, const std::string& name, hid_t type) const;
  Shape shapeOf(hid_t data, const std::string& object) const;
  /// Selects these rows of a data set and hands the two data spaces to transfer; none if there are no rows.
  template <class F>
  void withRows(hid_t data, const std::string& object, std::int64_t firstRow, std::size_t count, F&& transfer) const;

  std::filesystem::path path_;
  ShortPath shortPath_;
  comm::Communicator communicator_;
  Id file_;
  bool isNew_ = false, changes_ = false;
  /// Groups and data sets that have been made here stay open: HDF5's ways to an object by its name are slow.
  std::map<std::string, Id> made_;
  std::vector<Item> items_;
  Id groupList_;                             ///< how groups are made
  std::map<std::string, ChunkLayout> data_;  ///< rows 0: contiguous; others are encoded here, too
};

/// HDF5's type of the values of a data set.
hid_t nativeType(Type type);

}  // namespace eagre::output::hdf5
