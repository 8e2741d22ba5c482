// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "mesh/mesh_points.hpp"
#include "mesh/motion.hpp"
#include "support/box_mesh.hpp"
#include "support/same_mesh.hpp"

/// Meshes whose points are moved by hand, and what their geometry must be then.
namespace eagre::test {

using Displacement = std::function<Vec3(const Vec3&)>;

/// A smooth displacement that bends and stretches: by `size` at most along each axis, in x and y only if `plane`. It has the
/// period 1 in x and y.
inline Displacement wavy(double size, bool plane) {
  const double k = 2 * std::acos(-1.0);
  return [=](const Vec3& p) {
    const double z = plane ? 0 : p.z;
    return size * Vec3{std::sin(k * (p.y + 0.3)) * std::cos(z), std::sin(k * (p.x + 0.1)) + std::sin(k * p.y) * 0.3,
                       plane ? 0.0 : std::sin(k * p.x) * std::cos(k * p.y)};
  };
}

inline std::vector<Vec3> moved(std::vector<Vec3> points, const Displacement& displacement) {
  for (Vec3& p : points) p += displacement(p);
  return points;
}

/// A box that can move, on all ranks.
struct MovableBox {
  mesh::PolyMesh whole;   ///< before the motion, on all ranks
  std::vector<int> part;  ///< on rank 0
  std::unique_ptr<mesh::Mesh> mesh;

  MovableBox(const comm::Communicator& communicator, Label nx, Label ny, Label nz, const BoxOptions& options = {})
      : whole(boxMesh(nx, ny, nz, options)) {
    if (communicator.master()) part = mesh::partition(mesh::computeGeometry(whole).cellCentres, communicator.size());
    mesh = mesh::distribute(communicator, communicator.master() ? &whole : nullptr, part);
    mesh::allowMotion(communicator.master() ? &whole : nullptr, *mesh);
  }
  void move(const Displacement& displacement) const { mesh::movePoints(*mesh, moved(mesh->points->shape.points, displacement)); }
  /// The mesh that is made of the moved points at once, divided as this one.
  std::unique_ptr<mesh::Mesh> madeOf(const Displacement& displacement) const {
    mesh::PolyMesh other = whole;
    other.points = moved(whole.points, displacement);
    return mesh::distribute(mesh->communicator(), mesh->communicator().master() ? &other : nullptr, part);
  }
};

/// All geometry bit for bit, and the volume of the global mesh to round-off (it is added up by ranks).
inline void expectSameMovedGeometry(const mesh::Mesh& a, const mesh::Mesh& b) {
  expectSameGeometry(a, b);
  EXPECT_EQ(a.firstCf, b.firstCf);
  EXPECT_EQ(a.Sf.bytes(), b.Sf.bytes());
  EXPECT_EQ(a.magSf, b.magSf);
  EXPECT_EQ(a.deltaCoeffs, b.deltaCoeffs);
  EXPECT_EQ(a.nonOrthDeltaCoeffs, b.nonOrthDeltaCoeffs);
  EXPECT_EQ(a.nonOrthCorrection, b.nonOrthCorrection);
  EXPECT_EQ(a.orthogonal, b.orthogonal);
  EXPECT_NEAR(a.totalVolume, b.totalVolume, 1e-14 * b.totalVolume);
}

/// Largest |V - V0 - sum of swept volumes| / V of this rank's cells.
inline double spaceConservationError(const mesh::Mesh& mesh) {
  std::vector<double> gained(static_cast<std::size_t>(mesh.nAllCells()), 0.0);
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    gained[mesh.owner[f]] += mesh.motion->swept[f];
    if (f < mesh.nInternalFaces) gained[mesh.neighbour[f]] -= mesh.motion->swept[f];
  }
  double largest = 0;
  for (Label c = 0; c < mesh.nCells; ++c)
    largest = std::max(largest, std::abs(mesh.V[c] - mesh.motion->V0[c] - gained[c]) / mesh.V[c]);
  return largest;
}

}  // namespace eagre::test
