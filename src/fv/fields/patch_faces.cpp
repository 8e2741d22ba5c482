// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/patch_faces.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace eagre::fv {

void PatchFaces::sum(std::span<double> values) const { mesh_->communicator().sum(values); }

Vec3 meanNormal(const mesh::Mesh& mesh, const mesh::Patch& patch) {
  const PatchFaces faces(mesh, patch);
  Vec3 sum;
  for (Label i = 0; i < faces.size(); ++i) sum += faces.normal(i);
  std::array<double, 4> sums{sum.x, sum.y, sum.z, static_cast<double>(faces.size())};
  faces.sum(sums);
  return Vec3{sums[0], sums[1], sums[2]} / std::max(sums[3], 1.0);
}

namespace {
/// Unit coordinate vector nearest to n: the direction across the wedge.
Vec3 middleNormal(const Vec3& n) {
  Vec3 c;
  for (int i = 0; i < 3; ++i)
    if (std::abs(n[i]) > 0.5) c[i] = std::copysign(1.0, n[i]);
  return c;
}

/// Rotation that takes unit vector a to unit vector b about their common normal (Rodrigues).
Tensor rotation(const Vec3& a, const Vec3& b) {
  const double c = dot(a, b);
  const Vec3 axis = normalised(cross(a, b));
  Tensor r = identityTensor() * c;
  r += (1 - c) * outer(axis, axis);
  r += outer(b, a) - outer(a, b);
  return r;
}

Tensor product(const Tensor& a, const Tensor& b) {
  Tensor r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) r(i, j) += a(i, k) * b(k, j);
  return r;
}
}  // namespace

WedgeTurn wedgeTurn(const mesh::Mesh& mesh, const mesh::Patch& patch) {
  const Vec3 n = meanNormal(mesh, patch);
  const Vec3 middle = middleNormal(n);
  const Tensor face = rotation(middle, n);
  return {face, product(face, face)};
}

}  // namespace eagre::fv
