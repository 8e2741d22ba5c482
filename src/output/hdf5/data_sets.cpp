// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/error.hpp"
#include "output/hdf5/open_file.hpp"
#include "output/hdf5/placing_driver.hpp"

namespace eagre::output::hdf5 {

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

Id OpenFile::transferList() const {
  Id list = hold(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "open");
  if (communicator_.parallel()) require(H5Pset_dxpl_mpio(list, H5FD_MPIO_COLLECTIVE), "open");
  return list;
}

hid_t OpenFile::makeDataSet(const std::string& object, hid_t type, hid_t space, hid_t list) {
  const auto [at, name] = placeOf(object);
  return made_[object] =
             hold(H5Dcreate2(at, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT), H5Dclose, "make a data set in", object);
}

void OpenFile::makeData(const std::string& object, Type type, Shape shape, Storage storage) {
  const int rank = shape.columns > 1 ? 2 : 1;
  const std::array<hsize_t, 2> extent{static_cast<hsize_t>(shape.rows), static_cast<hsize_t>(shape.columns)};
  const Id space = hold(H5Screate_simple(rank, extent.data(), nullptr), H5Sclose, "write", object);
  const Id list = hold(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "write", object);
  H5Pset_fill_time(list, H5D_FILL_TIME_NEVER);
  ChunkLayout layout{type, shape, std::min(storage.chunkRows, shape.rows), storage.deflate};
  if (layout.deflate == 0) layout.rows = 0;
  if (layout.rows > 0) {
    const std::array<hsize_t, 2> chunk{static_cast<hsize_t>(layout.rows), 1};
    require(H5Pset_chunk(list, rank, chunk.data()), "write", object);
    require(H5Pset_shuffle(list), "write", object);
    require(H5Pset_deflate(list, static_cast<unsigned>(storage.deflate)), "write", object);
  } else {
    require(H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY), "write", object);
  }
  makeDataSet(object, nativeType(type), space, list);
  data_[object] = layout;
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
  makeDataSet(object, nativeType(type), space, list);
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

DataInfo OpenFile::info(const std::string& object) { return infoOf(openData(object, "read"), object); }

DataInfo OpenFile::infoOf(hid_t data, const std::string& object) const {
  const Id stored = hold(H5Dget_type(data), H5Tclose, "read", object);
  const Id list = hold(H5Dget_create_plist(data), H5Pclose, "read", object);
  DataInfo info;
  info.shape = shapeOf(data, object);
  info.pieced = H5Pget_layout(list) == H5D_VIRTUAL;
  if (!info.pieced) info.storedBytes = static_cast<std::int64_t>(H5Dget_storage_size(data));
  const auto each = static_cast<std::int64_t>(H5Tget_size(stored));
  if (__builtin_mul_overflow(info.shape.rows, info.shape.columns * each, &info.bytes) || info.shape.rows < 0)
    throw Error(fmt::format("cannot read {}: {} has too many rows", path_.string(), object), ExitCode::io);
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
  if (firstRow < 0 || static_cast<std::int64_t>(start[0] + size[0]) > shape.rows || size[0] * size[1] != count)
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

namespace {

/// Where a chunk begins in its data set.
std::array<hsize_t, 2> offsetOf(const ChunkHead& chunk) {
  return {static_cast<hsize_t>(chunk.row), static_cast<hsize_t>(chunk.column)};
}

}  // namespace

void OpenFile::write(const std::string& object, std::int64_t firstRow, std::span<const std::byte> rows) {
  const auto made = data_.find(object);
  ChunkLayout layout;
  if (made != data_.end()) {
    layout = made->second;
  } else {
    const DataInfo there = info(object);
    layout = {there.type, there.shape};
  }
  const std::size_t count = rows.size() / bytesOf(layout.type);
  const auto countRows = static_cast<std::int64_t>(count) / std::max(layout.shape.columns, 1);
  const Id data = openData(object, "write"), list = transferList();
  if (layout.rows > 0 && firstRow + countRows <= layout.shape.rows && areWholeChunks(layout, firstRow, countRows)) {
    ChunkRows{layout}(firstRow, rows, [&](const ChunkHead& head, std::span<const std::byte> bytes) {
      require(H5Dwrite_chunk(data, list, 0, offsetOf(head).data(), bytes.size(), bytes.data()), "write", object);
    });
    return;
  }
  withRows(data, object, firstRow, count, [&](hid_t inMemory, hid_t inFile) {
    require(H5Dwrite(data, nativeType(layout.type), inMemory, inFile, list, rows.data()), "write", object);
  });
}

void OpenFile::writeParts(std::span<Part> parts) {
  throw Error(fmt::format("{}: {} parts are for a file that is being made", path_.string(), parts.size()));
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

std::int64_t OpenFile::makePlace(const std::string& object) {
  const Id data = openData(object, "write");
  const haddr_t place = H5Dget_offset(data);
  if (place == HADDR_UNDEF) fail("write", object);
  return static_cast<std::int64_t>(place);
}

std::vector<std::int64_t> OpenFile::makePlaces(const std::string& object, std::span<const ChunkHead> chunks) {
  const Id data = openData(object, "write");
  std::vector<std::int64_t> places;
  const OnlyPlace only(file_);
  for (const ChunkHead& chunk : chunks) {
    require(H5Dwrite_chunk(data, H5P_DEFAULT, 0, offsetOf(chunk).data(), static_cast<std::size_t>(chunk.bytes), &chunk), "write",
            object);
    places.push_back(only.last());
  }
  return places;
}

}  // namespace eagre::output::hdf5
