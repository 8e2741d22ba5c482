// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/division.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/overlaps.hpp"

namespace eagre::mesh {

using kernel::View;

namespace {

Motion& motionOf(Mesh& mesh) {
  if (!mesh.motion) throw Error("the points of a mesh are to move, but it is a static one");
  return *mesh.motion;
}

/// Volume swept by a triangle whose corners go on straight lines: the mean displacement times the mean of the area vector in
/// time,
///     (d_a + d_b + d_c)/3 . 1/2 int_0^1 (e1 + t f1) x (e2 + t f2) dt,
/// with the edges e1, e2 from corner a before, and what is added to them, f1 and f2.
double sweptByTriangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& da, const Vec3& db, const Vec3& dc) {
  const Vec3 e1 = b - a, e2 = c - a, f1 = db - da, f2 = dc - da;
  const Vec3 areaTwice = cross(e1, e2) + 0.5 * (cross(e1, f2) + cross(f1, e2)) + (1.0 / 3.0) * cross(f1, f2);
  return (1.0 / 6.0) * dot(da + db + dc, areaTwice);
}

/// Centres and areas of faces, as complete() expects them.
void placeFaces(const PolyGeometry& geometry, Mesh& mesh) {
  const MeshPoints& points = *mesh.points;
  mesh.firstCf = 0;
  mesh.Cf.resize(static_cast<std::size_t>(mesh.nFaces()));
  mesh.Sf = {};
  mesh.Sf.vectors.resize(mesh.Cf.size());
  kernel::parallelFor("mesh.placeFaces", static_cast<Label>(points.faceOf.size()),
                      [faceOf = View(points.faceOf), centres = View(geometry.faceCentres), areas = View(geometry.faceAreas),
                       flipped = View(mesh.faceFlipped), Cf = View(mesh.Cf), Sf = View(mesh.Sf.vectors)](Label i) {
                        const Label f = faceOf[i];
                        if (f < 0) return;
                        Cf[f] = centres[i];
                        Sf[f] = flipped[f] ? -areas[i] : areas[i];
                      });
}

/// Shares areas between cyclicACMI patches and their blockages, before cells are made of them.
void shareAreas(PolyGeometry& geometry, Mesh& mesh) {
  kernel::parallelFor("mesh.shareAreas", mesh.nFaces(),
                      [parts = View(mesh.overlaps->parts), Sf = View(mesh.Sf.vectors)](Label f) { Sf[f] *= parts[f]; });
  const std::vector<Label>& faceOf = mesh.points->faceOf;
  kernel::parallelFor("mesh.shareAreas, of cells", static_cast<Label>(faceOf.size()),
                      [faceOf = View(faceOf), parts = View(mesh.overlaps->parts), areas = View(geometry.faceAreas)](Label i) {
                        if (faceOf[i] >= 0) areas[i] *= parts[faceOf[i]];
                      });
}

/// Volume and extent of the global mesh. Collective.
void updateGlobalFacts(Mesh& mesh) {
  const std::vector<Vec3>& points = mesh.points->shape.points;
  const auto& communicator = mesh.communicator();
  mesh.totalVolume = communicator.sum(std::accumulate(mesh.V.begin(), mesh.V.begin() + mesh.nCells, 0.0));
  for (int d = 0; d < 3; ++d) {
    double highest = -vGreat, fromLowest = -vGreat;
    for (const Vec3& p : points) {
      highest = std::max(highest, p[d]);
      fromLowest = std::max(fromLowest, -p[d]);
    }
    mesh.extent[d] = communicator.max(highest) + communicator.max(fromLowest);
  }
}

/// Mesh::corners of the patches that have them.
void updatePatchCorners(Mesh& mesh) {
  if (mesh.corners.empty()) return;
  const MeshPoints& points = *mesh.points;
  std::vector<Label> shapeFace(static_cast<std::size_t>(mesh.nFaces()), -1);
  for (std::size_t i = 0; i < points.faceOf.size(); ++i)
    if (points.faceOf[i] >= 0) shapeFace[points.faceOf[i]] = static_cast<Label>(i);
  for (auto& [name, corners] : mesh.corners) {
    const Patch& patch = *mesh.findPatch(name);
    auto to = corners.points.begin();
    for (Label b = patch.start; b < patch.start + patch.size; ++b)
      for (const Label p : points.shape.pointsOf(shapeFace[mesh.nInteriorFaces() + b])) *to++ = points.shape.points[p];
  }
}

}  // namespace

double sweptVolume(const PolyMesh& mesh, std::span<const Vec3> before, std::span<const Vec3> after, Label face) {
  const auto corners = mesh.pointsOf(face);
  const std::size_t n = corners.size();
  const auto moved = [&](std::size_t i) { return after[corners[i]] - before[corners[i]]; };
  if (n == 3) return sweptByTriangle(before[corners[0]], before[corners[1]], before[corners[2]], moved(0), moved(1), moved(2));
  Vec3 mean{}, displacement{};
  for (std::size_t i = 0; i < n; ++i) {
    mean += before[corners[i]];
    displacement += moved(i);
  }
  mean /= static_cast<double>(n);
  displacement /= static_cast<double>(n);
  double volume = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t next = i + 1 == n ? 0 : i + 1;
    volume += sweptByTriangle(before[corners[i]], before[corners[next]], mean, moved(i), moved(next), displacement);
  }
  // A pyramid on the whole face, S . (centre - apex) / 3, has this much more than those on its triangles. It is 0 on a plane
  // face, and on any with four corners.
  const auto [oldCentre, oldArea] = centreAndArea(mesh, before, face);
  const auto [centre, area] = centreAndArea(mesh, after, face);
  return volume + (1.0 / 3.0) * (dot(area, centre - (mean + displacement)) - dot(oldArea, oldCentre - mean));
}

namespace {

/// The present geometry is that of the start of the time step.
void keepOldPlaces(const Mesh& mesh, Motion& motion) {
  motion.oldPoints = mesh.points->shape.points;
  motion.oldBoundaryCf.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  kernel::parallelFor("mesh.oldBoundaryCf", mesh.nBoundaryFaces,
                      [old = View(motion.oldBoundaryCf), Cf = mesh.faceCentres(), first = mesh.nInteriorFaces()](Label b) {
                        old[b] = Cf(first + b);
                      });
}

/// The present geometry is that of all times before.
void forgetMotion(const Mesh& mesh, Motion& motion) {
  keepOldPlaces(mesh, motion);
  motion.V0 = motion.V00 = mesh.V;
  motion.swept.assign(static_cast<std::size_t>(mesh.nFaces()), 0);
  motion.sweptBefore = motion.swept;
}

}  // namespace

void placeFromPoints(Mesh& mesh) {
  PolyGeometry geometry = facesAlone(mesh.points->shape);
  placeFaces(geometry, mesh);
  if (mesh.overlaps) findOverlaps(mesh);
  if (mesh.overlaps && !mesh.overlaps->parts.empty()) shareAreas(geometry, mesh);
  addCells(mesh.points->shape, geometry);
  std::copy_n(geometry.cellCentres.begin(), mesh.nCells, mesh.C.begin());
  std::copy_n(geometry.cellVolumes.begin(), mesh.nCells, mesh.V.begin());
  completeGeometry(mesh, mesh.communicator());
}

void allowMotion(const PolyMesh* whole, Mesh& mesh, bool isRigid, bool correctWalls) {
  if (!mesh.points) keepPoints(whole, mesh);
  auto motion = std::make_unique<Motion>();
  motion->isRigid = isRigid;
  forgetMotion(mesh, *motion);
  std::vector<std::string> walls;
  for (const PolyPatch& patch : mesh.globalPatches)
    if (patch.type == "wall") walls.push_back(patch.name);
  if (!walls.empty()) motion->walls.emplace(whole, mesh);
  if (!walls.empty() && !isRigid && mesh.communicator().any(!mesh.cellWallDistance.empty()))
    motion->wallDistances.emplace(whole, walls, correctWalls);
  mesh.motion = std::move(motion);
}

void beginMotionStep(Mesh& mesh) {
  Motion& motion = motionOf(mesh);
  motion.V00.swap(motion.V0);
  motion.V0 = mesh.V;
  motion.sweptBefore.swap(motion.swept);
  std::fill(motion.swept.begin(), motion.swept.end(), 0.0);
  keepOldPlaces(mesh, motion);
  motion.moving = true;
}

void placePoints(Mesh& mesh, std::vector<Vec3> points) {
  movePoints(mesh, std::move(points));
  forgetMotion(mesh, *mesh.motion);
}

void movePoints(Mesh& mesh, std::vector<Vec3> positions) {
  Motion& motion = motionOf(mesh);
  MeshPoints& points = *mesh.points;
  if (positions.size() != points.shape.points.size())
    throw Error(fmt::format("{} positions are given for the {} points of this rank's mesh", positions.size(),
                            points.shape.points.size()));
  points.shape.points = std::move(positions);
  placeFromPoints(mesh);
  updateGlobalFacts(mesh);
  updatePatchCorners(mesh);
  if (motion.walls) motion.walls->update(mesh);
  if (motion.wallDistances && motion.findsWallDistances)
    motion.wallDistances->find(mesh, mesh.cellWallDistance, mesh.boundaryWallDistance, &mesh.nearestWallFace);
  kernel::parallelFor("mesh.sweptVolumes", static_cast<Label>(points.faceOf.size()),
                      [shape = &std::as_const(points.shape),  // it is asked for the corners of faces
                       faceOf = View(points.faceOf), before = std::span<const Vec3>(motion.oldPoints),
                       flipped = View(mesh.faceFlipped), swept = View(motion.swept)](Label i) {
                        const Label f = faceOf[i];
                        if (f < 0) return;
                        const double volume = sweptVolume(*shape, before, shape->points, i);
                        swept[f] = flipped[f] ? -volume : volume;
                      });
  if (mesh.overlaps && !mesh.overlaps->parts.empty())
    kernel::parallelFor("mesh.shareSwept", mesh.nFaces(),
                        [parts = View(mesh.overlaps->parts), swept = View(motion.swept)](Label f) { swept[f] *= parts[f]; });
  ++mesh.geometryVersion;
}

}  // namespace eagre::mesh
