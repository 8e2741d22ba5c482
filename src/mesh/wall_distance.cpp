// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/wall_distance.hpp"

#include <algorithm>
#include <limits>

namespace eagre::mesh {
namespace {

/// Distance of p to the triangle a b c: the region of the plane over which p lies decides (Ericson 2005, section 5.1.5).
double distanceToTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double abA = dot(ab, ap), acA = dot(ac, ap), abB = dot(ab, bp), acB = dot(ac, bp), abC = dot(ab, cp), acC = dot(ac, cp);
  if (abA <= 0 && acA <= 0) return mag(ap);
  if (abB >= 0 && acB <= abB) return mag(bp);
  if (acC >= 0 && abC <= acC) return mag(cp);
  const double overAB = abA * acB - abB * acA, overAC = abC * acA - abA * acC, overBC = abB * acC - abC * acB;
  const auto isOverEdge = [](double over, double behindStart, double beforeEnd) {
    return over <= 0 && behindStart >= 0 && beforeEnd >= 0;
  };
  if (isOverEdge(overAB, abA, -abB)) return mag(ap - abA / (abA - abB) * ab);
  if (isOverEdge(overAC, acA, -acC)) return mag(ap - acA / (acA - acC) * ac);
  if (isOverEdge(overBC, acB - abB, abC - acC)) return mag(bp - (acB - abB) / ((acB - abB) + (abC - acC)) * (c - b));
  const double sum = overAB + overAC + overBC;
  return mag(ap - overAC / sum * ab - overAB / sum * ac);
}

}  // namespace

double distanceToFace(const PolyMesh& mesh, const Vec3& centre, Label f, const Vec3& p) {
  double nearest = std::numeric_limits<double>::max();
  const Label begin = mesh.faceOffsets[f], end = mesh.faceOffsets[f + 1];
  for (Label i = begin; i < end; ++i) {
    const Vec3 &here = mesh.points[mesh.facePoints[i]], &next = mesh.points[mesh.facePoints[i + 1 == end ? begin : i + 1]];
    nearest = std::min(nearest, distanceToTriangle(p, here, next, centre));
  }
  return nearest;
}

namespace {

/// The faces of one patch, by the points that they use.
class PatchPoints {
 public:
  PatchPoints(const PolyMesh& mesh, const PolyPatch& patch) : mesh_(mesh) {
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f)
      for (Label i = mesh.faceOffsets[f]; i < mesh.faceOffsets[f + 1]; ++i) uses_.emplace_back(mesh.facePoints[i], f);
    std::sort(uses_.begin(), uses_.end());
  }
  /// use(face): those that share a point with face f, itself too, some of them more than once.
  template <class Use>
  void eachNeighbour(Label f, Use use) const {
    for (Label i = mesh_.faceOffsets[f]; i < mesh_.faceOffsets[f + 1]; ++i) eachFaceAt(mesh_.facePoints[i], use);
  }
  /// use(face): those of the patch that have a point.
  template <class Use>
  void eachFaceAt(Label point, Use use) const {
    for (auto u = std::lower_bound(uses_.begin(), uses_.end(), std::pair(point, Label(0))); u != uses_.end() && u->first == point;
         ++u)
      use(u->second);
  }

 private:
  const PolyMesh& mesh_;
  std::vector<std::pair<Label, Label>> uses_;  ///< point, face
};

/// Cells around each of a mesh's points that walls use.
class PointCells {
 public:
  explicit PointCells(const PolyMesh& mesh) {
    std::vector<char> onWall(mesh.points.size(), 0);
    for (const PolyPatch& patch : mesh.patches)
      if (patch.type == "wall")
        for (Label i = mesh.faceOffsets[patch.start]; i < mesh.faceOffsets[patch.start + patch.size]; ++i)
          onWall[mesh.facePoints[i]] = 1;
    const auto add = [&](Label f, Label cell) {
      for (Label i = mesh.faceOffsets[f]; i < mesh.faceOffsets[f + 1]; ++i)
        if (onWall[mesh.facePoints[i]]) uses_.emplace_back(mesh.facePoints[i], cell);
    };
    for (Label f = 0; f < mesh.nFaces(); ++f) add(f, mesh.owner[f]);
    for (Label f = 0; f < mesh.nInternalFaces(); ++f) add(f, mesh.neighbour[f]);
    std::sort(uses_.begin(), uses_.end());
    uses_.erase(std::unique(uses_.begin(), uses_.end()), uses_.end());
  }
  template <class Use>
  void each(Label point, Use use) const {
    for (auto u = std::lower_bound(uses_.begin(), uses_.end(), std::pair(point, Label(0))); u != uses_.end() && u->first == point;
         ++u)
      use(u->second);
  }

 private:
  std::vector<std::pair<Label, Label>> uses_;  ///< point, cell
};

/// The face of a wall that is nearest to a point, of those that are tried.
struct NearestFace {
  double distance = std::numeric_limits<double>::max();
  Label face = -1;
  void tryFace(const PolyMesh& mesh, const PolyGeometry& geometry, Label f, const Vec3& p) {
    const double d = distanceToFace(mesh, geometry.faceCentres[f], f, p);
    if (d < distance) *this = {d, f};
  }
};

/// Calls use(f, nearest) for each wall face: of those that share a point with it the one that is nearest to the cell behind it.
template <class Use>
void eachNearestFace(const PolyMesh& mesh, const PolyGeometry& geometry, Use use) {
  for (const PolyPatch& patch : mesh.patches) {
    if (patch.type != "wall") continue;
    const PatchPoints points(mesh, patch);
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f) {
      NearestFace nearest;
      points.eachNeighbour(f, [&](Label g) { nearest.tryFace(mesh, geometry, g, geometry.cellCentres[mesh.owner[f]]); });
      use(f, nearest);
    }
  }
}

}  // namespace

void correctAtWalls(const PolyMesh& mesh, PolyGeometry& geometry) {
  std::vector<char> done(geometry.cellWallDistances.size(), 0);
  const auto set = [&](Label c, const NearestFace& nearest) {
    geometry.cellWallDistances[c] = nearest.distance;
    if (!done[c]) geometry.nearestWallFaces[c] = nearest.face - mesh.nInternalFaces();
    done[c] = 1;
  };
  // Of several faces the last one gives the distance, the first one stays the nearest: as in OpenFOAM.
  eachNearestFace(mesh, geometry, [&](Label f, const NearestFace& nearest) { set(mesh.owner[f], nearest); });
  const PointCells cells(mesh);
  for (const PolyPatch& patch : mesh.patches) {
    if (patch.type != "wall") continue;
    const PatchPoints points(mesh, patch);
    for (Label i = mesh.faceOffsets[patch.start]; i < mesh.faceOffsets[patch.start + patch.size]; ++i) {
      const Label point = mesh.facePoints[i];
      cells.each(point, [&](Label c) {  // of several points the first one decides
        if (done[c]) return;
        NearestFace nearest;
        points.eachFaceAt(point, [&](Label f) { nearest.tryFace(mesh, geometry, f, geometry.cellCentres[c]); });
        set(c, nearest);
      });
    }
  }
}

std::vector<double> nearWallDistances(const PolyMesh& mesh, const PolyGeometry& geometry) {
  const Label first = mesh.nInternalFaces();
  std::vector<double> distances(static_cast<std::size_t>(mesh.nFaces() - first), 0.0);
  eachNearestFace(mesh, geometry, [&](Label f, const NearestFace& nearest) {
    distances[static_cast<std::size_t>(f - first)] = nearest.distance;
  });
  return distances;
}

}  // namespace eagre::mesh
