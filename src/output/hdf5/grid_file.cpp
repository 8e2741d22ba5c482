// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/grid_file.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "output/hdf5/places.hpp"
#include "output/hdf5/placing_driver.hpp"

namespace eagre::output::hdf5 {

namespace {

/// A chunk: its first point, and the bytes that it takes.
struct Head {
  std::array<std::int64_t, 4> first;
  std::int64_t bytes;
};

}  // namespace

struct GridFile::Impl {
  std::filesystem::path path;
  comm::Communicator communicator;
  std::unique_ptr<SharedFile> shared{};  ///< of several ranks
  Id file{};                             ///< rank 0's, as is the next
  Id data{};                             ///< of the variable that is being written
  std::string variable{};
  // Of several ranks: chunks of this one, until all ranks have theirs.
  std::vector<Head> heads{};
  std::vector<std::byte> bytes{};

  Id hold(hid_t id, Id::Close close, const std::string& object = {}) const {
    if (id < 0) fail(path, "write", object);
    return {id, close};
  }
  void require(herr_t result, const std::string& object) const {
    if (result < 0) fail(path, "write", object);
  }
  template <class F>
  void onMaster(F&& f) {
    agree(communicator, [&] {
      if (communicator.master()) f();
    });
  }
  Id openData(const std::string& variable) const {
    return hold(H5Dopen2(file, variable.c_str(), H5P_DEFAULT), H5Dclose, variable);
  }
  void setTimes(hid_t of, const std::string& name, std::size_t times) const;
  void requireFilters(int deflate) const;
  void writeChunk(const Head& head, const void* from) const {
    std::array<hsize_t, 4> offset{};
    std::copy(head.first.begin(), head.first.end(), offset.begin());
    require(H5Dwrite_chunk(data, H5P_DEFAULT, 0, offset.data(), static_cast<std::size_t>(head.bytes), from), variable);
  }
};

/// A variable has times; never less than before.
void GridFile::Impl::setTimes(hid_t of, const std::string& name, std::size_t times) const {
  const Id space = hold(H5Dget_space(of), H5Sclose, name);
  std::array<hsize_t, 4> extent{};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 1 || rank > static_cast<int>(extent.size())) fail(path, "write", name);
  H5Sget_simple_extent_dims(space, extent.data(), nullptr);
  if (extent[0] >= times) return;
  extent[0] = times;
  require(H5Dset_extent(of, extent.data()), name);
}

/// NetCDF chooses their order, which another version of it might change.
void GridFile::Impl::requireFilters(int deflate) const {
  std::vector<H5Z_filter_t> expected{H5Z_FILTER_FLETCHER32}, found;
  if (deflate > 0) expected.insert(expected.end(), {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE});
  const Id list = hold(H5Dget_create_plist(data), H5Pclose, variable);
  for (int i = 0; i < H5Pget_nfilters(list); ++i) {
    unsigned flags = 0;
    std::size_t none = 0;
    found.push_back(H5Pget_filter2(list, static_cast<unsigned>(i), &flags, &none, nullptr, 0, nullptr, nullptr));
  }
  if (found != expected)
    throw Error(fmt::format("cannot write {}: {}: this NetCDF library sets filters in an order that is not known here",
                            path.string(), variable),
                ExitCode::io);
}

GridFile::GridFile(const std::filesystem::path& path, const comm::Communicator& communicator, const Hints& hints)
    : impl_(std::make_unique<Impl>(Impl{path, communicator})) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  impl_->onMaster([&] {
    const Id list = impl_->hold(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fclose_degree(list, H5F_CLOSE_STRONG);
    impl_->require(choosePlacingDriver(list), {});
    Id opened = impl_->hold(H5Fopen(path.c_str(), H5F_ACC_RDWR, list), H5Fclose);
    impl_->file = std::move(opened);
  });
  if (communicator.parallel()) impl_->shared = std::make_unique<SharedFile>(path, communicator, hints);
}

GridFile::~GridFile() {
  impl_->shared.reset();
  if (impl_->file >= 0) giveUp(impl_->file);
}

void GridFile::writeNumber(const std::string& variable, std::size_t i, double number) {
  impl_->onMaster([&] {
    const Id list = impl_->openData(variable);
    impl_->setTimes(list, variable, i + 1);
    const hsize_t start = i, one = 1;
    const Id inFile = impl_->hold(H5Dget_space(list), H5Sclose, variable),
             inMemory = impl_->hold(H5Screate_simple(1, &one, nullptr), H5Sclose, variable);
    impl_->require(H5Sselect_hyperslab(inFile, H5S_SELECT_SET, &start, nullptr, &one, nullptr), variable);
    impl_->require(H5Dwrite(list, H5T_NATIVE_DOUBLE, inMemory, inFile, H5P_DEFAULT, &number), variable);
  });
}

void GridFile::begin(const std::string& variable, std::size_t times, int deflate) {
  impl_->variable = variable;
  impl_->heads.clear();
  impl_->bytes.clear();
  impl_->onMaster([&] {
    Id opened = impl_->openData(variable);
    impl_->data = std::move(opened);
    impl_->requireFilters(deflate);
    impl_->setTimes(impl_->data, variable, times);
  });
}

void GridFile::put(const std::array<std::int64_t, 4>& first, std::span<const std::byte> bytes) {
  const Head head{first, static_cast<std::int64_t>(bytes.size())};
  if (!impl_->shared) return impl_->writeChunk(head, bytes.data());
  impl_->heads.push_back(head);
  impl_->bytes.insert(impl_->bytes.end(), bytes.begin(), bytes.end());
}

void GridFile::end() {
  if (!impl_->shared) return;
  std::string failure;
  const auto counts = impl_->communicator.allGather(static_cast<std::int64_t>(impl_->heads.size()));
  const auto places = placeTogether(impl_->communicator, impl_->heads, counts, [&](std::span<const Head> all) {
    std::vector<std::int64_t> made;
    const OnlyPlace only(impl_->file);
    try {
      for (const Head& head : all) {
        impl_->writeChunk(head, &head);  // what is there is not written
        made.push_back(only.last());
      }
    } catch (const std::exception& e) {
      failure = e.what();
      made.clear();
    }
    return made;
  });
  impl_->shared->write(impl_->bytes, runsOf(impl_->heads, places));
  throwOnAll(impl_->communicator, failure.empty() ? impl_->shared->failure() : failure);
}

void GridFile::close() {
  if (impl_->shared) {
    impl_->shared->close();
    throwOnAll(impl_->communicator, impl_->shared->failure());
  }
  impl_->onMaster([&] {
    impl_->data = {};
    // What is still on its way goes out here; a file that cannot take it is given up.
    impl_->require(H5Fflush(impl_->file, H5F_SCOPE_GLOBAL), {});
    if (const std::string failure = closeFile(impl_->file); !failure.empty())
      throw Error(fmt::format("cannot write {}: {}", impl_->path.string(), failure), ExitCode::io);
  });
}

}  // namespace eagre::output::hdf5
