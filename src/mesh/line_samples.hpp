// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/point_stencils.hpp"

namespace eagre::mesh {

/// Where a line is sampled. curve: distance from its start [m].
struct LineSample {
  Vec3 position;
  double curve = 0;
  Label cell = -1;
  int segment = 0;  ///< the part of the line that is in the mesh without a gap
};

/// nPoints points at equal distances, those that are in the mesh (or out of it by no more than 1e-3 of the distance).
std::vector<LineSample> uniformSamples(const PointStencils& stencils, const Vec3& start, const Vec3& end, int nPoints);

/// The points where the line from start to end goes through faces, as OpenFOAM's face set: the first one beyond the end too, if
/// the end is in the mesh and on no face. `cell` is the one behind, on the way; the last one before a gap.
std::vector<LineSample> faceSamples(const PointStencils& stencils, const Vec3& start, const Vec3& end);

/// The middle between each two points of faceSamples in one segment, without or with those points.
std::vector<LineSample> midPointSamples(const PointStencils& stencils, const Vec3& start, const Vec3& end, bool withFaces);

/// The points of a list that are in the mesh; curve: their number in the list.
std::vector<LineSample> cloudSamples(const PointStencils& stencils, const std::vector<Vec3>& points);

}  // namespace eagre::mesh
