// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/overlap_sheets.hpp"

#include <algorithm>
#include <numeric>

namespace eagre::mesh {
namespace {

constexpr double sharp = 0.01745240643728351;  // cos 89 degrees

bool shareEdge(const TriangulatedFace& a, const TriangulatedFace& b) {
  std::vector<Vec3> shared;  // corners of both: the same points of the mesh, so the same numbers
  for (const auto& one : a.triangles)
    for (const Vec3& p : one)
      for (const auto& other : b.triangles)
        if (std::ranges::find(other, p) != other.end() && std::ranges::find(shared, p) == shared.end()) shared.push_back(p);
  return shared.size() > 1;
}

}  // namespace

std::vector<OverlapPart> onOneSheet(std::vector<OverlapPart> parts) {
  const std::size_t n = parts.size();
  const auto steep = [&](std::size_t i, std::size_t j) {
    return dot(parts[i].target->shape.normal, parts[j].target->shape.normal) <= sharp;
  };
  bool bent = false;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) bent |= steep(i, j);
  if (!bent) return parts;
  std::vector<std::size_t> sheet(n);
  std::iota(sheet.begin(), sheet.end(), std::size_t{0});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      if (sheet[i] != sheet[j] && !steep(i, j) && shareEdge(parts[i].target->shape, parts[j].target->shape))
        std::ranges::replace(sheet, sheet[j], sheet[i]);
  std::vector<double> areas(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) areas[sheet[i]] += parts[i].area;
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(areas) - areas.begin());
  std::vector<OverlapPart> kept;
  for (std::size_t i = 0; i < n; ++i)
    if (sheet[i] == largest) kept.push_back(parts[i]);
  return kept;
}

}  // namespace eagre::mesh
