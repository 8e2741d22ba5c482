// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fv/fields/field.hpp"
#include "mesh/derived.hpp"

namespace eagre::fv {

/// The last gradient that a scheme made of a field, for others that ask for the same one. A limited gradient costs many times
/// what it takes to see that the field has not changed since: momentum, turbulence and corrections ask for grad(U) up to seven
/// times in a step, and get it once.
template <class T>
class KeptGradient {
 public:
  /// Copies owned cells and ghosts of the gradient to `to` if it is that of the field as it is now: the same mesh, and the same
  /// values to the last bit.
  bool get(const VolField<T>& field, std::span<Gradient<T>> to) const {
    if (field_ != &field || !mesh_.isOf(field.mesh()) || !same(cells_, field.cells()) || !same(boundary_, field.boundary()))
      return false;
    std::copy(gradient_.begin(), gradient_.end(), to.begin());
    return true;
  }
  void set(const VolField<T>& field, std::span<const Gradient<T>> gradient) {
    field_ = &field;
    mesh_.set(field.mesh());
    cells_ = field.cells();
    boundary_ = field.boundary();
    gradient_.assign(gradient.begin(), gradient.end());
  }

 private:
  static bool same(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
  }
  const VolField<T>* field_ = nullptr;
  mesh::GeometryStamp mesh_;
  std::vector<T> cells_, boundary_;
  std::vector<Gradient<T>> gradient_;
};

/// The kept gradients of a simulation, by the words of their scheme; each lives as long as somebody holds it. And what schemes
/// make of the mesh alone.
class KeptGradients {
 public:
  /// What all schemes of these words share because it belongs to the mesh, as stencils and the vectors of least squares do. It
  /// is made empty and lives as long as the simulation: a scheme that is made for one correction finds it filled.
  template <class Shared>
  std::shared_ptr<Shared> ofMesh(const std::string& words) {
    std::shared_ptr<void>& known = ofMesh_[words];
    if (!known) known = std::make_shared<Shared>();
    return std::static_pointer_cast<Shared>(known);
  }
  template <class T>
  std::shared_ptr<KeptGradient<T>> of(const std::string& words) {
    std::weak_ptr<KeptGradient<T>>& known = all(static_cast<const T*>(nullptr))[words];
    auto kept = known.lock();
    if (!kept) known = kept = std::make_shared<KeptGradient<T>>();
    return kept;
  }

 private:
  template <class T>
  using ByWords = std::map<std::string, std::weak_ptr<KeptGradient<T>>>;
  ByWords<double>& all(const double*) { return scalars_; }
  ByWords<Vec3>& all(const Vec3*) { return vectors_; }
  ByWords<double> scalars_;
  ByWords<Vec3> vectors_;
  std::map<std::string, std::shared_ptr<void>> ofMesh_;
};

}  // namespace eagre::fv
