// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "mesh/poly_mesh.hpp"
#include "physics/waves/level_set.hpp"
#include "physics/waves/superposition.hpp"

namespace eagre::physics::waves {

/// What waves give at some points.
std::vector<LevelPoint> sampled(const Superposition& waves, std::span<const Vec3> points);

/// The means over cells of what waves give at the present time: cells as tetrahedra of their centre and triangles of their faces,
/// linear in each. centres: of the cells that are looked at, the mesh's first ones; wanted: whether each is, or empty for all
/// (the means of others are undefined).
std::vector<LevelMean> cellMeans(const Superposition& waves, const mesh::PolyMesh& mesh, std::span<const Vec3> centres,
                                 std::span<const char> wanted = {});

}  // namespace eagre::physics::waves
