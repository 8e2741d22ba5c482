// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/poly_mesh.hpp"

#include <algorithm>
#include <span>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/blockages.hpp"
#include "mesh/wall_distance.hpp"

namespace eagre::mesh {

using kernel::View;

namespace {

CentreAndArea triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {(1.0 / 3.0) * (a + b + c), 0.5 * cross(b - a, c - a)};
}

/// Triangles about the mean of the points; the centre is their area-weighted mean.
CentreAndArea polygon(std::span<const Vec3> points, std::span<const Label> corners) {
  const std::size_t n = corners.size();
  Vec3 mean = points[corners[0]];
  for (std::size_t i = 1; i < n; ++i) mean += points[corners[i]];
  mean /= static_cast<double>(n);

  Vec3 areaTwice{}, weighted{};
  double magnitude = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3& here = points[corners[i]];
    const Vec3& next = points[corners[i + 1 == n ? 0 : i + 1]];
    const Vec3 normal = cross(next - here, mean - here);
    const double weight = mag(normal);
    areaTwice += normal;
    magnitude += weight;
    weighted += weight * (here + next + mean);
  }
  if (magnitude < rootVSmall) return {mean, {}};
  return {(1.0 / 3.0) * weighted / magnitude, 0.5 * areaTwice};
}

CentreAndArea faceOf(std::span<const Vec3> points, std::span<const Label> corners) {
  return corners.size() == 3 ? triangle(points[corners[0]], points[corners[1]], points[corners[2]]) : polygon(points, corners);
}

void faceGeometry(const PolyMesh& mesh, PolyGeometry& geometry) {
  const auto nFaces = mesh.nFaces();
  geometry.faceCentres.resize(nFaces);
  geometry.faceAreas.resize(nFaces);
  kernel::parallelFor("mesh.faceGeometry", nFaces,
                      [mesh = &mesh,  // it is asked for the corners of faces
                       centres = View(geometry.faceCentres), areas = View(geometry.faceAreas)](Label f) {
                        const auto [centre, area] = faceOf(mesh->points, mesh->pointsOf(f));
                        centres[f] = centre;
                        areas[f] = area;
                      });
}

/// Mean of the face centres of each cell: the apex of its pyramids.
std::vector<Vec3> apexes(const PolyMesh& mesh, Label nCells, std::span<const Vec3> faceCentres) {
  std::vector<Vec3> apex(nCells);
  std::vector<Label> nCellFaces(nCells, 0);
  // A global mesh has no faces of cells yet.
  const auto add = [&](Label cell, Label f) {
    apex[cell] += faceCentres[f];
    ++nCellFaces[cell];
  };
  kernel::sequentialFor("mesh.apexOwner", 0, mesh.nFaces(), [&](Label f) { add(mesh.owner[f], f); });
  kernel::sequentialFor("mesh.apexNeighbour", 0, mesh.nInternalFaces(), [&](Label f) { add(mesh.neighbour[f], f); });
  kernel::parallelFor("mesh.apexMean", nCells, [apex = View(apex), n = View(nCellFaces)](Label c) { apex[c] /= n[c]; });
  return apex;
}

}  // namespace

void addCells(const PolyMesh& mesh, PolyGeometry& geometry) {
  const Label nCells = mesh.nCells();
  const std::vector<Vec3> apex = apexes(mesh, nCells, geometry.faceCentres);
  auto& centres = geometry.cellCentres;
  auto& volumes = geometry.cellVolumes;
  centres.assign(nCells, {});
  volumes.assign(nCells, 0);
  const auto addPyramid = [&](Label cell, const Vec3& base, double volume3) {
    centres[cell] += volume3 * ((3.0 / 4.0) * base + (1.0 / 4.0) * apex[cell]);
    volumes[cell] += volume3;
  };
  kernel::sequentialFor("mesh.pyramidOwner", 0, mesh.nFaces(), [&](Label f) {
    const Label c = mesh.owner[f];
    addPyramid(c, geometry.faceCentres[f], dot(geometry.faceAreas[f], geometry.faceCentres[f] - apex[c]));
  });
  kernel::sequentialFor("mesh.pyramidNeighbour", 0, mesh.nInternalFaces(), [&](Label f) {
    const Label c = mesh.neighbour[f];
    addPyramid(c, geometry.faceCentres[f], dot(geometry.faceAreas[f], apex[c] - geometry.faceCentres[f]));
  });
  kernel::parallelFor("mesh.cellCentre", nCells, [centres = View(centres), volumes = View(volumes), apex = View(apex)](Label c) {
    if (std::abs(volumes[c]) > vSmall)
      centres[c] /= volumes[c];
    else
      centres[c] = apex[c];
    volumes[c] *= 1.0 / 3.0;
  });
}

namespace {

double sign(double x) { return x >= 0 ? 1 : -1; }

/// Normal of the coordinate plane that a wedge patch lies close to.
Vec3 wedgePlaneNormal(const PolyPatch& patch, const PolyGeometry& geometry) {
  Vec3 mean{};
  for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) mean += normalised(geometry.faceAreas[f]);
  mean /= static_cast<double>(patch.size);
  Vec3 plane;
  for (int d = 0; d < 3; ++d) plane[d] = sign(mean[d]) * (std::max(std::abs(mean[d]), 0.5) - 0.5);
  return normalised(plane);
}

}  // namespace

Label PolyMesh::nCells() const {
  Label last = -1;
  for (Label c : owner) last = std::max(last, c);
  for (Label c : neighbour) last = std::max(last, c);
  return last + 1;
}

PolyGeometry computeGeometry(const PolyMesh& mesh) {
  Problems problems;
  checkTopology(mesh, problems);
  problems.throwIfAny("the mesh is not valid");
  return uncheckedGeometry(mesh);
}

CentreAndArea centreAndArea(const PolyMesh& mesh, std::span<const Vec3> points, Label f) {
  return faceOf(points, mesh.pointsOf(f));
}

PolyGeometry facesAlone(const PolyMesh& mesh) {
  PolyGeometry geometry;
  faceGeometry(mesh, geometry);
  return geometry;
}

PolyGeometry facesAndCells(const PolyMesh& mesh) {
  PolyGeometry geometry = facesAlone(mesh);
  blockAll(mesh, geometry.faceAreas);
  addCells(mesh, geometry);
  return geometry;
}

PolyGeometry uncheckedGeometry(const PolyMesh& mesh) {
  PolyGeometry geometry = facesAndCells(mesh);
  geometry.wallDistances = nearWallDistances(mesh, geometry);
  return geometry;
}

bool isPlane(const PolyMesh& mesh, const PolyPatch& patch) {
  std::vector<Vec3> normals;
  for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f)
    normals.push_back(normalised(faceOf(mesh.points, mesh.pointsOf(f)).area));
  Vec3 mean{};
  for (const Vec3& n : normals) mean += n / static_cast<double>(patch.size);
  return std::all_of(normals.begin(), normals.end(), [&](const Vec3& n) { return magSqr(mean - n) <= small; });
}

Directions findDirections(const PolyMesh& mesh, const PolyGeometry& geometry) {
  Vec3 emptySum{}, wedgeSum{};
  for (const PolyPatch& patch : mesh.patches) {
    if (patch.size == 0) continue;
    if (patch.type == "empty")
      for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f)
        for (int d = 0; d < 3; ++d) emptySum[d] += std::abs(geometry.faceAreas[f][d]);
    if (patch.type == "wedge") {
      const Vec3 normal = wedgePlaneNormal(patch, geometry);
      for (int d = 0; d < 3; ++d) wedgeSum[d] += std::abs(normal[d]);
    }
  }
  constexpr double threshold = 1e-6;
  emptySum = normalised(emptySum);
  wedgeSum = normalised(wedgeSum);
  Directions directions;
  for (int d = 0; d < 3; ++d) {
    if (emptySum[d] > threshold) directions.solution[d] = -1;
    directions.geometric[d] = directions.solution[d];
  }
  // As OpenFOAM: where there are wedges, they alone decide the geometric directions.
  if (mag(wedgeSum) > 0)
    for (int d = 0; d < 3; ++d) directions.geometric[d] = wedgeSum[d] > threshold ? -1 : 1;
  return directions;
}

}  // namespace eagre::mesh
