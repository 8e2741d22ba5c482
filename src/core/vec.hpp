// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/types.hpp"

/// Three-dimensional vectors and second-rank tensors, as plain aggregates of doubles that can be sent, written
/// and viewed as arrays of components.
namespace eagre {

struct Vec3 {
  double x = 0, y = 0, z = 0;
  constexpr double& operator[](int i) { return (&x)[i]; }
  constexpr const double& operator[](int i) const { return (&x)[i]; }
  constexpr Vec3& operator+=(const Vec3& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
  constexpr Vec3& operator-=(const Vec3& b) {
    x -= b.x;
    y -= b.y;
    z -= b.z;
    return *this;
  }
  constexpr Vec3& operator*=(double s) {
    x *= s;
    y *= s;
    z *= s;
    return *this;
  }
  constexpr Vec3& operator/=(double s) {
    x /= s;
    y /= s;
    z /= s;
    return *this;
  }
  constexpr bool operator==(const Vec3&) const = default;
};

/// Symmetric tensor, components in OpenFOAM's order.
struct SymmTensor {
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
  constexpr double& operator[](int i) { return (&xx)[i]; }
  constexpr const double& operator[](int i) const { return (&xx)[i]; }
  constexpr SymmTensor& operator+=(const SymmTensor& b) {
    for (int i = 0; i < 6; ++i) (*this)[i] += b[i];
    return *this;
  }
  constexpr SymmTensor& operator-=(const SymmTensor& b) {
    for (int i = 0; i < 6; ++i) (*this)[i] -= b[i];
    return *this;
  }
  constexpr SymmTensor& operator*=(double s) {
    for (int i = 0; i < 6; ++i) (*this)[i] *= s;
    return *this;
  }
  constexpr SymmTensor& operator/=(double s) {
    for (int i = 0; i < 6; ++i) (*this)[i] /= s;
    return *this;
  }
  constexpr bool operator==(const SymmTensor&) const = default;
};

/// General tensor T_ij, row-major as in OpenFOAM: for a velocity gradient, (grad U)_ij = d U_j / d x_i.
struct Tensor {
  double xx = 0, xy = 0, xz = 0, yx = 0, yy = 0, yz = 0, zx = 0, zy = 0, zz = 0;
  constexpr double& operator[](int i) { return (&xx)[i]; }
  constexpr const double& operator[](int i) const { return (&xx)[i]; }
  constexpr double& operator()(int i, int j) { return (&xx)[3 * i + j]; }
  constexpr const double& operator()(int i, int j) const { return (&xx)[3 * i + j]; }
  constexpr Tensor& operator+=(const Tensor& b) {
    for (int i = 0; i < 9; ++i) (*this)[i] += b[i];
    return *this;
  }
  constexpr Tensor& operator-=(const Tensor& b) {
    for (int i = 0; i < 9; ++i) (*this)[i] -= b[i];
    return *this;
  }
  constexpr Tensor& operator*=(double s) {
    for (int i = 0; i < 9; ++i) (*this)[i] *= s;
    return *this;
  }
  constexpr Tensor& operator/=(double s) {
    for (int i = 0; i < 9; ++i) (*this)[i] /= s;
    return *this;
  }
  constexpr bool operator==(const Tensor&) const = default;
};

template <class T>
struct Components : std::integral_constant<int, 1> {};
template <>
struct Components<Vec3> : std::integral_constant<int, 3> {};
template <>
struct Components<SymmTensor> : std::integral_constant<int, 6> {};
template <>
struct Components<Tensor> : std::integral_constant<int, 9> {};
/// Number of scalar components of a value type.
template <class T>
inline constexpr int nComponents = Components<T>::value;

template <class T>
concept Composite = (nComponents<T> > 1);

template <Composite T>
constexpr T operator+(T a, const T& b) {
  return a += b;
}
template <Composite T>
constexpr T operator-(T a, const T& b) {
  return a -= b;
}
template <Composite T>
constexpr T operator-(const T& a) {
  return T{} - a;
}
template <Composite T>
constexpr T operator*(T a, double s) {
  return a *= s;
}
template <Composite T>
constexpr T operator*(double s, T a) {
  return a *= s;
}
template <Composite T>
constexpr T operator/(T a, double s) {
  return a /= s;
}

/// Access to component i of a scalar, vector or tensor alike.
constexpr double& component(double& a, int) { return a; }
constexpr const double& component(const double& a, int) { return a; }
template <Composite T>
constexpr double& component(T& a, int i) {
  return a[i];
}
template <Composite T>
constexpr const double& component(const T& a, int i) {
  return a[i];
}

/// A value with every component equal to s.
template <class T>
constexpr T uniformValue(double s) {
  T r{};
  for (int i = 0; i < nComponents<T>; ++i) component(r, i) = s;
  return r;
}

constexpr double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
/// (a . T)_j = a_i T_ij
[[gnu::always_inline]] constexpr Vec3 dot(const Vec3& a, const Tensor& t) {
  return {a.x * t.xx + a.y * t.yx + a.z * t.zx, a.x * t.xy + a.y * t.yy + a.z * t.zy, a.x * t.xz + a.y * t.yz + a.z * t.zz};
}
/// (T . a)_i = T_ij a_j
[[gnu::always_inline]] constexpr Vec3 dot(const Tensor& t, const Vec3& a) {
  return {t.xx * a.x + t.xy * a.y + t.xz * a.z, t.yx * a.x + t.yy * a.y + t.yz * a.z, t.zx * a.x + t.zy * a.y + t.zz * a.z};
}
constexpr Vec3 dot(const SymmTensor& t, const Vec3& a) {
  return {t.xx * a.x + t.xy * a.y + t.xz * a.z, t.xy * a.x + t.yy * a.y + t.yz * a.z, t.xz * a.x + t.yz * a.y + t.zz * a.z};
}
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Outer product (a b)_ij = a_i b_j
[[gnu::always_inline]] constexpr Tensor outer(const Vec3& a, const Vec3& b) {
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y, a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z};
}
constexpr Vec3 outer(const Vec3& a, double b) { return a * b; }
constexpr double outer(double a, double b) { return a * b; }
constexpr SymmTensor sqr(const Vec3& a) { return {a.x * a.x, a.x * a.y, a.x * a.z, a.y * a.y, a.y * a.z, a.z * a.z}; }
constexpr double sqr(double a) { return a * a; }

constexpr double magSqr(double a) { return a * a; }
template <Composite T>
constexpr double magSqr(const T& a) {
  double s = 0;
  for (int i = 0; i < nComponents<T>; ++i) s += a[i] * a[i];
  return s;
}
constexpr double magSqr(const SymmTensor& a) {
  return a.xx * a.xx + 2 * a.xy * a.xy + 2 * a.xz * a.xz + a.yy * a.yy + 2 * a.yz * a.yz + a.zz * a.zz;
}
inline double mag(double a) { return std::abs(a); }
template <Composite T>
inline double mag(const T& a) {
  return std::sqrt(magSqr(a));
}
inline Vec3 normalised(const Vec3& a) { return a / (mag(a) + vSmall); }

constexpr Tensor transpose(const Tensor& t) { return {t.xx, t.yx, t.zx, t.xy, t.yy, t.zy, t.xz, t.yz, t.zz}; }
constexpr double trace(const Tensor& t) { return t.xx + t.yy + t.zz; }
/// Symmetric part (T + T^t)/2
constexpr SymmTensor symm(const Tensor& t) {
  return {t.xx, 0.5 * (t.xy + t.yx), 0.5 * (t.xz + t.zx), t.yy, 0.5 * (t.yz + t.zy), t.zz};
}
constexpr double trace(const SymmTensor& t) { return t.xx + t.yy + t.zz; }
/// T - tr(T)/3 I
constexpr SymmTensor dev(SymmTensor t) {
  const double s = trace(t) / 3.0;
  t.xx -= s;
  t.yy -= s;
  t.zz -= s;
  return t;
}
/// A_ij B_ij
constexpr double doubleDot(const SymmTensor& a, const SymmTensor& b) {
  return a.xx * b.xx + a.yy * b.yy + a.zz * b.zz + 2 * (a.xy * b.xy + a.xz * b.xz + a.yz * b.yz);
}
/// (A . B)_ij = A_ik B_kj
constexpr Tensor dot(const Tensor& a, const Tensor& b) {
  Tensor r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  return r;
}
/// T - (2/3) tr(T) I: the part of a velocity gradient that makes the deviatoric stress of twice its symmetric part.
constexpr Tensor dev2(Tensor t) {
  const double s = (2.0 / 3.0) * trace(t);
  t.xx -= s;
  t.yy -= s;
  t.zz -= s;
  return t;
}
/// A value turned by r: a number stays, r . a, r . S . r^t.
constexpr double rotate(const Tensor&, double a) { return a; }
constexpr Vec3 rotate(const Tensor& r, const Vec3& a) { return dot(r, a); }
constexpr SymmTensor rotate(const Tensor& r, const SymmTensor& a) {
  const Vec3 rows[3]{{r.xx, r.xy, r.xz}, {r.yx, r.yy, r.yz}, {r.zx, r.zy, r.zz}};
  const auto at = [&](int i, int j) { return dot(rows[i], dot(a, rows[j])); };
  return {at(0, 0), at(0, 1), at(0, 2), at(1, 1), at(1, 2), at(2, 2)};
}
inline Tensor identityTensor() { return {1, 0, 0, 0, 1, 0, 0, 0, 1}; }

constexpr double cmptMultiply(double a, double b) { return a * b; }
template <Composite T>
constexpr T cmptMultiply(T a, const T& b) {
  for (int i = 0; i < nComponents<T>; ++i) a[i] *= b[i];
  return a;
}
/// Arithmetic mean of the components.
constexpr double cmptAv(double a) { return a; }
template <Composite T>
constexpr double cmptAv(const T& a) {
  double s = 0;
  for (int i = 0; i < nComponents<T>; ++i) s += a[i];
  return s / nComponents<T>;
}
constexpr double cmptMin(double a, double b) { return std::min(a, b); }
constexpr double cmptMax(double a, double b) { return std::max(a, b); }
template <Composite T>
constexpr T cmptMin(T a, const T& b) {
  for (int i = 0; i < nComponents<T>; ++i) a[i] = std::min(a[i], b[i]);
  return a;
}
template <Composite T>
constexpr T cmptMax(T a, const T& b) {
  for (int i = 0; i < nComponents<T>; ++i) a[i] = std::max(a[i], b[i]);
  return a;
}

/// Type of the gradient of a field of T.
template <class T>
struct GradientOf;
template <>
struct GradientOf<double> {
  using type = Vec3;
};
template <>
struct GradientOf<Vec3> {
  using type = Tensor;
};
/// d S_jk/d x_i for each i.
struct SymmTensorGradient {
  SymmTensor x, y, z;
};
template <>
struct GradientOf<SymmTensor> {
  using type = SymmTensorGradient;
};
template <class T>
using Gradient = typename GradientOf<T>::type;

}  // namespace eagre
