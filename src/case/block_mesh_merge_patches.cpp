// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_merge_patches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>

namespace eagre::case_ {

namespace {

using mesh::PolyMesh;
using mesh::PolyPatch;

/// What is to become of each point and face.
struct Changes {
  std::vector<Label> pointOf;                  ///< the point that takes each one's place; itself if it stays
  std::vector<char> removed;                   ///< faces that go
  std::unordered_map<Label, Label> partnerOf;  ///< master face -> slave face that it joins
};

struct PatchGeometry {
  std::vector<Label> faces;
  std::vector<Label> points;                       ///< in order of first use
  std::unordered_map<Label, double> shortestEdge;  ///< at each point
};

PatchGeometry patchGeometry(const PolyMesh& mesh, const PolyPatch& patch) {
  PatchGeometry result;
  result.faces.resize(patch.size);
  std::iota(result.faces.begin(), result.faces.end(), static_cast<Label>(patch.start));
  const auto note = [&](Label p, double length) {
    const auto [it, isNew] = result.shortestEdge.try_emplace(p, length);
    if (isNew) result.points.push_back(p);
    it->second = std::min(it->second, length);
  };
  for (const Label f : result.faces) {
    const auto points = mesh.pointsOf(f);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Label a = points[i], b = points[(i + 1) % points.size()];
      const double length = mag(mesh.points[b] - mesh.points[a]);
      note(a, length);
      note(b, length);
    }
  }
  return result;
}

/// Joins one pair; the changes are gathered, the mesh stays as it is.
class PairJoiner {
 public:
  PairJoiner(const PolyMesh& mesh, const PolyPatch& master, const PolyPatch& slave, const Place& place, Changes& changes)
      : mesh_(mesh),
        masterPatch_(master),
        slavePatch_(slave),
        place_(place),
        changes_(changes),
        master_(patchGeometry(mesh, master)),
        slave_(patchGeometry(mesh, slave)) {}

  void join() {
    matchPoints();
    std::unordered_map<Label, std::vector<Label>> masterFacesOfPoint;
    for (const Label f : master_.faces)
      for (const Label p : mesh_.pointsOf(f)) masterFacesOfPoint[p].push_back(f);
    std::vector<Label> lonelySlaves;
    for (const Label s : slave_.faces) {
      const Label m = findMaster(s, masterFacesOfPoint);
      if (m < 0) {
        lonelySlaves.push_back(s);
        continue;
      }
      changes_.partnerOf[m] = s;
      changes_.removed[s] = 1;
    }
    if (lonelySlaves.size() == slave_.faces.size()) fail("no face of one coincides with a face of the other");
    std::vector<Label> lonelyMasters;
    for (const Label m : master_.faces)
      if (!changes_.partnerOf.contains(m)) lonelyMasters.push_back(m);
    for (const Label s : lonelySlaves)
      for (const Label m : lonelyMasters)
        if (holdsPointOf(s, m) || holdsPointOf(m, s)) fail("faces overlap without coinciding");
    for (const auto& [s, m] : masterOf_) changes_.pointOf[s] = m;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(place_,
                fmt::format("mergePatchPairs ({} {}): {}; patches can only be merged whose faces coincide where they touch, "
                            "face by face",
                            masterPatch_.name, slavePatch_.name, what));
  }

  void matchPoints() {
    const Vec3 direction{0.5411961, 0.6234898, 0.5642733};  // along which few points of a regular mesh coincide
    std::vector<std::pair<double, Label>> sorted;
    for (const Label p : master_.points) sorted.emplace_back(dot(direction, mesh_.points[p]), p);
    std::sort(sorted.begin(), sorted.end());
    for (const Label s : slave_.points) {
      const Vec3& x = mesh_.points[s];
      const double reach = mergeTolerance * slave_.shortestEdge.at(s), at = dot(direction, x);
      double nearest = reach;
      for (auto it = std::lower_bound(sorted.begin(), sorted.end(), std::pair(at - reach, Label{0}));
           it != sorted.end() && it->first <= at + reach; ++it) {
        const double distance = mag(mesh_.points[it->second] - x);
        if (distance >= nearest || distance >= mergeTolerance * master_.shortestEdge.at(it->second)) continue;
        nearest = distance;
        masterOf_[s] = it->second;
      }
    }
  }

  /// The master face that a slave face coincides with, or -1.
  Label findMaster(Label slave, const std::unordered_map<Label, std::vector<Label>>& masterFacesOfPoint) const {
    std::vector<Label> wanted;
    for (const Label p : mesh_.pointsOf(slave)) {
      const auto it = masterOf_.find(p);
      if (it == masterOf_.end()) return -1;
      wanted.push_back(it->second);
    }
    std::sort(wanted.begin(), wanted.end());
    for (const Label m : masterFacesOfPoint.at(wanted.front())) {
      std::vector<Label> points(mesh_.pointsOf(m).begin(), mesh_.pointsOf(m).end());
      std::sort(points.begin(), points.end());
      if (points == wanted) return m;
    }
    return -1;
  }

  /// Whether the centre or a point of face b lies inside face a, seen along a's normal and close to its plane.
  bool holdsPointOf(Label a, Label b) const {
    const auto pa = mesh_.pointsOf(a), pb = mesh_.pointsOf(b);
    Vec3 centreA, centreB;
    for (const Label p : pa) centreA += mesh_.points[p] / static_cast<double>(pa.size());
    for (const Label p : pb) centreB += mesh_.points[p] / static_cast<double>(pb.size());
    Vec3 normal;
    double size = 0;
    for (std::size_t i = 0; i < pa.size(); ++i) {
      const Vec3 r = mesh_.points[pa[i]] - centreA;
      normal += cross(r, mesh_.points[pa[(i + 1) % pa.size()]] - centreA);
      size = std::max(size, mag(r));
    }
    normal = normalised(normal);
    const auto inside = [&](const Vec3& x) {
      if (std::abs(dot(x - centreA, normal)) > 0.1 * size) return false;
      for (std::size_t i = 0; i < pa.size(); ++i) {
        const Vec3 p = mesh_.points[pa[i]], edge = mesh_.points[pa[(i + 1) % pa.size()]] - p;
        if (dot(cross(edge, x - p), normal) < mergeTolerance * mag(edge) * size) return false;
      }
      return true;
    };
    return inside(centreB) || std::any_of(pb.begin(), pb.end(), [&](Label p) { return inside(mesh_.points[p]); });
  }

  static constexpr double mergeTolerance = 0.05;
  const PolyMesh& mesh_;
  const PolyPatch &masterPatch_, &slavePatch_;
  const Place& place_;
  Changes& changes_;
  PatchGeometry master_, slave_;
  std::unordered_map<Label, Label> masterOf_;  ///< slave point -> master point
};

const PolyPatch& findPatch(const PolyMesh& mesh, const std::string& name, const Place& place) {
  std::vector<std::string> names;
  for (const PolyPatch& patch : mesh.patches) {
    if (patch.name == name) return patch;
    names.push_back(patch.name);
  }
  throw Error(place, "mergePatchPairs: " + unknownWordMessage("patch", name, names));
}

/// Writes a mesh anew with the changes.
class Rebuilder {
 public:
  Rebuilder(const PolyMesh& old, Changes& changes) : old_(old), changes_(changes) {}

  PolyMesh rebuild() {
    movePoints();
    addInternalFaces();
    for (const PolyPatch& patch : old_.patches) addPatch(patch);
    return std::move(new_);
  }

 private:
  void movePoints() {
    newPoint_.assign(old_.points.size(), -1);
    for (Label p = 0; p < static_cast<Label>(old_.points.size()); ++p) {
      if (changes_.pointOf[p] != p) continue;
      newPoint_[p] = static_cast<Label>(new_.points.size());
      new_.points.push_back(old_.points[p]);
    }
    for (Label p = 0; p < static_cast<Label>(old_.points.size()); ++p) {
      Label kept = p;
      while (changes_.pointOf[kept] != kept) kept = changes_.pointOf[kept];  // a master point can be the slave of another pair
      newPoint_[p] = newPoint_[kept];
    }
  }

  void addFace(const std::vector<Label>& points, Label owner) {
    for (const Label p : points) new_.facePoints.push_back(newPoint_[p]);
    new_.faceOffsets.push_back(static_cast<Label>(new_.facePoints.size()));
    new_.owner.push_back(owner);
  }
  std::vector<Label> pointsOf(Label f) const { return {old_.pointsOf(f).begin(), old_.pointsOf(f).end()}; }

  struct InternalFace {
    Label owner, neighbour, face;  ///< face of the old mesh: the master's if two join
  };

  void addInternalFaces() {
    std::vector<InternalFace> faces;
    for (Label f = 0; f < old_.nInternalFaces(); ++f) faces.push_back({old_.owner[f], old_.neighbour[f], f});
    for (const auto& [master, slave] : changes_.partnerOf) {
      const Label a = old_.owner[master], b = old_.owner[slave];
      faces.push_back({std::min(a, b), std::max(a, b), master});
    }
    std::sort(faces.begin(), faces.end(), [](const InternalFace& a, const InternalFace& b) {
      return std::tie(a.owner, a.neighbour, a.face) < std::tie(b.owner, b.neighbour, b.face);
    });
    for (const InternalFace& f : faces) {
      std::vector<Label> points = pointsOf(f.face);
      if (const auto it = changes_.partnerOf.find(f.face); it != changes_.partnerOf.end()) {
        // As the slave's cell sees it, turned round if the master's cell owns the face; the first point is the slave's.
        points = pointsOf(it->second);
        if (f.owner == old_.owner[f.face]) std::reverse(points.begin() + 1, points.end());
      }
      addFace(points, f.owner);
      new_.neighbour.push_back(f.neighbour);
    }
  }

  void addPatch(PolyPatch patch) {
    const Label start = new_.nFaces();
    for (Label f = static_cast<Label>(patch.start); f < static_cast<Label>(patch.start + patch.size); ++f)
      if (!changes_.removed[f] && !changes_.partnerOf.contains(f)) addFace(pointsOf(f), old_.owner[f]);
    patch.start = start;
    patch.size = new_.nFaces() - start;
    if (patch.size > 0) new_.patches.push_back(std::move(patch));
  }

  const PolyMesh& old_;
  Changes& changes_;
  PolyMesh new_;
  std::vector<Label> newPoint_;
};

}  // namespace

void mergePatchPairs(PolyMesh& mesh, const std::vector<std::pair<std::string, std::string>>& pairs, const Place& place) {
  if (pairs.empty()) return;
  Changes changes;
  changes.pointOf.resize(mesh.points.size());
  std::iota(changes.pointOf.begin(), changes.pointOf.end(), 0);
  changes.removed.assign(mesh.nFaces(), 0);
  for (const auto& [master, slave] : pairs) {
    if (master == slave) throw Error(place, fmt::format("mergePatchPairs: patch '{}' cannot be merged with itself", master));
    PairJoiner(mesh, findPatch(mesh, master, place), findPatch(mesh, slave, place), place, changes).join();
  }
  mesh = Rebuilder(mesh, changes).rebuild();
}

}  // namespace eagre::case_
