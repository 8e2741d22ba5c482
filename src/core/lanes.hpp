// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/vec.hpp"

/// Components side by side in one register, for loops that gather: the three of a vector are then worked on at once, in the
/// same operations and so to the same bits as one after another. lanes() goes there, value() back; of a scalar it is the scalar.
namespace eagre {

using Lanes3 [[gnu::vector_size(32)]] = double;  ///< x, y, z, and a fourth that nobody reads

inline double lanes(double a) { return a; }
inline Lanes3 lanes(const Vec3& a) { return Lanes3{a.x, a.y, a.z, 0}; }
template <class T>
using LanesOf = decltype(lanes(T{}));

inline double laneMultiply(double a, double b) { return a * b; }
inline Lanes3 laneMultiply(Lanes3 a, Lanes3 b) { return a * b; }
inline SymmTensor laneMultiply(const SymmTensor& a, const SymmTensor& b) { return cmptMultiply(a, b); }

inline Lanes3 laneMin(Lanes3 a, Lanes3 b) { return b < a ? b : a; }
inline Lanes3 laneMax(Lanes3 a, Lanes3 b) { return a < b ? b : a; }
inline double laneMin(double a, double b) { return b < a ? b : a; }
inline double laneMax(double a, double b) { return a < b ? b : a; }

inline const SymmTensor& lanes(const SymmTensor& a) { return a; }
inline void store(const SymmTensor& a, SymmTensor& to) { to = a; }
inline void store(double a, double& to) { to = a; }
inline void store(Lanes3 a, Vec3& to) { to = {a[0], a[1], a[2]}; }

/// A gradient: that of a scalar in one register, that of a vector in one for each row.
template <class T>
struct GradientLanes;
template <>
struct GradientLanes<double> {
  Lanes3 g{};
  GradientLanes() = default;
  explicit GradientLanes(const Vec3& a) : g(lanes(a)) {}
  void addOuter(const Vec3& S, double value) { g += lanes(S) * value; }
  void subtractOuter(const Vec3& S, double value) { g -= lanes(S) * value; }
  void operator/=(double s) { g /= s; }
  double dotFrom(const Vec3& d) const { return d.x * g[0] + d.y * g[1] + d.z * g[2]; }
  void store(Vec3& to) const { eagre::store(g, to); }
};
template <>
struct GradientLanes<Vec3> {
  Lanes3 x{}, y{}, z{};
  GradientLanes() = default;
  explicit GradientLanes(const Tensor& a) : x{a.xx, a.xy, a.xz, 0}, y{a.yx, a.yy, a.yz, 0}, z{a.zx, a.zy, a.zz, 0} {}
  void addOuter(const Vec3& S, Lanes3 value) {
    x += S.x * value;
    y += S.y * value;
    z += S.z * value;
  }
  void subtractOuter(const Vec3& S, Lanes3 value) {
    x -= S.x * value;
    y -= S.y * value;
    z -= S.z * value;
  }
  void operator/=(double s) {
    x /= s;
    y /= s;
    z /= s;
  }
  /// d . gradient
  Lanes3 dotFrom(const Vec3& d) const { return d.x * x + d.y * y + d.z * z; }
  void store(Tensor& to) const { to = {x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]}; }
};

template <>
struct GradientLanes<SymmTensor> {
  SymmTensorGradient g{};
  GradientLanes() = default;
  explicit GradientLanes(const SymmTensorGradient& a) : g(a) {}
  void addOuter(const Vec3& S, const SymmTensor& value) {
    g.x += S.x * value;
    g.y += S.y * value;
    g.z += S.z * value;
  }
  void subtractOuter(const Vec3& S, const SymmTensor& value) { addOuter(-S, value); }
  void operator/=(double s) {
    g.x /= s;
    g.y /= s;
    g.z /= s;
  }
  SymmTensor dotFrom(const Vec3& d) const { return d.x * g.x + d.y * g.y + d.z * g.z; }
  void store(SymmTensorGradient& to) const { to = g; }
};

}  // namespace eagre
