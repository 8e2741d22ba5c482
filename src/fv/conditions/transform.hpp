// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "fv/conditions/condition.hpp"
#include "mesh/derived.hpp"

namespace eagre::fv::conditions {

/// Base of the conditions that turn the cell's value: the face value is a linear map of P that mixes components. The
/// diagonal of the map goes to the matrix, the rest to the source,
///     valueInternal = 1 - d,   gradientInternal = -d deltaCoeffs,
/// with d of each face and component from mask(). A scalar is not turned: d = 0 and everything is as for zeroGradient
/// except what is left over, which goes to the source.
template <class T>
class Transform : public Condition<T> {
 public:
  using Condition<T>::Condition;
  void valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  void gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  bool standingGradientCoeffs() const override { return nComponents<T> == 1; }
  void snGrad(const VolField<T>& field, std::span<T> gradient) const override = 0;
  void write(const VolField<T>&, ConditionWriter& out) const override { this->writeType(out); }

 protected:
  /// Face values from the present cell values.
  virtual void turned(const VolField<T>& field, std::span<T> values) const = 0;
  /// d of each face and component; called for vectors and tensors only.
  virtual void mask(const VolField<T>& field, std::span<T> d) const = 0;
  void faceValues(const VolField<T>& field, std::span<T> values) final {
    see(field.mesh());
    turned(field, values);
  }
  /// Takes what is derived of the patch as a whole, if the mesh has moved. Collective.
  virtual void see(const mesh::Mesh&) {}
};

/// (I - n n) . a: the part of a tangential to the face; a scalar is left alone.
inline Vec3 tangential(const Vec3& n, const Vec3& a) { return a - n * dot(n, a); }
inline double tangential(const Vec3&, double a) { return a; }
/// (I - 2 n n) . a: a mirrored.
inline Vec3 mirrored(const Vec3& n, const Vec3& a) { return a - 2.0 * n * dot(n, a); }
inline double mirrored(const Vec3&, double a) { return a; }
inline SymmTensor mirrored(const Vec3& n, const SymmTensor& a) {
  return rotate({1 - 2 * n.x * n.x, -2 * n.x * n.y, -2 * n.x * n.z, -2 * n.x * n.y, 1 - 2 * n.y * n.y, -2 * n.y * n.z,
                 -2 * n.x * n.z, -2 * n.y * n.z, 1 - 2 * n.z * n.z},
                a);
}
/// The part of a mirror or turn that the matrix takes of each component, from that of the components of a vector.
inline Vec3 maskOf(const Vec3& d, Vec3) { return d; }
inline SymmTensor maskOf(const Vec3& d, SymmTensor) { return sqr(d); }
/// |n_i| as the diagonal of a mirror.
inline Vec3 mirrorMask(const Vec3& n, Vec3) { return {std::abs(n.x), std::abs(n.y), std::abs(n.z)}; }
inline SymmTensor mirrorMask(const Vec3& n, SymmTensor) { return maskOf(mirrorMask(n, Vec3{}), SymmTensor{}); }
inline double mirrorMask(const Vec3&, double) { return 0; }

/// Mirror at the face: value = (P + mirrored P)/2. Serves symmetry and slip, with the normal of each face, and symmetryPlane,
/// with one normal for the whole patch, the mean of its faces' as the mesh is at the last evaluation.
template <class T>
class Symmetry : public Transform<T> {
 public:
  using Transform<T>::Transform;
  void snGrad(const VolField<T>& field, std::span<T> gradient) const override;

 protected:
  void turned(const VolField<T>& field, std::span<T> values) const override;
  void mask(const VolField<T>& field, std::span<T> d) const override;
  std::optional<Vec3> planeNormal_;

 private:
  Vec3 normal(const PatchFaces& faces, Label i) const { return planeNormal_ ? *planeNormal_ : faces.normal(i); }
};

template <class T>
class SymmetryPlane : public Symmetry<T> {
 public:
  explicit SymmetryPlane(const Source& source) : Symmetry<T>(source) { take(source.context.mesh); }
  SymmetryPlane(const mesh::Mesh& mesh, const mesh::Patch& patch) : Symmetry<T>("symmetryPlane", patch) { take(mesh); }

 private:
  void see(const mesh::Mesh& mesh) override { take(mesh); }
  void take(const mesh::Mesh& mesh) {
    if (nComponents < T >> 1 && seen_.renew(mesh)) this->planeNormal_ = meanNormal(mesh, this->patch());
  }
  mesh::GeometryStamp seen_;
};

/// Side of an axisymmetric wedge: the cell's vector turned about the axis into the side's plane, faceT . P; the gradient
/// is half the difference to the cell behind the side, cellT . P, with
/// cellT = faceT . faceT. A scalar is left alone. The plane is that of the mesh at the last evaluation.
template <class T>
class Wedge : public Transform<T> {
 public:
  explicit Wedge(const Source& source) : Transform<T>(source) { take(source.context.mesh); }
  Wedge(const mesh::Mesh& mesh, const mesh::Patch& patch) : Transform<T>("wedge", patch) { take(mesh); }
  void snGrad(const VolField<T>& field, std::span<T> gradient) const override;

 protected:
  void turned(const VolField<T>& field, std::span<T> values) const override;
  void mask(const VolField<T>& field, std::span<T> d) const override;

 private:
  void see(const mesh::Mesh& mesh) override { take(mesh); }
  void take(const mesh::Mesh& mesh) {
    if (nComponents < T >> 1 && seen_.renew(mesh)) turn_ = wedgeTurn(mesh, this->patch());
  }
  WedgeTurn turn_;
  mesh::GeometryStamp seen_;
};

/// The faces of an empty patch carry no values: nothing to do.
template <class T>
class Empty : public Condition<T> {
 public:
  explicit Empty(const Source& source) : Condition<T>(source) {}
  explicit Empty(const mesh::Patch& patch) : Condition<T>("empty", patch) {}
  void valueCoeffs(const VolField<T>&, std::span<T>, std::span<T>) const override {}
  void gradientCoeffs(const VolField<T>&, std::span<T>, std::span<T>) const override {}
  bool standingGradientCoeffs() const override { return true; }
  void snGrad(const VolField<T>&, std::span<T>) const override {}
  void write(const VolField<T>&, ConditionWriter& out) const override { this->writeType(out); }

 protected:
  void faceValues(const VolField<T>&, std::span<T>) override {}
};

/// The condition that a patch of a constraint type must have (empty, wedge, symmetry, symmetryPlane); null if `patch` is of
/// another type.
template <class T>
std::unique_ptr<BoundaryCondition<T>> makeConstraint(const mesh::Mesh& mesh, const mesh::Patch& patch);

}  // namespace eagre::fv::conditions
