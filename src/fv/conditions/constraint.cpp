// SPDX-License-Identifier: BSD-3-Clause
// Conditions that the type of the patch imposes: symmetry, symmetryPlane, wedge, empty; and slip, a symmetry on any patch.
#include <algorithm>

#include "fv/conditions/transform.hpp"

namespace eagre::fv::conditions {

// ---- Transform --------------------------------------------------------------------------------------------------
template <class T>
void Transform<T>::valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const {
  const PatchFaces faces = this->faces(field);
  turned(field, boundary);
  if constexpr (nComponents < T >> 1)
    mask(field, internal);
  else
    std::ranges::fill(internal, T{});
  for (Label i = 0; i < faces.size(); ++i) {
    internal[i] = uniformValue<T>(1) - internal[i];
    boundary[i] -= cmptMultiply(internal[i], field[faces.cell(i)]);
  }
}

template <class T>
void Transform<T>::gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const {
  const PatchFaces faces = this->faces(field);
  snGrad(field, boundary);
  if constexpr (nComponents < T >> 1)
    mask(field, internal);
  else
    std::ranges::fill(internal, T{});
  for (Label i = 0; i < faces.size(); ++i) {
    internal[i] *= -faces.deltaCoeff(i);
    boundary[i] -= cmptMultiply(internal[i], field[faces.cell(i)]);
  }
}

// ---- Symmetry ---------------------------------------------------------------------------------------------------
template <class T>
void Symmetry<T>::turned(const VolField<T>& field, std::span<T> values) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) {
    const T& P = field[faces.cell(i)];
    values[i] = (P + mirrored(normal(faces, i), P)) / 2.0;
  }
}
template <class T>
void Symmetry<T>::snGrad(const VolField<T>& field, std::span<T> gradient) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) {
    const T& P = field[faces.cell(i)];
    gradient[i] = (mirrored(normal(faces, i), P) - P) * (faces.deltaCoeff(i) / 2.0);
  }
}
template <class T>
void Symmetry<T>::mask(const VolField<T>& field, std::span<T> d) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) d[i] = mirrorMask(normal(faces, i), T{});
}

// ---- Wedge ------------------------------------------------------------------------------------------------------
template <class T>
void Wedge<T>::turned(const VolField<T>& field, std::span<T> values) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) values[i] = rotate(turn_.face, field[faces.cell(i)]);
}
template <class T>
void Wedge<T>::snGrad(const VolField<T>& field, std::span<T> gradient) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) {
    const T& P = field[faces.cell(i)];
    gradient[i] = (rotate(turn_.cell, P) - P) * (0.5 * faces.deltaCoeff(i));
  }
}
template <class T>
void Wedge<T>::mask(const VolField<T>&, std::span<T> d) const {
  const Tensor& c = turn_.cell;
  if constexpr (nComponents < T >> 1) std::ranges::fill(d, maskOf(0.5 * Vec3{1 - c.xx, 1 - c.yy, 1 - c.zz}, T{}));
}

// ---- making them ------------------------------------------------------------------------------------------------
namespace {
template <class T>
class Slip : public Symmetry<T> {
 public:
  using Symmetry<T>::Symmetry;
  bool assignable() const override { return false; }
};

/// Faces of a cyclic patch are coupled and never get here; its entry in a field file is just its type.
template <class T>
class Cyclic : public Empty<T> {
 public:
  using Empty<T>::Empty;
};
}  // namespace

template <class T>
std::unique_ptr<BoundaryCondition<T>> makeConstraint(const mesh::Mesh& mesh, const mesh::Patch& patch) {
  if (patch.type == "empty") return std::make_unique<Empty<T>>(patch);
  if (patch.type == "wedge") return std::make_unique<Wedge<T>>(mesh, patch);
  if (patch.type == "symmetryPlane") return std::make_unique<SymmetryPlane<T>>(mesh, patch);
  if (patch.type == "symmetry") return std::make_unique<Symmetry<T>>("symmetry", patch);
  return nullptr;
}
template std::unique_ptr<BoundaryCondition<double>> makeConstraint(const mesh::Mesh&, const mesh::Patch&);
template std::unique_ptr<BoundaryCondition<Vec3>> makeConstraint(const mesh::Mesh&, const mesh::Patch&);
template std::unique_ptr<BoundaryCondition<SymmTensor>> makeConstraint(const mesh::Mesh&, const mesh::Patch&);

template class Transform<double>;
template class Transform<Vec3>;
template class Transform<SymmTensor>;
template class Symmetry<double>;
template class Symmetry<Vec3>;
template class Symmetry<SymmTensor>;
template class Wedge<double>;
template class Wedge<Vec3>;
template class Wedge<SymmTensor>;

template <class T>
void addConstraint(Table<T>& table) {
  table.template add<Empty<T>>("empty", "the direction without flow of a case in two dimensions or one");
  table.template add<Wedge<T>>("wedge", "a side of the wedge of an axisymmetric case");
  table.template add<Symmetry<T>>("symmetry", "mirror, on a patch that may be curved");
  table.template add<SymmetryPlane<T>>("symmetryPlane", "mirror, on a plane patch");
  table.template add<Cyclic<T>>("cyclic", "periodic with its neighbourPatch");
  table.template add<Cyclic<T>>("cyclicAMI", "the faces of its neighbourPatch that overlap, by area");
  table.template add<Cyclic<T>>("cyclicACMI", "the same where there are such faces; the rest is its nonOverlapPatch");
  table.template add<Slip<T>>("slip", "wall without shear: the normal component is 0, a scalar has zero gradient");
}
template void addConstraint(Table<double>&);
template void addConstraint(Table<Vec3>&);
template void addConstraint(Table<SymmTensor>&);

}  // namespace eagre::fv::conditions
