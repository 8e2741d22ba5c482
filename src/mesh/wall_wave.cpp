// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/wall_wave.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/error.hpp"
#include "mesh/division.hpp"
#include "mesh/near_faces.hpp"
#include "mesh/overlap_sheets.hpp"
#include "mesh/overlaps.hpp"
#include "mesh/rotations.hpp"
#include "mesh/wall_distance.hpp"
#include "mesh/wave_parts.hpp"

namespace eagre::mesh {
namespace {

constexpr double unreached = 1e15;

/// Faces of each cell: those that it owns, then the others.
class CellFaces {
 public:
  explicit CellFaces(const PolyMesh& mesh) : start_(static_cast<std::size_t>(mesh.nCells()) + 1, 0) {
    for (const auto* cells : {&mesh.owner, &mesh.neighbour})
      for (const Label c : *cells) ++start_[c + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    faces_.resize(static_cast<std::size_t>(start_.back()));
    std::vector<Label> next(start_.begin(), start_.end() - 1);
    for (const auto* cells : {&mesh.owner, &mesh.neighbour})
      for (std::size_t f = 0; f < cells->size(); ++f) faces_[next[(*cells)[f]]++] = static_cast<Label>(f);
  }
  template <class Use>
  void each(Label c, Use use) const {
    for (Label i = start_[c]; i < start_[c + 1]; ++i) use(faces_[i]);
  }

 private:
  std::vector<Label> start_, faces_;
};

/// From one patch to its partner.
struct Way {
  Rotation rotation{};
  Vec3 translation{};
  Vec3 place(const Vec3& x) const { return rotation.place(x) + translation; }
};

PatchSums sumsOf(const PolyGeometry& geometry, const PolyPatch& patch) {
  PatchSums sums;
  for (auto f = static_cast<std::size_t>(patch.start); f < static_cast<std::size_t>(patch.start + patch.size); ++f) {
    const double area = mag(geometry.faceAreas[f]);
    sums.area += geometry.faceAreas[f];
    sums.moment += area * geometry.faceCentres[f];
    sums.magArea += area;
  }
  return sums;
}

/// Which faces of the partner lie over a face of an overlapping patch.
class FacesAcross {
 public:
  FacesAcross(const PolyMesh& mesh, const std::vector<int>& partner, const std::map<int, Rotation>& rotations) {
    for (std::size_t a = 0; a < partner.size(); ++a)
      if (periodicPatch(mesh.patches, mesh.patches[a]) >= 0)
        throw Error(
            "cyclicPeriodicAMI patch '" + mesh.patches[a].name + "': distances to walls are not found across such patches",
            ExitCode::badCase);
      else if (isOverlapping(mesh.patches[a]) && static_cast<int>(a) < partner[a])
        find(mesh, static_cast<int>(a), partner[a], rotations);
    std::sort(pairs_.begin(), pairs_.end(),
              [](const Pair& p, const Pair& q) { return std::tie(p.face, p.across) < std::tie(q.face, q.across); });
  }
  /// use(face across, the way from there to here) for those over face f.
  template <class Use>
  void each(Label f, Use use) const {
    for (auto i = std::ranges::lower_bound(pairs_, f, {}, &Pair::face); i != pairs_.end() && i->face == f; ++i)
      use(i->across, ways_[i->way]);
  }

 private:
  struct Pair {
    Label face, across;  ///< in the global mesh
    std::size_t way;
  };

  static std::vector<NearFace> facesOf(const PolyMesh& mesh, const PolyPatch& patch, const Way& way = {}) {
    std::vector<NearFace> faces;
    std::vector<Vec3> corners;
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f) {
      corners.clear();
      for (const Label p : mesh.pointsOf(f)) corners.push_back(way.place(mesh.points[static_cast<std::size_t>(p)]));
      faces.push_back({f, 0, f, triangulated(corners)});
    }
    return faces;
  }
  /// The faces of patch b over those of a.
  void find(const PolyMesh& mesh, int a, int b, const std::map<int, Rotation>& rotations) {
    const PolyPatch& patch = mesh.patches[static_cast<std::size_t>(a)];
    const Vec3 away = separation(patch);
    const bool turned = rotations.contains(a);
    const std::size_t back = ways_.size();
    ways_.push_back({turned ? rotations.at(a) : Rotation{}, -away});
    ways_.push_back({turned ? rotations.at(b) : Rotation{}, away});
    const auto sources = facesOf(mesh, patch, ways_.back());
    const auto targets = facesOf(mesh, mesh.patches[static_cast<std::size_t>(b)]);
    const NearFaces around(targets, sources);
    for (const NearFace& source : sources) {
      std::vector<OverlapPart> parts;
      around.each(source, [&](const NearFace& target) {
        const double area = overlapArea(source.shape, target.shape);
        if (area > leastOverlap * source.shape.area) parts.push_back({&target, area});
      });
      const std::vector<OverlapPart> kept = onOneSheet(std::move(parts));
      for (const auto& [target, area] : kept) {
        pairs_.push_back({source.global, target->global, back});
        pairs_.push_back({target->global, source.global, back + 1});
      }
    }
  }

  std::vector<Pair> pairs_;
  std::vector<Way> ways_;
};

class Wave {
 public:
  Wave(const PolyMesh& mesh, const PolyGeometry& geometry)
      : mesh_(mesh),
        geometry_(geometry),
        cells_(static_cast<std::size_t>(mesh.nCells())),
        faces_(mesh.owner.size()),
        changedCells_(mesh.nCells()),
        changedFaces_(mesh.nFaces()),
        partner_(partnerPatches(mesh.patches)),
        rotations_(
            findRotations(mesh.patches, [&](int p) { return sumsOf(geometry, mesh.patches[static_cast<std::size_t>(p)]); })),
        across_(mesh, partner_, rotations_) {}

  void run() {
    for (const PolyPatch& patch : mesh_.patches)
      if (patch.type == "wall") eachFace(patch, [&](Label f) { tellFace(f, geometry_.faceCentres[f], f); });
    const CellFaces cellFaces(mesh_);
    for (throughPatches(); !changedFaces_.empty(); throughPatches()) {
      changedFaces_.passOn([&](Label f) {
        tellCell(mesh_.owner[f], faces_[f]);
        if (f < mesh_.nInternalFaces()) tellCell(mesh_.neighbour[f], faces_[f]);
      });
      changedCells_.passOn(
          [&](Label c) { cellFaces.each(c, [&](Label f) { tellFace(f, cells_[c].origin, cells_[c].source); }); });
    }
  }
  static double distance(const Nearest& nearest) { return nearest.distSqr < 0 ? unreached : std::sqrt(nearest.distSqr); }
  double cell(Label c) const { return distance(cells_[c]); }
  Label wallFaceOf(Label c) const { return cells_[c].source; }
  double face(Label f) const { return distance(faces_[f]) + small; }

 private:
  template <class Use>
  static void eachFace(const PolyPatch& patch, Use use) {
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f) use(f);
  }
  void tellCell(Label c, const Nearest& news) {
    if (cells_[c].take(geometry_.cellCentres[c], news.origin, news.source)) changedCells_.add(c);
  }
  void tellFace(Label f, const Vec3& origin, Label wallFace) {
    if (faces_[f].take(geometry_.faceCentres[f], origin, wallFace)) changedFaces_.add(f);
  }
  void throughPatches() {
    throughCyclicPatches();
    for (const PolyPatch& patch : mesh_.patches)
      if (isOverlapping(patch)) eachFace(patch, [&](Label f) { takeFromAcross(f); });
  }
  /// A face of an overlapping patch takes the nearest origin of the faces that lie over it.
  void takeFromAcross(Label f) {
    Nearest nearest;
    across_.each(f, [&](Label other, const Way& way) {
      if (const Nearest& theirs = faces_[other]; theirs.distSqr >= 0)
        nearest.take(geometry_.faceCentres[f], way.place(theirs.origin), theirs.source);
    });
    if (nearest.distSqr >= 0) tellFace(f, nearest.origin, nearest.source);
  }
  /// What has changed on a cyclic patch is told to its partner, moved to that side.
  void throughCyclicPatches() {
    for (std::size_t p = 0; p < mesh_.patches.size(); ++p) {
      if (partner_[p] < 0 || isOverlapping(mesh_.patches[p])) continue;
      const auto here = static_cast<Label>(mesh_.patches[p].start);
      const auto there = static_cast<Label>(mesh_.patches[static_cast<std::size_t>(partner_[p])].start);
      struct News {
        Label face;
        Vec3 origin;
        Label wallFace;
      };
      std::vector<News> told;
      for (Label i = 0; i < mesh_.patches[p].size; ++i)
        if (const Nearest& other = faces_[there + i]; changedFaces_.has(there + i))
          told.push_back({here + i, acrossCyclic(static_cast<int>(p), there + i, here + i), other.source});
      for (const News& news : told) tellFace(news.face, news.origin, news.wallFace);
    }
  }

  /// The origin that a face there holds, brought to patch p of the face here.
  Vec3 acrossCyclic(int p, Label there, Label here) const {
    const Vec3& origin = faces_[there].origin;
    if (const auto at = rotations_.find(p); at != rotations_.end()) return at->second.place(origin);
    return origin - geometry_.faceCentres[there] + geometry_.faceCentres[here];
  }

  const PolyMesh& mesh_;
  const PolyGeometry& geometry_;
  std::vector<Nearest> cells_, faces_;
  Changes changedCells_, changedFaces_;
  std::vector<int> partner_;
  std::map<int, Rotation> rotations_;
  FacesAcross across_;
};

}  // namespace

void addWallDistances(const PolyMesh& mesh, PolyGeometry& geometry, bool correctWalls) {
  Wave wave(mesh, geometry);
  wave.run();
  const Label nCells = mesh.nCells();  // which it counts
  geometry.cellWallDistances.resize(static_cast<std::size_t>(nCells));
  geometry.nearestWallFaces.resize(static_cast<std::size_t>(nCells));
  for (Label c = 0; c < nCells; ++c) {
    const Label face = wave.wallFaceOf(c);
    geometry.cellWallDistances[c] = wave.cell(c);
    geometry.nearestWallFaces[c] = face < 0 ? -1 : face - mesh.nInternalFaces();
  }
  geometry.boundaryWallDistances.resize(static_cast<std::size_t>(mesh.nFaces() - mesh.nInternalFaces()));
  for (Label f = mesh.nInternalFaces(); f < mesh.nFaces(); ++f)
    geometry.boundaryWallDistances[f - mesh.nInternalFaces()] = wave.face(f);
  if (correctWalls) correctAtWalls(mesh, geometry);
}

}  // namespace eagre::mesh
