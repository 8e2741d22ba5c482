// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <utility>

#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// The version of the geometry from which something was computed.
class GeometryStamp {
 public:
  bool isOf(const Mesh& mesh) const { return version_ == mesh.geometryVersion; }
  void set(const Mesh& mesh) { version_ = mesh.geometryVersion; }
  /// True if the geometry is another one than at the last call, and at the first call.
  bool renew(const Mesh& mesh) { return std::exchange(version_, mesh.geometryVersion) != mesh.geometryVersion; }

 private:
  std::int64_t version_ = -1;
};

/// A value that is computed from the geometry of a mesh, and computed again when the geometry is another one. On a static mesh
/// get() costs one comparison of integers. The version is the same on all ranks, so that make() may be collective if get() is
/// called on all of them.
template <class T>
class Derived {
 public:
  template <class Make>
  const T& get(const Mesh& mesh, Make&& make) {
    if (!stamp_.isOf(mesh)) {
      value_ = make();
      stamp_.set(mesh);
    }
    return value_;
  }

 private:
  T value_{};
  GeometryStamp stamp_;
};

}  // namespace eagre::mesh
