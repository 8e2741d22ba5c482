// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::case_ {

/// Triangles, each with its corners; its normal is (b - a) x (c - a).
using Triangles = std::vector<std::array<Vec3, 3>>;

/// Reads a surface: STL, ascii or binary, or Wavefront OBJ (polygons are cut into triangles about their first corner); plain or
/// gzipped. Lengths are multiplied by `scale`. Errors (badCase, with file and line): a file that is missing or damaged, another
/// format, no triangle in it.
Triangles readTriSurface(const std::filesystem::path& file, double scale = 1);

/// Bytes of a binary STL: before its first triangle, and of each one (a normal, three corners, two bytes).
inline constexpr std::size_t stlHeader = 84, stlTriangle = 50;
bool isBinaryStl(std::string_view text);

/// A tree of boxes about triangles, for intersections with lines and nearest points.
class TriangleTree {
 public:
  explicit TriangleTree(Triangles triangles);
  const Triangles& triangles() const { return triangles_; }
  Vec3 normal(std::size_t triangle) const;  ///< of length 1

  struct Crossing {
    std::size_t triangle = 0;
    double fraction = 0;  ///< of the way from start to end
  };
  /// The first crossing of the segment from start to end, ends included.
  std::optional<Crossing> firstCrossing(const Vec3& start, const Vec3& end) const;
  /// Calls visit for every crossing, in no order, until it returns false.
  void crossings(const Vec3& start, const Vec3& end, const std::function<bool(const Crossing&)>& visit) const;
  /// Whether a point is enclosed: rays from it cross the surface an odd number of times (the majority of three directions).
  bool encloses(const Vec3& point) const;
  struct Nearest {
    std::size_t triangle = 0;
    Vec3 point;
    double distance = std::numeric_limits<double>::max();
  };
  /// The point of the surface that is nearest to another one.
  Nearest nearest(const Vec3& point) const;
  /// Distance to the surface.
  double distance(const Vec3& point) const { return nearest(point).distance; }
  double span() const;  ///< diagonal of the box around the surface

 private:
  struct Node {
    Vec3 min, max;
    std::size_t first = 0, last = 0;  ///< of order_; a leaf has no children
    std::size_t left = 0, right = 0;
  };
  std::size_t build(std::size_t first, std::size_t last);

  Triangles triangles_;
  std::vector<std::size_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace eagre::case_
