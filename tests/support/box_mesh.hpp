// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mesh/mesh.hpp"

/// Small meshes for tests.
namespace eagre::test {

/// What boxMesh makes. Patches in the order xMin, xMax, yMin, yMax, zMin, zMax.
struct BoxOptions {
  Vec3 origin{0, 0, 0};
  Vec3 length{1, 1, 1};
  std::array<std::string, 6> names{"xMin", "xMax", "yMin", "yMax", "zMin", "zMax"};
  std::array<std::string, 6> types{"patch", "patch", "patch", "patch", "patch", "patch"};
  bool cyclicX = false;  ///< xMin and xMax are a cyclic pair
  bool cyclicY = false;  ///< yMin and yMax likewise
  bool cyclicZ = false;  ///< zMin and zMax likewise
  bool emptyZ = false;   ///< zMin and zMax are empty: a 2D mesh (nz = 1)
  /// Points inside the box are moved by up to this fraction of the cell's edges (0.2: skewed and non-orthogonal); the
  /// same for every z if emptyZ. Deterministic.
  double perturbation = 0;
};

namespace detail {

/// A number in [-1, 1] that depends on its arguments alone.
inline double noise(std::uint64_t i, std::uint64_t j, std::uint64_t k, std::uint64_t component) {
  std::uint64_t h = 0x9E3779B97F4A7C15ull * (1 + i + 1000 * (j + 1000 * (k + 1000 * component)));
  h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9ull;
  h = (h ^ (h >> 27)) * 0x94D049BB133111EBull;
  h ^= h >> 31;
  return 2.0 * static_cast<double>(h >> 11) / static_cast<double>(1ull << 53) - 1.0;
}

inline std::vector<Vec3> boxPoints(const std::array<Label, 3>& n, const BoxOptions& options) {
  std::vector<Vec3> points;
  for (Label k = 0; k <= n[2]; ++k)
    for (Label j = 0; j <= n[1]; ++j)
      for (Label i = 0; i <= n[0]; ++i) {
        const std::array<Label, 3> at{i, j, k};
        Vec3 p;
        bool inside = true;
        for (int d = 0; d < 3; ++d) {
          p[d] = options.origin[d] + options.length[d] * at[d] / n[d];
          if (!(d == 2 && options.emptyZ)) inside = inside && at[d] > 0 && at[d] < n[d];
        }
        for (int d = 0; inside && d < (options.emptyZ ? 2 : 3); ++d)
          p[d] += options.perturbation * options.length[d] / n[d] * noise(i, j, options.emptyZ ? 0 : k, d);
        points.push_back(p);
      }
  return points;
}

}  // namespace detail

/// nx * ny * nz hexahedra in a box, cell (i, j, k) at i + nx (j + ny k), faces and patches in OpenFOAM's order.
inline mesh::PolyMesh boxMesh(Label nx, Label ny, Label nz, const BoxOptions& options = {}) {
  const std::array<Label, 3> n{nx, ny, nz};
  mesh::PolyMesh mesh;
  mesh.points = detail::boxPoints(n, options);
  const auto cell = [&](const std::array<Label, 3>& at) { return at[0] + nx * (at[1] + ny * at[2]); };
  const auto point = [&](const std::array<Label, 3>& at) { return at[0] + (nx + 1) * (at[1] + (ny + 1) * at[2]); };
  // The face of cell `at` on its side along axis d; its normal points to +d if `upper`, else to -d.
  const auto addFace = [&](std::array<Label, 3> at, int d, bool upper) {
    if (upper) ++at[d];
    auto a = at, b = at, c = at;
    ++a[(d + 1) % 3];
    ++b[(d + 1) % 3];
    ++b[(d + 2) % 3];
    ++c[(d + 2) % 3];
    if (!upper) std::swap(a, c);
    for (const auto& corner : {at, a, b, c}) mesh.facePoints.push_back(point(corner));
    mesh.faceOffsets.push_back(static_cast<Label>(mesh.facePoints.size()));
  };
  for (Label k = 0; k < nz; ++k)
    for (Label j = 0; j < ny; ++j)
      for (Label i = 0; i < nx; ++i)
        for (int d = 0; d < 3; ++d) {
          std::array<Label, 3> at{i, j, k}, next = at;
          if (++next[d] == n[d]) continue;
          addFace(at, d, true);
          mesh.owner.push_back(cell(at));
          mesh.neighbour.push_back(cell(next));
        }
  for (int p = 0; p < 6; ++p) {
    const int d = p / 2, e = d == 0 ? 1 : 0, f = d == 2 ? 1 : 2;
    mesh::PolyPatch patch;
    patch.name = options.names[p];
    patch.type = options.types[p];
    if ((d == 0 && options.cyclicX) || (d == 1 && options.cyclicY) || (d == 2 && options.cyclicZ)) {
      patch.type = "cyclic";
      patch.neighbourPatch = options.names[p ^ 1];
    }
    if (d == 2 && options.emptyZ) patch.type = "empty";
    patch.start = mesh.nFaces();
    for (Label b = 0; b < n[f]; ++b)
      for (Label a = 0; a < n[e]; ++a) {
        std::array<Label, 3> at{};
        at[d] = p % 2 ? n[d] - 1 : 0;
        at[e] = a;
        at[f] = b;
        addFace(at, d, p % 2);
        mesh.owner.push_back(cell(at));
      }
    patch.size = mesh.nFaces() - patch.start;
    mesh.patches.push_back(patch);
  }
  return mesh;
}

/// boxMesh, divided by recursive bisection among the ranks of a communicator (collective).
inline std::unique_ptr<mesh::Mesh> distributedBox(const comm::Communicator& communicator, Label nx, Label ny, Label nz,
                                                  const BoxOptions& options = {}) {
  if (!communicator.master()) return mesh::distribute(communicator, nullptr, {});
  const mesh::PolyMesh whole = boxMesh(nx, ny, nz, options);
  return mesh::distribute(communicator, &whole, mesh::partition(mesh::computeGeometry(whole).cellCentres, communicator.size()));
}

}  // namespace eagre::test
