// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/line_samples.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace eagre::mesh {
namespace {

/// Where the line a + t d meets a triangle; edges belong to it.
std::optional<double> meets(const Vec3& a, const Vec3& d, const std::array<Vec3, 3>& triangle) {
  const Vec3 e1 = triangle[1] - triangle[0], e2 = triangle[2] - triangle[0], n = cross(e1, e2);
  const double along = dot(n, d);
  if (std::abs(along) < 1e-10 * mag(n) * mag(d)) return std::nullopt;
  const double t = dot(n, triangle[0] - a) / along;
  const Vec3 r = a + t * d - triangle[0];
  const double u = dot(cross(r, e2), n) / dot(n, n), v = dot(cross(e1, r), n) / dot(n, n);
  constexpr double edge = 1e-9;
  if (u < -edge || v < -edge || u + v > 1 + edge) return std::nullopt;
  return t;
}

/// Parameters t of all faces' points on the line, sorted, each once.
std::vector<double> crossings(const PointStencils& stencils, const Vec3& start, const Vec3& direction, double tolerance) {
  std::vector<double> found;
  const PolyMesh& mesh = stencils.mesh();
  for (Label f = 0; f < mesh.nFaces(); ++f)
    for (const auto& t : stencils.triangles(f))
      if (const auto hit = meets(start, direction, {mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]});
          hit && *hit > -tolerance) {
        found.push_back(*hit);
        break;
      }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end(), [&](double a, double b) { return b - a <= tolerance; }), found.end());
  return found;
}

}  // namespace

std::vector<LineSample> uniformSamples(const PointStencils& stencils, const Vec3& start, const Vec3& end, int nPoints) {
  const Vec3 offset = (end - start) / static_cast<double>(nPoints - 1), margin = 1e-3 * offset;
  const std::array<Vec3, 2> segment{start - margin, end + margin};
  const auto cells = stencils.cellsAround(segment);
  std::vector<LineSample> samples;
  int part = 0, last = -1;
  for (int i = 0; i < nPoints; ++i) {
    const Vec3 p = start + static_cast<double>(i) * offset;
    // On a face: the cell that the line comes from.
    Label cell = stencils.locate(cells, p, -1e-9);
    if (cell < 0) cell = stencils.locate(cells, p - margin);
    if (cell < 0) cell = stencils.locate(cells, p + margin);
    if (cell < 0) continue;
    if (last >= 0 && last != i - 1) ++part;
    last = i;
    samples.push_back({p, mag(p - start), cell, part});
  }
  return samples;
}

std::vector<LineSample> faceSamples(const PointStencils& stencils, const Vec3& start, const Vec3& end) {
  constexpr double tolerance = 3e-8;  // of the length
  const Vec3 direction = end - start;
  const auto hits = crossings(stencils, start, direction, tolerance);
  const std::array<Vec3, 2> segment{start, start + (hits.empty() ? 1 : std::max(1.0, hits.back())) * direction};
  const auto cells = stencils.cellsAround(segment);
  std::vector<LineSample> samples;
  Label before = -1;
  int part = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const double middle = i + 1 < hits.size() ? 0.5 * (hits[i] + hits[i + 1]) : hits[i] + 1e-3;
    const Label behind = stencils.locate(cells, start + middle * direction);
    const bool beyond = hits[i] > 1 + tolerance;
    if (beyond && (samples.empty() || before < 0)) break;
    if (before < 0 && behind < 0) continue;  // along an edge of the mesh
    const Vec3 p = start + hits[i] * direction;
    samples.push_back({p, mag(p - start), behind >= 0 ? behind : before, part});
    if (behind < 0) ++part;
    before = behind;
    if (hits[i] > 1 - tolerance) break;
  }
  return samples;
}

std::vector<LineSample> midPointSamples(const PointStencils& stencils, const Vec3& start, const Vec3& end, bool withFaces) {
  const auto faces = faceSamples(stencils, start, end);
  std::vector<LineSample> samples;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (withFaces) samples.push_back(faces[i]);
    if (i + 1 == faces.size() || faces[i + 1].segment != faces[i].segment) continue;
    const Vec3 p = 0.5 * (faces[i].position + faces[i + 1].position);
    samples.push_back({p, mag(p - start), faces[i].cell, faces[i].segment});
  }
  return samples;
}

std::vector<LineSample> cloudSamples(const PointStencils& stencils, const std::vector<Vec3>& points) {
  std::vector<LineSample> samples;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::array<Vec3, 1> one{points[i]};
    const Label cell = stencils.locate(stencils.cellsAround(one), points[i]);
    if (cell >= 0) samples.push_back({points[i], static_cast<double>(i), cell, 0});
  }
  return samples;
}

}  // namespace eagre::mesh
