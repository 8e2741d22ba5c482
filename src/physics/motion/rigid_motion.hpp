// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>

#include "config/dictionary.hpp"
#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::mesh {
struct Mesh;
}

namespace eagre::physics {

/// A rotation and a displacement of space: x = R X + d [m].
struct RigidTransformation {
  Tensor R = identityTensor();
  Vec3 d{};
  Vec3 operator()(const Vec3& X) const { return dot(R, X) + d; }

  static RigidTransformation displacement(const Vec3& d) { return {identityTensor(), d}; }
  /// x = origin + R (X - origin)
  static RigidTransformation about(const Vec3& origin, const Tensor& R) { return {R, origin - dot(R, origin)}; }
};
/// b first, then a.
RigidTransformation operator*(const RigidTransformation& a, const RigidTransformation& b);

/// By the angle [rad] about an axis of any length, right-handed (Rodrigues' formula).
Tensor rotationAbout(const Vec3& axis, double angle);
/// About z, then y, then x, by the angles [rad].
Tensor rotationXYZ(const Vec3& angles);

/// Error (badCase): the mesh is 2D and the motion leaves its plane; velocity has no component in the empty directions, which are
/// axes.
void requirePlaneMotion(const mesh::Mesh& mesh, const RigidTransformation& transformation);

/// How a solid body moves: where its points are at a time [s], from where they are in the mesh of constant/polyMesh.
class RigidMotion {
 public:
  virtual ~RigidMotion() = default;
  /// Errors (badCase): the time is outside a table.
  virtual RigidTransformation at(double time) const = 0;
  /// The last time [s] of a table; vGreat: there is none.
  virtual double lastTime() const { return vGreat; }
};

/// The motion that solidBodyMotionFunction of a dictionary names, from its coefficients: those of <word>Coeffs, if it is there.
/// File names are taken from the case directory. Errors (badCase): no such function, with the nearest; missing or malformed
/// coefficients; a file that cannot be read.
std::unique_ptr<RigidMotion> makeRigidMotion(const config::Dictionary& d, const std::filesystem::path& caseDirectory);

}  // namespace eagre::physics
