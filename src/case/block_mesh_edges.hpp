// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "core/error.hpp"
#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::case_ {

/// A curved edge between two vertices, with the points that its kind needs: arc: one point that it passes through;
/// polyLine, spline (Catmull-Rom), bSpline (uniform cubic), bezier: the points between its ends.
struct BlockEdge {
  enum class Kind { line, arc, polyLine, spline, bSpline, bezier };
  Kind kind = Kind::line;
  Label start = 0, end = 0;
  std::vector<Vec3> points;
  Place place;
};

/// Points of the edge at the parameters lambda (0 at start, 1 at end): the fraction of the angle for an arc; of the
/// length of the polygon through the points for polyLine, spline and bSpline (its two ends exact); the curve's own
/// parameter for bezier. Error if the three points of an arc lie on a line.
std::vector<Vec3> edgePoints(const BlockEdge& edge, const std::vector<Vec3>& vertices, std::span<const double> lambda);

}  // namespace eagre::case_
