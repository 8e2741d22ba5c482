// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/cell_means.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::physics::waves {
namespace {

/// The points of the faces of the cells that are wanted.
std::vector<LevelPoint> atPoints(const Superposition& waves, const mesh::PolyMesh& mesh, const std::vector<char>& wantsFace) {
  std::vector<char> wanted(mesh.points.size(), 0);
  for (Label f = 0; f < mesh.nFaces(); ++f)
    if (wantsFace[f])
      for (const Label p : mesh.pointsOf(f)) wanted[p] = 1;
  std::vector<LevelPoint> points(mesh.points.size());
  for (std::size_t p = 0; p < points.size(); ++p)
    if (wanted[p]) points[p] = waves.at(mesh.points[p]);
  return points;
}

}  // namespace

std::vector<LevelPoint> sampled(const Superposition& waves, std::span<const Vec3> points) {
  std::vector<LevelPoint> result(points.size());
  std::ranges::transform(points, result.begin(), [&](const Vec3& p) { return waves.at(p); });
  return result;
}

std::vector<LevelMean> cellMeans(const Superposition& waves, const mesh::PolyMesh& mesh, std::span<const Vec3> centres,
                                 std::span<const char> wanted) {
  const auto n = static_cast<Label>(centres.size());
  const auto isWanted = [&](Label cell) { return cell >= 0 && cell < n && (wanted.empty() || wanted[cell]); };
  const auto neighbour = [&](Label f) { return f < mesh.nInternalFaces() ? mesh.neighbour[f] : -1; };
  std::vector<char> wantsFace(static_cast<std::size_t>(mesh.nFaces()), 0);
  for (Label f = 0; f < mesh.nFaces(); ++f) wantsFace[f] = isWanted(mesh.owner[f]) || isWanted(neighbour(f));
  const auto points = atPoints(waves, mesh, wantsFace);
  std::vector<LevelPoint> atCentres(centres.size());
  for (Label c = 0; c < n; ++c)
    if (isWanted(c)) atCentres[c] = waves.at(centres[c]);
  std::vector<LevelMean> means(centres.size());
  const auto add = [&](Label f, Label cell) {
    if (!isWanted(cell)) return;
    const auto corners = mesh.pointsOf(f);
    const Vec3 a = mesh.points[corners[0]], centre = centres[cell];
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
      const Vec3 b = mesh.points[corners[i]], c = mesh.points[corners[i + 1]];
      const double volume = std::abs(dot(a - centre, cross(b - a, c - a))) / 6;
      means[cell].add<4>(volume, {&atCentres[cell], &points[corners[0]], &points[corners[i]], &points[corners[i + 1]]});
    }
  };
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    add(f, mesh.owner[f]);
    add(f, neighbour(f));
  }
  return means;
}

}  // namespace eagre::physics::waves
