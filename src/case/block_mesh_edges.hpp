// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "case/block_mesh_tokens.hpp"
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

/// Start and end of an edge; nothing: a vertex does not exist, which is a problem elsewhere.
using EdgeEnds = std::optional<std::array<Vec3, 2>>;
/// Reads the end of `arc 0 1 angle axis` of openfoam.org: the right-handed rotation about the axis that moves the first vertex to
/// the second. The middle of the arc, unscaled; the angle is in degrees. Errors (badCase): an axis that is not normal to the
/// chord.
Vec3 middleOfArc(TokenReader& in, const EdgeEnds& ends);
/// Reads the end of `arc 0 1 origin (0 0 0)` of openfoam.com from v2006 on: the shorter arc about that point, which is moved
/// along the middle of the chord where its distances to the ends differ; their mean is the radius, times a number in front of the
/// point. The middle of the arc, unscaled. Errors (badCase): a point on the line through the ends.
Vec3 middleAboutOrigin(TokenReader& in, const EdgeEnds& ends);

}  // namespace eagre::case_
