// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_cyclic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "config/dictionary.hpp"
#include "core/error.hpp"

namespace eagre::case_ {

namespace {

using mesh::PolyMesh;
using mesh::PolyPatch;

struct FaceShape {
  Vec3 centre, area;
};

FaceShape faceShape(const PolyMesh& mesh, Label f) {
  const auto points = mesh.pointsOf(f);
  Vec3 mean;
  for (const Label p : points) mean += mesh.points[p] / static_cast<double>(points.size());
  FaceShape shape;
  Vec3 moment;
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 a = mesh.points[points[i]], b = mesh.points[points[(i + 1) % points.size()]];
    const Vec3 area = 0.5 * cross(b - a, mean - a);
    shape.area += area;
    sum += mag(area);
    moment += mag(area) * (a + b + mean) / 3;
  }
  shape.centre = sum > 0 ? moment / sum : mean;
  return shape;
}

/// x -> rotation (x - origin) + origin + shift
struct Transform {
  Tensor rotation = identityTensor();
  Vec3 origin, shift;
  Vec3 operator()(const Vec3& x) const { return dot(rotation, x - origin) + origin + shift; }
};

/// Rows a, b, c.
Tensor fromRows(const Vec3& a, const Vec3& b, const Vec3& c) { return {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}; }

Tensor product(const Tensor& a, const Tensor& b) {
  Tensor r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  return r;
}

/// The rotation that turns unit vector a into b by the shortest way.
Tensor rotationFromTo(const Vec3& a, const Vec3& b) {
  const double c = dot(a, b);
  Vec3 axis = cross(a, b);
  const double s = mag(axis);
  if (s < small) return identityTensor();
  axis = axis / s;
  const Tensor skew{0, -axis.z, axis.y, axis.z, 0, -axis.x, -axis.y, axis.x, 0};
  Tensor r = identityTensor();
  r *= c;
  r += s * skew;
  r += (1 - c) * outer(axis, axis);
  return r;
}

/// The two sides of a cyclic pair, first and second in the mesh.
class CyclicPair {
 public:
  CyclicPair(PolyMesh& mesh, const PolyPatch& first, const PolyPatch& second) : mesh_(mesh), first_(first), second_(second) {
    for (Label i = 0; i < static_cast<Label>(first.size); ++i)
      shapes0_.push_back(faceShape(mesh, static_cast<Label>(first.start) + i));
    for (Label i = 0; i < static_cast<Label>(second.size); ++i)
      shapes1_.push_back(faceShape(mesh, static_cast<Label>(second.start) + i));
    tolerance_ = has(first, "matchTolerance") ? value<double>(first, "matchTolerance") : 1e-4;
  }

  /// moved: for each face of the mesh where it is now.
  void order(std::vector<Label>& moved) {
    const Transform transform = findTransform();
    const Label n = static_cast<Label>(second_.size);
    const std::vector<Label> partner = match(transform);
    std::vector<std::vector<Label>> faces(n);
    std::vector<Label> owner(n);
    for (Label i = 0; i < n; ++i) {
      const Label f = static_cast<Label>(second_.start) + i, other = static_cast<Label>(first_.start) + partner[i];
      auto points = std::vector<Label>(mesh_.pointsOf(f).begin(), mesh_.pointsOf(f).end());
      const Vec3 anchor = transform(mesh_.points[mesh_.pointsOf(other)[0]]);
      const auto start = std::min_element(points.begin(), points.end(), [&](Label a, Label b) {
        return magSqr(mesh_.points[a] - anchor) < magSqr(mesh_.points[b] - anchor);
      });
      if (mag(mesh_.points[*start] - anchor) > faceTolerance(i)) fail("the points of the two sides do not correspond");
      std::rotate(points.begin(), start, points.end());
      if (!faces[partner[i]].empty()) fail("two faces have the same partner");
      faces[partner[i]] = std::move(points);
      owner[partner[i]] = mesh_.owner[f];
      moved[f] = static_cast<Label>(second_.start) + partner[i];
    }
    write(faces, owner);
  }

 private:
  static bool has(const PolyPatch& patch, std::string_view keyword) {
    return std::any_of(patch.otherEntries.begin(), patch.otherEntries.end(), [&](const auto& e) { return e.first == keyword; });
  }
  static const std::string& entry(const PolyPatch& patch, std::string_view keyword) {
    const auto& entries = patch.otherEntries;
    const auto it = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.first == keyword; });
    if (it != entries.end()) return it->second;
    throw Error(fmt::format("cyclic patch '{}' needs an entry '{}'", patch.name, keyword), ExitCode::badCase);
  }
  template <class T>
  static T value(const PolyPatch& patch, std::string_view keyword) {
    const std::string text = fmt::format("{} {};", keyword, entry(patch, keyword));
    return config::Dictionary::parse(text, "cyclic patch " + patch.name).get<T>(keyword);
  }

  [[noreturn]] void fail(std::string_view what) const {
    throw Error(fmt::format("cyclic patches '{}' and '{}' do not match: {}", first_.name, second_.name, what), ExitCode::badCase);
  }

  Transform findTransform() const {
    const std::string kind = has(first_, "transform") ? entry(first_, "transform") : "unknown";
    if (kind == "rotational") return givenRotation();
    Transform transform;
    if (kind == "translational") {
      // A patch's vector leads from it to its neighbour.
      transform.shift = -value<Vec3>(second_, "separationVector");
      return transform;
    }
    const auto largest = [](const std::vector<FaceShape>& shapes) {
      return std::max_element(shapes.begin(), shapes.end(),
                              [](const auto& a, const auto& b) { return magSqr(a.area) < magSqr(b.area); })
          ->area;
    };
    const Vec3 n0 = normalised(largest(shapes0_)), n1 = normalised(largest(shapes1_));
    if (std::abs(dot(n0, n1)) < 1 - tolerance_)
      transform.rotation = rotationFromTo(n0, -n1);
    else
      transform.shift = meanPoint(second_) - meanPoint(first_);
    return transform;
  }

  Transform givenRotation() const {
    Transform transform;
    transform.origin = value<Vec3>(first_, "rotationCentre");
    const Vec3 axis = normalised(value<Vec3>(first_, "rotationAxis"));
    // Where the face furthest from the axis is, seen along the axis.
    const auto direction = [&](const std::vector<FaceShape>& shapes) {
      Vec3 best;
      for (const FaceShape& s : shapes) {
        const Vec3 n = cross(s.centre - transform.origin, axis);
        if (magSqr(n) > magSqr(best)) best = n;
      }
      return normalised(best);
    };
    const Vec3 n0 = direction(shapes0_), n1 = -direction(shapes1_);
    transform.rotation = product(transpose(fromRows(axis, cross(-n1, axis), -n1)), fromRows(axis, cross(n0, axis), n0));
    return transform;
  }

  Vec3 meanPoint(const PolyPatch& patch) const {
    std::vector<Label> points(mesh_.facePoints.begin() + mesh_.faceOffsets[patch.start],
                              mesh_.facePoints.begin() + mesh_.faceOffsets[patch.start + patch.size]);
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    Vec3 sum;
    for (const Label p : points) sum += mesh_.points[p];
    return sum / static_cast<double>(points.size());
  }

  /// matchTolerance times the largest distance of the face's points from its centre.
  double faceTolerance(Label i) const {
    double size = small;
    for (const Label p : mesh_.pointsOf(static_cast<Label>(second_.start) + i)) {
      const Vec3& x = mesh_.points[p];
      size = std::max({size, mag(x - shapes1_[i].centre), small * std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)})});
    }
    return tolerance_ * size;
  }

  /// For each face of the second patch its partner in the first: the nearest centre within the tolerance.
  std::vector<Label> match(const Transform& transform) const {
    // Sorted along a direction that no mesh is aligned with, so that few candidates are near.
    const Vec3 direction{0.5411961, 0.6234898, 0.5642733};
    std::vector<std::pair<double, Label>> sorted;
    std::vector<Vec3> centres;
    for (const FaceShape& s : shapes0_) {
      centres.push_back(transform(s.centre));
      sorted.emplace_back(dot(direction, centres.back()), static_cast<Label>(centres.size()) - 1);
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<Label> partner;
    for (Label i = 0; i < static_cast<Label>(shapes1_.size()); ++i) {
      const Vec3 centre = shapes1_[i].centre;
      const double reach = faceTolerance(i), at = dot(direction, centre);
      double nearest = reach * reach;
      Label best = -1;
      for (auto it = std::lower_bound(sorted.begin(), sorted.end(), std::pair(at - reach, Label{0}));
           it != sorted.end() && it->first <= at + reach; ++it) {
        const double distance = magSqr(centres[it->second] - centre);
        if (distance > nearest) continue;
        nearest = distance;
        best = it->second;
      }
      if (best < 0)
        fail(fmt::format("the face of '{}' at ({:g} {:g} {:g}) has no partner within {:g}", second_.name, centre.x, centre.y,
                         centre.z, reach));
      partner.push_back(best);
    }
    return partner;
  }

  void write(const std::vector<std::vector<Label>>& faces, const std::vector<Label>& owner) {
    Label at = mesh_.faceOffsets[second_.start];
    for (std::size_t i = 0; i < faces.size(); ++i) {
      const Label f = static_cast<Label>(second_.start) + static_cast<Label>(i);
      std::copy(faces[i].begin(), faces[i].end(), mesh_.facePoints.begin() + at);
      at += static_cast<Label>(faces[i].size());
      mesh_.faceOffsets[f + 1] = at;
      mesh_.owner[f] = owner[i];
    }
  }

  PolyMesh& mesh_;
  const PolyPatch &first_, &second_;
  std::vector<FaceShape> shapes0_, shapes1_;
  double tolerance_ = 0;
};

}  // namespace

std::vector<Label> orderCyclicPatches(PolyMesh& mesh) {
  std::vector<Label> moved(static_cast<std::size_t>(mesh.nFaces()));
  std::iota(moved.begin(), moved.end(), Label{0});
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    const PolyPatch& patch = mesh.patches[p];
    if (patch.type != "cyclic") continue;
    const auto neighbour = std::find_if(mesh.patches.begin(), mesh.patches.end(),
                                        [&](const PolyPatch& n) { return n.name == patch.neighbourPatch; });
    std::string wrong;
    if (neighbour == mesh.patches.end())
      wrong = "which does not exist";
    else if (neighbour->type != "cyclic" || neighbour->neighbourPatch != patch.name)
      wrong = "which is not a cyclic patch whose neighbourPatch is this one";
    else if (neighbour->size != patch.size)
      wrong = fmt::format("but they have {} and {} faces", patch.size, neighbour->size);
    if (!wrong.empty())
      throw Error(fmt::format("cyclic patch '{}' has neighbourPatch '{}', {}", patch.name, patch.neighbourPatch, wrong),
                  ExitCode::badCase);
    const bool isFirst = neighbour - mesh.patches.begin() > static_cast<std::ptrdiff_t>(p);
    const bool ordered = std::any_of(patch.otherEntries.begin(), patch.otherEntries.end(),
                                     [](const auto& e) { return e.first == "transform" && e.second == "noOrdering"; });
    if (isFirst && patch.size > 0 && !ordered) CyclicPair(mesh, patch, *neighbour).order(moved);
  }
  return moved;
}

}  // namespace eagre::case_
