// SPDX-License-Identifier: BSD-3-Clause
#include "case/tri_surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>

#include "config/dictionary.hpp"
#include "core/error.hpp"

namespace eagre::case_ {

namespace {

/// Words of a text with the line they stand in.
class Words {
 public:
  Words(std::string_view text, std::string file) : text_(text), place_{std::move(file), 1} {}
  const Place& place() const { return place_; }
  /// The next word of this line; empty at its end.
  std::string_view inLine() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    const std::size_t first = at_;
    while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return text_.substr(first, at_ - first);
  }
  /// Goes to the next line; false at the end of the text.
  bool nextLine() {
    at_ = text_.find('\n', at_);
    if (at_ == std::string_view::npos) at_ = text_.size();
    if (at_ == text_.size()) return false;
    ++at_;
    ++place_.line;
    return true;
  }
  double number() {
    const std::string_view word = inLine();
    double value = 0;
    const char* const begin = word.data() + (word.starts_with('+') ? 1 : 0);
    const auto [end, failure] = std::from_chars(begin, word.data() + word.size(), value);
    if (failure != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
      throw Error(place_, fmt::format("a coordinate is expected, found '{}'", word));
    return value;
  }
  Vec3 point() {
    const double x = number(), y = number();
    return {x, y, number()};
  }

 private:
  std::string_view text_;
  Place place_;
  std::size_t at_ = 0;
};

Triangles readAsciiStl(std::string_view text, const std::string& file) {
  Words words(text, file);
  Triangles triangles;
  std::vector<Vec3> corners;
  do {
    const std::string_view word = words.inLine();
    if (word == "vertex" || word == "VERTEX") corners.push_back(words.point());
    if (word == "endloop" || word == "ENDLOOP") {
      if (corners.size() != 3) throw Error(words.place(), fmt::format("a facet has {} corners instead of 3", corners.size()));
      triangles.push_back({corners[0], corners[1], corners[2]});
      corners.clear();
    }
  } while (words.nextLine());
  if (!corners.empty()) throw Error(words.place(), "the file ends within a facet");
  return triangles;
}

std::size_t binaryStlCount(std::string_view text) {
  std::uint32_t n = 0;
  if (text.size() >= stlHeader) std::memcpy(&n, text.data() + 80, sizeof n);
  return n;
}

Triangles readBinaryStl(std::string_view text) {
  Triangles triangles(binaryStlCount(text));
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      std::array<float, 3> x{};
      std::memcpy(x.data(), text.data() + stlHeader + t * stlTriangle + 12 * (corner + 1), sizeof x);
      triangles[t][corner] = {x[0], x[1], x[2]};
    }
  return triangles;
}

Triangles readObj(std::string_view text, const std::string& file) {
  Words words(text, file);
  std::vector<Vec3> points;
  Triangles triangles;
  do {
    const std::string_view word = words.inLine();
    if (word == "v") points.push_back(words.point());
    if (word != "f") continue;
    std::vector<Vec3> corners;
    for (std::string_view corner = words.inLine(); !corner.empty(); corner = words.inLine()) {
      // "7", "7/1", "7//3"; negative numbers count from the last point.
      long index = 0;
      const auto [end, failure] = std::from_chars(corner.data(), corner.data() + corner.size(), index);
      const long n = static_cast<long>(points.size());
      if (index < 0) index += n + 1;
      if (failure != std::errc() || index < 1 || index > n)
        throw Error(words.place(), fmt::format("'{}' is no point of the {} so far", corner, n));
      corners.push_back(points[static_cast<std::size_t>(index) - 1]);
    }
    if (corners.size() < 3) throw Error(words.place(), "a face has fewer than 3 corners");
    for (std::size_t i = 2; i < corners.size(); ++i) triangles.push_back({corners[0], corners[i - 1], corners[i]});
  } while (words.nextLine());
  return triangles;
}

/// Where the segment crosses a triangle, as a fraction of it (Moeller and Trumbore); edges belong to the triangle.
std::optional<double> crossing(const Vec3& start, const Vec3& way, const std::array<Vec3, 3>& t) {
  constexpr double rim = 1e-10;  // so that nothing slips through between two triangles
  const Vec3 e1 = t[1] - t[0], e2 = t[2] - t[0], p = cross(way, e2);
  const double determinant = dot(e1, p);
  if (std::abs(determinant) <= 1e-14 * mag(way) * mag(e1) * mag(e2)) return std::nullopt;
  const Vec3 s = start - t[0], q = cross(s, e1);
  const double u = dot(s, p) / determinant, v = dot(way, q) / determinant, fraction = dot(e2, q) / determinant;
  if (u < -rim || v < -rim || u + v > 1 + rim || fraction < 0 || fraction > 1) return std::nullopt;
  return fraction;
}

bool meetsBox(const Vec3& start, const Vec3& way, const Vec3& min, const Vec3& max) {
  double from = 0, to = 1;
  for (int d = 0; d < 3; ++d) {
    if (way[d] == 0) {
      if (start[d] < min[d] || start[d] > max[d]) return false;
      continue;
    }
    const double a = (min[d] - start[d]) / way[d], b = (max[d] - start[d]) / way[d];
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
  }
  return from <= to + 1e-12;
}

double distanceToBox(const Vec3& point, const Vec3& min, const Vec3& max) {
  Vec3 d;
  for (int i = 0; i < 3; ++i) d[i] = std::max({min[i] - point[i], 0.0, point[i] - max[i]});
  return mag(d);
}

Vec3 nearestOfSegment(const Vec3& point, const Vec3& a, const Vec3& b) {
  const Vec3 way = b - a;
  const double length2 = magSqr(way), along = length2 > 0 ? std::clamp(dot(point - a, way) / length2, 0.0, 1.0) : 0;
  return a + along * way;
}

Vec3 nearestOfTriangle(const Vec3& point, const std::array<Vec3, 3>& t) {
  const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
  Vec3 nearest = t[0];
  bool above = magSqr(n) > 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 &a = t[i], &b = t[(i + 1) % 3];
    above = above && dot(cross(b - a, point - a), n) >= 0;
    if (const Vec3 near = nearestOfSegment(point, a, b); mag(point - near) < mag(point - nearest)) nearest = near;
  }
  return above ? point - dot(point - t[0], n) / magSqr(n) * n : nearest;
}

}  // namespace

bool isBinaryStl(std::string_view text) {
  return text.size() >= stlHeader && text.size() == stlHeader + stlTriangle * binaryStlCount(text);
}

Triangles readTriSurface(const std::filesystem::path& file, double scale) {
  const std::string text = config::readFileText(file);
  std::string extension = file.extension() == ".gz" ? file.stem().extension().string() : file.extension().string();
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const Place place{file.string(), 0};
  Triangles triangles;
  if (extension == ".obj") {
    triangles = readObj(text, file.string());
  } else if (extension == ".stl" || extension == ".stlb") {
    const bool binary = isBinaryStl(text);
    triangles = binary ? readBinaryStl(text) : readAsciiStl(text, file.string());
  } else {
    throw Error(place, fmt::format("surfaces are read from .stl and .obj files, not from '{}'", extension));
  }
  if (triangles.empty()) throw Error(place, "there is no triangle in the file");
  for (auto& triangle : triangles)
    for (Vec3& corner : triangle) corner = scale * corner;
  return triangles;
}

TriangleTree::TriangleTree(Triangles triangles) : triangles_(std::move(triangles)), order_(triangles_.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  if (!order_.empty()) build(0, order_.size());
}

std::size_t TriangleTree::build(std::size_t first, std::size_t last) {
  constexpr double most = std::numeric_limits<double>::max();
  Node node{{most, most, most}, {-most, -most, -most}, first, last, 0, 0};
  for (std::size_t i = first; i < last; ++i)
    for (const Vec3& corner : triangles_[order_[i]])
      for (int d = 0; d < 3; ++d) {
        node.min[d] = std::min(node.min[d], corner[d]);
        node.max[d] = std::max(node.max[d], corner[d]);
      }
  const std::size_t self = nodes_.size();
  nodes_.push_back(node);
  if (last - first > 4) {
    const Vec3 extent = node.max - node.min;
    const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
    const auto middle = [&](std::size_t t) { return triangles_[t][0][axis] + triangles_[t][1][axis] + triangles_[t][2][axis]; };
    const std::size_t half = first + (last - first) / 2;
    const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(first), at(half), at(last), [&](std::size_t a, std::size_t b) { return middle(a) < middle(b); });
    const std::size_t left = build(first, half), right = build(half, last);
    nodes_[self].left = left;
    nodes_[self].right = right;
  }
  return self;
}

Vec3 TriangleTree::normal(std::size_t triangle) const {
  const auto& t = triangles_[triangle];
  return normalised(cross(t[1] - t[0], t[2] - t[0]));
}

void TriangleTree::crossings(const Vec3& start, const Vec3& end, const std::function<bool(const Crossing&)>& visit) const {
  if (nodes_.empty()) return;
  const Vec3 way = end - start;
  std::vector<std::size_t> front{0};
  while (!front.empty()) {
    const Node& node = nodes_[front.back()];
    front.pop_back();
    if (!meetsBox(start, way, node.min, node.max)) continue;
    if (node.right != 0) {
      front.push_back(node.left);
      front.push_back(node.right);
      continue;
    }
    for (std::size_t i = node.first; i < node.last; ++i)
      if (const auto fraction = crossing(start, way, triangles_[order_[i]]); fraction && !visit({order_[i], *fraction})) return;
  }
}

std::optional<TriangleTree::Crossing> TriangleTree::firstCrossing(const Vec3& start, const Vec3& end) const {
  std::optional<Crossing> first;
  crossings(start, end, [&](const Crossing& c) {
    const bool sooner = !first || c.fraction < first->fraction || (c.fraction == first->fraction && c.triangle < first->triangle);
    if (sooner) first = c;
    return true;
  });
  return first;
}

bool TriangleTree::encloses(const Vec3& point) const {
  if (nodes_.empty()) return false;
  const Node& all = nodes_[0];
  if (distanceToBox(point, all.min, all.max) > 0) return false;
  const double reach = 2 * mag(all.max - all.min);
  int inside = 0;
  // Directions that no edge of a surface made by a person is aligned with.
  for (const Vec3& direction :
       {Vec3{0.5411961, 0.6234898, 0.5642733}, Vec3{-0.7071823, 0.3826834, 0.5945610}, Vec3{0.2588190, -0.8314696, 0.4916051}}) {
    int n = 0;
    crossings(point, point + reach * direction, [&](const Crossing&) {
      ++n;
      return true;
    });
    inside += n % 2;
  }
  return inside >= 2;
}

TriangleTree::Nearest TriangleTree::nearest(const Vec3& point) const {
  Nearest nearest;
  std::vector<std::size_t> front;
  if (!nodes_.empty()) front.push_back(0);
  while (!front.empty()) {
    const Node& node = nodes_[front.back()];
    front.pop_back();
    if (distanceToBox(point, node.min, node.max) >= nearest.distance) continue;
    if (node.right != 0) {
      front.push_back(node.left);
      front.push_back(node.right);
      continue;
    }
    for (std::size_t i = node.first; i < node.last; ++i) {
      const Vec3 near = nearestOfTriangle(point, triangles_[order_[i]]);
      if (const double distance = mag(point - near); distance < nearest.distance) nearest = {order_[i], near, distance};
    }
  }
  return nearest;
}

double TriangleTree::span() const { return nodes_.empty() ? 0 : mag(nodes_[0].max - nodes_[0].min); }

}  // namespace eagre::case_
