// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/body_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <span>

#include "core/one_of.hpp"
#include "fv/fields/named_patches.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/overlaps.hpp"
#include "mesh/point_neighbours.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// Of each point of the rank's mesh: sum of the unit normals of a patch's faces there, and their number, over all ranks: 4
/// numbers a point. Collective.
std::vector<double> normalSums(const mesh::Mesh& mesh, const mesh::Patch& patch, const mesh::PointNeighbours& neighbours) {
  const mesh::MeshPoints& points = *mesh.points;
  std::vector<double> sums(4 * points.shape.points.size(), 0.0);
  const Label first = mesh.nInteriorFaces() + patch.start;
  for (std::size_t i = 0; i < points.faceOf.size(); ++i) {
    const Label f = points.faceOf[i];
    if (f < first || f >= first + patch.size) continue;
    const Vec3 normal = mesh.Sf[f] / mesh.magSf[f];
    for (const Label p : points.shape.pointsOf(static_cast<Label>(i))) {
      double* sum = &sums[4 * static_cast<std::size_t>(p)];
      for (int d = 0; d < 3; ++d) sum[d] += normal[d];
      sum[3] += 1;
    }
  }
  neighbours.sum(sums, 4);
  return sums;
}

/// The points of all ranks, on all ranks. Collective.
std::vector<Vec3> ofAllRanks(const comm::Communicator& communicator, const std::vector<Vec3>& own) {
  const auto sizes = communicator.allGather(static_cast<std::int64_t>(3 * own.size()));
  std::vector<int> counts, starts;
  std::int64_t all = 0;
  for (const std::int64_t size : sizes) {
    counts.push_back(static_cast<int>(size));
    starts.push_back(static_cast<int>(all));
    all += size;
  }
  std::vector<Vec3> points(static_cast<std::size_t>(all / 3));
  const std::span<const double> mine(own.empty() ? nullptr : &own.front().x, 3 * own.size());
  const std::span<double> together(points.empty() ? nullptr : &points.front().x, 3 * points.size());
  communicator.allGather(mine, together, counts, starts);
  return points;
}

/// The points of these patches that a rank has.
std::set<Label> pointsOfPatches(const mesh::Mesh& mesh, const std::vector<std::size_t>& patches) {
  const mesh::MeshPoints& points = *mesh.points;
  std::set<Label> own;
  for (std::size_t i = 0; i < points.faceOf.size(); ++i)
    for (const std::size_t k : patches) {
      const Label first = mesh.nInteriorFaces() + mesh.patches[k].start, f = points.faceOf[i];
      if (f < first || f >= first + mesh.patches[k].size) continue;
      for (const Label p : points.shape.pointsOf(static_cast<Label>(i))) own.insert(p);
    }
  return own;
}

/// Where the points of these patches are that a rank has.
std::vector<Vec3> placesOfPatches(const mesh::Mesh& mesh, const std::vector<std::size_t>& patches, GlobalLabel nPoints) {
  std::vector<Vec3> places;
  for (const Label p : pointsOfPatches(mesh, patches))
    if (mesh.points->pointGlobal[p] < nPoints) places.push_back(mesh.points->shape.points[static_cast<std::size_t>(p)]);
  return places;
}

/// All patches but the body's that neither join cells nor are planes of symmetry.
std::vector<std::size_t> patchesAround(const mesh::Mesh& mesh, const std::vector<std::size_t>& body) {
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < mesh.patches.size(); ++i)
    if (!isOneOf(mesh.patches[i].type, {"empty", "wedge", "symmetry", "symmetryPlane", "cyclic", "cyclicAMI", "cyclicACMI"}) &&
        std::ranges::find(body, i) == body.end())
      others.push_back(i);
  return others;
}

}  // namespace

BodyPoints::BodyPoints(const mesh::Mesh& mesh, const config::Dictionary& d, const std::vector<std::size_t>& patches,
                       bool isWeighed, GlobalLabel nPoints)
    : isWeighed_(isWeighed), ownBody_(placesOfPatches(mesh, patches, nPoints)), initial_(mesh.points->shape.points) {
  const double inner = isWeighed ? d.getOr("innerDistance", 0.0) : d.get<double>("innerDistance");
  body_ = {inner, d.get<double>("outerDistance"), mesh::NearestPoint(ofAllRanks(mesh.communicator(), ownBody_))};
  if (!(body_.inner >= 0 && body_.outer > body_.inner))
    throw Error(d.at("outerDistance").place,
                fmt::format("{}: outerDistance must be larger than innerDistance, and that not negative", d.name()));
  for (int i = 0; i < 3; ++i) inMesh_[i] = mesh.geometricD[i] == -1 ? 0 : 1;
}

BodyPoints::BodyPoints(const mesh::Mesh& mesh, const config::Dictionary& d, const std::vector<std::size_t>& patches,
                       const config::Dictionary* exterior, GlobalLabel nPoints)
    : BodyPoints(mesh, d, patches, true, nPoints) {
  if (exterior) {
    const auto around = exterior->has("patches") ? fv::namedPatches(*exterior, "patches", mesh) : patchesAround(mesh, patches);
    exterior_ = {exterior->getOr("innerDistance", 0.0), exterior->get<double>("outerDistance"),
                 mesh::NearestPoint(ofAllRanks(mesh.communicator(), placesOfPatches(mesh, around, nPoints)))};
    if (!(exterior_->inner >= 0 && exterior_->outer > exterior_->inner))
      throw Error(exterior->at("outerDistance").place,
                  fmt::format("{}: outerDistance must be larger than innerDistance, and that not negative", exterior->name()));
  }
  findParts(mesh, patches);
}

BodyPoints::BodyPoints(const mesh::Mesh& mesh, const config::Dictionary& d, const std::vector<std::size_t>& patches,
                       const config::Dictionary& conditions, GlobalLabel nPoints)
    : BodyPoints(mesh, d, patches, false, nPoints) {
  findParts(mesh, patches);
  isHeld_.assign(initial_.size(), 0);
  const mesh::PointNeighbours neighbours(mesh);
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    const mesh::Patch& patch = mesh.patches[i];
    if (patch.type == "empty" || patch.type == "wedge") continue;
    const config::Dictionary& condition = conditions.subDict(patch.name);
    const bool isBody = std::ranges::find(patches, i) != patches.end();
    if (isBody && condition.get<std::string>("type") != "calculated")
      throw Error(
          condition.at("type").place,
          fmt::format("pointDisplacement: patch {} is the body's and moves with it: its type must be calculated", patch.name));
    if (!isBody) applyCondition(patch, condition, normalSums(mesh, patch, neighbours));
  }
}

namespace {

/// A face with a marked point marks its others; whether one was marked. Backwards, too: numbers rise along the mesh.
bool markAlongFaces(const mesh::PolyMesh& shape, std::vector<double>& marks) {
  bool changed = false;
  const auto n = static_cast<Label>(shape.owner.size());
  const auto mark = [&](Label f) {
    const auto points = shape.pointsOf(f);
    const auto marked = std::ranges::count_if(points, [&](Label p) { return marks[static_cast<std::size_t>(p)] > 0; });
    if (marked == 0 || marked == std::ssize(points)) return;
    for (const Label p : points) marks[static_cast<std::size_t>(p)] = 1;
    changed = true;
  };
  for (Label f = 0; f < n; ++f) mark(f);
  for (Label f = n - 1; f >= 0; --f) mark(f);
  return changed;
}

}  // namespace

/// Points that no faces join with the body stand still: those behind overlapping patches, as in OpenFOAM, whose wave of distances
/// does not cross these.
void BodyPoints::leaveWhatIsApart(const mesh::Mesh& mesh, const std::vector<std::size_t>& patches) {
  std::vector<double> joined(parts_.size(), 0.0);
  for (const Label p : pointsOfPatches(mesh, patches)) joined[static_cast<std::size_t>(p)] = 1;
  const mesh::PointNeighbours neighbours(mesh);
  for (bool changes = true; changes;) {
    const std::vector<double> before = joined;
    neighbours.largest(joined, 1);
    while (markAlongFaces(mesh.points->shape, joined)) {}
    changes = mesh.communicator().any(joined != before);
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) parts_[p] *= joined[p];
}

void BodyPoints::findParts(const mesh::Mesh& mesh, const std::vector<std::size_t>& patches) {
  parts_.resize(initial_.size());
  for (std::size_t p = 0; p < parts_.size(); ++p) parts_[p] = part(initial_[p]);
  for (const Label p : pointsOfPatches(mesh, patches))
    parts_[static_cast<std::size_t>(p)] = weighed(1, initial_[static_cast<std::size_t>(p)]);
  if (mesh.overlaps) leaveWhatIsApart(mesh, patches);
  requireStandingCyclicPatches(mesh);
}

double BodyPoints::Around::at(const Vec3& point) const {
  const double rising = std::clamp((outer - points.distance(point, outer)) / (outer - inner), 0.0, 1.0);
  return std::clamp(0.5 - 0.5 * std::cos(rising * std::numbers::pi), 0.0, 1.0);
}

double BodyPoints::weighed(double s, const Vec3& point) const {
  if (!isWeighed_) return s;
  const auto weight = [](double share) { return share / std::pow(std::max(1 - share, small), 0.62); };
  const double ofBody = weight(s);
  return ofBody / (1 + ofBody + (exterior_ ? weight(exterior_->at(point)) : 0));
}

void BodyPoints::requireStandingCyclicPatches(const mesh::Mesh& mesh) const {
  const mesh::MeshPoints& points = *mesh.points;
  bool moves = false;
  for (const mesh::CoupledRange& range : mesh.coupled) {
    if (mesh.overlaps && range.start >= mesh.overlaps->first) continue;  // lie upon each other, and go on doing so
    const Label first = mesh.nInternalFaces + range.start;
    for (std::size_t i = 0; i < points.faceOf.size() && range.globalIndex >= 0; ++i)
      if (points.faceOf[i] >= first && points.faceOf[i] < first + range.size)
        for (const Label p : points.shape.pointsOf(static_cast<Label>(i))) moves |= parts_[static_cast<std::size_t>(p)] > 0;
  }
  if (mesh.communicator().any(moves))
    throw Error("dynamicMeshDict: outerDistance reaches a cyclic patch, whose points must stay where they are",
                ExitCode::badCase);
}

void BodyPoints::applyCondition(const mesh::Patch& patch, const config::Dictionary& condition,
                                const std::vector<double>& normals) {
  static const std::vector<std::string> free{"calculated", "zeroGradient"};
  static const std::vector<std::string> slips{"slip", "symmetry", "symmetryPlane"};
  const std::vector<std::string> words{"calculated",    "fixedValue",        "slip",        "symmetry",
                                       "symmetryPlane", "uniformFixedValue", "zeroGradient"};
  if (condition.getOr("type", "") == "internal") return;  // openfoam.org's type of a patch that has lost its faces
  const std::string type = condition.getChoice("type", words);
  if (std::ranges::find(free, type) != free.end()) return;
  const bool isFixed = std::ranges::find(slips, type) == slips.end();
  Vec3 value{};
  const fv::Function1<Vec3>* function = nullptr;
  if (type == "uniformFixedValue") {
    functions_.push_back(fv::makeFunction1<Vec3>(condition, "uniformValue"));
    function = functions_.back().get();
  } else if (isFixed) {
    auto reader = condition.at("value").reader();
    if (reader.peek().text != "uniform")
      throw Error(condition.at("value").place,
                  fmt::format("pointDisplacement: the value of patch {} must be uniform; others are not supported", patch.name));
    reader.next();
    value = reader.vector();
  }
  for (std::size_t p = 0; p < initial_.size(); ++p) {
    const double* sum = &normals[4 * p];
    if (sum[3] <= 0) continue;
    const bool stands = parts_[p] == 0 && mag(value) == 0 && !function;
    if (stands && !isHeld_[p]) continue;
    isHeld_[p] = 1;
    held_.push_back({static_cast<Label>(p), isFixed, isFixed ? value : normalised(Vec3{sum[0], sum[1], sum[2]}), function});
  }
}

std::vector<Vec3> BodyPoints::moved(const BodyDisplacement& body, double time) const {
  std::vector<Vec3> points(initial_.size());
  kernel::parallelFor({"mesh motion: body", 56}, static_cast<Label>(points.size()),
                      [body, inMesh = inMesh_, initial = View(initial_), parts = View(parts_), points = View(points)](Label p) {
                        points[p] = initial[p] + cmptMultiply(inMesh, body(initial[p], parts[p]) - initial[p]);
                      });
  for (const Held& held : held_) {
    const Vec3 X = initial_[static_cast<std::size_t>(held.point)];
    Vec3& x = points[static_cast<std::size_t>(held.point)];
    const Vec3 value = held.function ? held.function->value(time) : held.value;
    x = held.isFixed ? X + value : x - dot(held.value, x - X) * held.value;
  }
  return points;
}

double BodyPoints::farthest(const BodyDisplacement& body) const {
  return kernel::parallelMax({"mesh motion: farthest", 24}, static_cast<Label>(ownBody_.size()), 0.0,
                             [body, points = View(ownBody_)](Label p) { return mag(body(points[p], 1) - points[p]); });
}

}  // namespace eagre::physics
