// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/cell_cutter.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace eagre::mesh {

AreaAndCentre areaAndCentre(const SmallPolygon& polygon) {
  AreaAndCentre result;
  if (polygon.n < 3) return result;
  Vec3 mean{};
  for (Label i = 0; i < polygon.n; ++i) mean += polygon.corners[i];
  mean /= static_cast<double>(polygon.n);
  Vec3 moment{};
  double weight = 0;
  for (Label i = 0; i < polygon.n; ++i) {
    const Vec3 &a = polygon.corners[i], &b = polygon.corners[i + 1 < polygon.n ? i + 1 : 0];
    const Vec3 twice = cross(b - a, mean - a);
    const double w = mag(twice);
    result.area += twice;
    moment += w * (a + b + mean);
    weight += w;
  }
  result.area *= 0.5;
  result.centre = weight > 0 ? moment / (3 * weight) : mean;
  return result;
}

SmallPolygon clipped(const SmallPolygon& polygon, const double* level, double value) {
  SmallPolygon part;
  for (Label i = 0; i < polygon.n; ++i) {
    const Label j = i + 1 < polygon.n ? i + 1 : 0;
    const bool here = level[i] >= value, next = level[j] >= value;
    if (here) part.add(polygon.corners[i]);
    if (here != next)
      part.add(polygon.corners[i] + (value - level[i]) / (level[j] - level[i]) * (polygon.corners[j] - polygon.corners[i]));
  }
  return part;
}

/// The corners since the last one are a face.
void CellCutter::closeFace(bool owned) {
  Face& face = faces_[nFaces_];
  face.start = nFaces_ > 0 ? faces_[nFaces_ - 1].end : 0;
  face.end = nCorners_;
  face.sign = owned ? 1 : -1;
  SmallPolygon polygon;
  for (Label i = face.start; i < face.end; ++i) polygon.add(corners_[i]);
  const auto [area, centre] = areaAndCentre(polygon);
  face.area = face.sign * area;
  face.centre = centre;
  face.lowest = *std::min_element(levels_.values + face.start, levels_.values + face.end);
  face.highest = *std::max_element(levels_.values + face.start, levels_.values + face.end);
  ++nFaces_;
}

void CellCutter::complete() {
  for (Label i = 0; i < nFaces_; ++i) {
    volume_ += dot(faces_[i].area, faces_[i].centre) / 3;
    surface_ += mag(faces_[i].area);
  }
}

namespace {

/// The interface's edges, each in a face, in the sense of an area that points to where the field is lower.
struct Edges {
  static constexpr Label capacity = 2 * CellCutter::maxFaces;
  struct Edge {
    Vec3 from, to;
  };
  Uninitialised<Edge, capacity> edges;
  Label n = 0;
  Vec3 sum{};

  void add(const Vec3& from, const Vec3& to) {
    if (n == capacity) return;
    edges[n++] = {from, to};
    sum += from + to;
  }
  /// Of the triangles about the mean of the ends.
  AreaAndCentre area() const {
    AreaAndCentre result{{}, sum / (2.0 * n)};
    const Vec3 mean = result.centre;
    Vec3 moment{};
    double weight = 0;
    for (Label e = 0; e < n; ++e) {
      const auto& [a, b] = edges[e];
      const Vec3 twice = cross(a - mean, b - mean);
      const double w = mag(twice);
      result.area += twice;
      moment += w * (a + b + mean);
      weight += w;
    }
    result.area *= 0.5;
    if (weight > 0) result.centre = moment / (3 * weight);
    return result;
  }
};

/// The part of a face above a value; adds its edges through the face, each from where the face's rim leaves that part to where it
/// comes back (reversed: for a face whose normal points into the cell).
SmallPolygon partAbove(std::span<const Vec3> corners, std::span<const double> levels, double value, bool reversed, Edges& edges) {
  SmallPolygon part;
  Vec3 left{}, entered{};
  bool hasLeft = false, hasEntered = false;
  const auto add = [&](const Vec3& from, const Vec3& to) { reversed ? edges.add(from, to) : edges.add(to, from); };
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const std::size_t l = k + 1 < corners.size() ? k + 1 : 0;
    const bool here = levels[k] >= value, next = levels[l] >= value;
    if (here) part.add(corners[k]);
    if (here == next) continue;
    const Vec3 p = corners[k] + (value - levels[k]) / (levels[l] - levels[k]) * (corners[l] - corners[k]);
    part.add(p);
    if (!here && hasLeft) add(left, p);
    if (!here && !hasLeft) {
      entered = p;
      hasEntered = true;
    }
    if (here) left = p;
    hasLeft = here;
  }
  if (hasLeft && hasEntered) add(left, entered);
  return part;
}

}  // namespace

/// The volume is that of the pyramids from the cell's centre to the parts of the faces and to the interface.
CellCutter::Cut CellCutter::cut(double value) const {
  Edges edges;
  double volume = 0;
  for (Label i = 0; i < nFaces_; ++i) {
    const Face& face = faces_[i];
    if (face.highest < value) continue;
    if (face.lowest >= value) {
      volume += dot(face.area, face.centre);
      continue;
    }
    const auto n = static_cast<std::size_t>(face.end - face.start);
    const auto [area, centre] = areaAndCentre(
        partAbove({corners_.values + face.start, n}, {levels_.values + face.start, n}, value, face.sign < 0, edges));
    volume += face.sign * dot(area, centre);
  }
  Cut result;
  if (edges.n > 0) {
    const auto [area, centre] = edges.area();
    volume += dot(area, centre);
    result.area = area;
    result.centre = origin_ + centre;
  }
  result.fraction = volume / (3 * volume_);
  return result;
}

/// Between two neighbouring values of corners.
CellCutter::Bracket CellCutter::bracket(double fraction) const {
  double values[maxCorners];
  std::copy_n(levels_.values, nCorners_, values);
  std::sort(values, values + nCorners_);
  const auto n = static_cast<Label>(std::unique(values, values + nCorners_) - values);
  Label low = 0, high = n - 1;
  Bracket result{values[low], values[high], 1, 0};
  while (high - low > 1) {
    const Label middle = (low + high) / 2;
    const double here = cut(values[middle]).fraction;
    if (here > fraction) {
      low = middle;
      result.low = values[low];
      result.fractionLow = here;
    } else {
      high = middle;
      result.high = values[high];
      result.fractionHigh = here;
    }
  }
  return result;
}

/// Where the cubic polynomial through the fractions at the ends of the bracket and at its thirds has this fraction.
double CellCutter::rootOfCubic(const Bracket& b, double fraction) const {
  const double width = b.high - b.low;
  const double y0 = b.fractionLow, y1 = cut(b.low + width / 3).fraction, y2 = cut(b.low + 2 * width / 3).fraction,
               y3 = b.fractionHigh;
  // In x = 3 (value - low) / width, by Newton's differences.
  const double d1 = y1 - y0, d2 = (y2 - 2 * y1 + y0) / 2, d3 = (y3 - 3 * y2 + 3 * y1 - y0) / 6;
  double low = 0, high = 3, x = 3 * (y0 - fraction) / std::max(y0 - y3, vSmall);
  for (int i = 0; i < 100; ++i) {
    const double p = y0 + x * (d1 + (x - 1) * (d2 + (x - 2) * d3)) - fraction;
    (p > 0 ? low : high) = x;
    if (std::abs(p) < 1e-16 || high - low < 1e-15) break;
    const double slope = d1 + (2 * x - 1) * d2 + (3 * x * x - 6 * x + 2) * d3;
    const double next = slope < 0 ? x - p / slope : -1;
    if (next == x) break;
    x = next > low && next < high ? next : (low + high) / 2;
  }
  return b.low + x / 3 * width;
}

std::optional<CellCutter::Found> CellCutter::findNear(double value, double fraction, double tolerance) const {
  const auto [least, most] = std::minmax_element(levels_.values, levels_.values + nCorners_);
  double low = *least, high = *most;
  constexpr int most20 = 20;
  for (int i = 0; i < most20; ++i) {
    if (!(value > low && value < high)) value = (low + high) / 2;
    const Found found{value, cut(value)};
    const double error = found.cut.fraction - fraction, area = mag(found.cut.area);
    if (std::abs(error) <= tolerance && area >= same * surface_) return found;
    (error > 0 ? low : high) = value;
    value += error * volume_ / area;
  }
  return find(fraction, tolerance);
}

std::optional<CellCutter::Found> CellCutter::find(double fraction, double tolerance) const {
  const auto [least, most] = std::minmax_element(levels_.values, levels_.values + nCorners_);
  if (*most - *least < same * std::max(1.0, std::abs(*most))) return std::nullopt;
  Bracket b = bracket(fraction);
  Found found{b.fractionLow - b.fractionHigh < tolerance ? (b.low + b.high) / 2 : rootOfCubic(b, fraction), {}};
  found.cut = cut(found.value);
  // False position with the Illinois rule, should the polynomial not be exact.
  constexpr int most100 = 100;
  double gLow = b.fractionLow - fraction, gHigh = b.fractionHigh - fraction;
  int side = 0;
  for (int i = 0; i < most100 && std::abs(found.cut.fraction - fraction) > tolerance; ++i) {
    const double g = found.cut.fraction - fraction;
    if (g > 0) {
      b.low = found.value;
      gLow = g;
      if (side == 1) gHigh /= 2;
      side = 1;
    } else {
      b.high = found.value;
      gHigh = g;
      if (side == -1) gLow /= 2;
      side = -1;
    }
    const double next = (b.low * gHigh - b.high * gLow) / (gHigh - gLow);
    if (!(next > b.low && next < b.high)) break;
    found.value = next;
    found.cut = cut(next);
  }
  if (mag(found.cut.area) < same * surface_) return std::nullopt;
  return found;
}

double submergedFraction(const SmallPolygon& face, const Vec3& centre, const Vec3& n, double displacement) {
  // Levels are positive behind the plane at the start; behind that at the end where they are above -displacement.
  double level[SmallPolygon::capacity];
  const auto setLevels = [&](const SmallPolygon& polygon, double sign) {
    for (Label i = 0; i < polygon.n; ++i) level[i] = sign * dot(n, centre - polygon.corners[i]);
  };
  setLevels(face, 1);
  const auto whole = areaAndCentre(face);
  const double area = mag(whole.area);
  if (!(area > 0)) return 0;
  const auto areaOf = [&](const AreaAndCentre& part) { return dot(part.area, whole.area) / area; };
  const double always = std::max(0.0, -displacement), ever = std::min(0.0, -displacement);
  double sum = areaOf(areaAndCentre(clipped(face, level, always)));
  if (ever < always) {
    SmallPolygon swept = clipped(face, level, ever);
    setLevels(swept, -1);
    swept = clipped(swept, level, -always);
    const auto band = areaAndCentre(swept);
    // Linear from 0 where the level is `ever` to 1 where it is `always`.
    sum += areaOf(band) * std::clamp((dot(n, centre - band.centre) - ever) / (always - ever), 0.0, 1.0);
  }
  return std::clamp(sum / area, 0.0, 1.0);
}

}  // namespace eagre::mesh
