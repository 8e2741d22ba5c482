// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::case_ {

/// A curved edge between two vertices, with the points that its kind needs: arc: one point that it passes through;
/// polyLine, spline (Catmull-Rom), bSpline (uniform cubic), bezier: the points between its ends; projection: the point of a
/// surface that is nearest to another one.
struct BlockEdge {
  enum class Kind { line, arc, polyLine, spline, bSpline, bezier, projection };
  Kind kind = Kind::line;
  Label start = 0, end = 0;
  std::vector<Vec3> points;
  Place place;
  std::function<Vec3(const Vec3&)> nearest = {};
};

/// The way of each point to where its lambda, the fraction of the length, is on the polygon of all; the ends have none.
std::vector<Vec3> waysAlong(const std::vector<Vec3>& points, std::span<const double> lambda);

/// Points of the edge at the parameters lambda (0 at start, 1 at end): the fraction of the angle for an arc; of the
/// length of the polygon through the points for polyLine, spline and bSpline (its two ends exact); the curve's own
/// parameter for bezier; of the length of the polygon of all points, nearly, for projection, where lambda are in ascending order
/// from 0 to 1: points on the straight line and on the surface by turns, as OpenFOAM v1912's projectEdge finds them. Error if the
/// three points of an arc lie on a line.
std::vector<Vec3> edgePoints(const BlockEdge& edge, const std::vector<Vec3>& vertices, std::span<const double> lambda);

}  // namespace eagre::case_
