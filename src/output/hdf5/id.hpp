// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <hdf5.h>

#include <filesystem>
#include <string>
#include <utility>

#include "output/hdf5/memory.hpp"

/// What the files of this folder share, the only ones that include <hdf5.h>.
namespace eagre::output::hdf5 {

/// What HDF5 says of its last failure: where it began, in its own words.
std::string lastWords();
/// Error(io) "cannot <action> <path>: <object>: <HDF5's words>".
[[noreturn]] void fail(const std::filesystem::path& path, const std::string& action, const std::string& object);

/// An identifier of HDF5 with the function that closes it; none: another Id closes it.
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
    if (id_ >= 0 && close_) close_(id_);
  }
  operator hid_t() const { return id_; }
  herr_t close() { return close_(std::exchange(id_, -1)); }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

}  // namespace eagre::output::hdf5
