// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/face_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>

#include "core/word_messages.hpp"

namespace eagre::run {
namespace {

/// Whether a face is none of an empty patch, nor of the second one of a pair of coupled patches.
bool isLookedAt(const mesh::PolyMesh& mesh, Label face) {
  if (face < mesh.nInternalFaces()) return true;
  const auto patch = std::ranges::find_if(mesh.patches, [&](const auto& p) { return face < p.start + p.size; });
  if (patch->type == "empty") return false;
  if (!mesh::isCoupled(*patch)) return true;
  const auto other = std::ranges::find(mesh.patches, patch->neighbourPatch, &mesh::PolyPatch::name);
  return patch < other;
}

/// Of the angle between the normal of a face and a direction of length 1.
double cosine(const mesh::PointStencils& mesh, Label face, const Vec3& direction) {
  const Vec3& area = mesh.geometry().faceAreas[face];
  return dot(area, direction) / (mag(area) + rootVSmall);
}

/// Numbers of the parts of a set of faces that are connected by edges, counted by their first faces.
std::vector<int> connectedParts(const mesh::PolyMesh& mesh, const std::vector<Label>& faces) {
  std::vector<std::size_t> root(faces.size());
  std::iota(root.begin(), root.end(), std::size_t{0});
  const auto find = [&root](std::size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  std::map<std::pair<Label, Label>, std::size_t> faceOfEdge;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto corners = mesh.pointsOf(faces[i]);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const auto [low, high] = std::minmax(corners[k], corners[(k + 1) % corners.size()]);
      const auto [found, isNew] = faceOfEdge.try_emplace({low, high}, i);
      if (isNew) continue;
      const std::size_t a = find(found->second), b = find(i);
      root[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<int> parts(faces.size(), -1);
  int n = 0;
  for (std::size_t i = 0; i < faces.size(); ++i) parts[i] = find(i) == i ? n++ : parts[find(i)];
  return parts;
}

std::vector<FaceZones::Wanted> zonesAndDirections(const config::Dictionary& d, const char* keyword, bool ofCells) {
  std::vector<FaceZones::Wanted> wanted;
  auto reader = d.at(keyword).reader();
  reader.list([&] {
    reader.expect('(');
    std::string name = reader.word();
    const Vec3 direction = reader.vector();
    reader.expect(')');
    wanted.push_back({std::move(name), ofCells, direction / (mag(direction) + rootVSmall), d.getOr<double>("tolerance", 0.8)});
  });
  reader.expectEnd();
  return wanted;
}

}  // namespace

FaceZones::FaceZones(std::vector<Wanted> wanted, Place place)
    : Sampling(mesh::PointScheme::cell, std::move(place)), wanted_(std::move(wanted)) {}

void FaceZones::failMissing(const std::string& kind, const std::string& name, const std::vector<mesh::Zone>& there) const {
  std::vector<std::string> names;
  for (const auto& zone : there) names.push_back(zone.name);
  throw Error(place(), unknownWordMessage(kind, name, names));
}

void FaceZones::addStencils(const mesh::PointStencils& mesh, mesh::Stencils&) {
  global_.clear();
  for (int i = 0; i < static_cast<int>(wanted_.size()); ++i)
    wanted_[static_cast<std::size_t>(i)].isOfCells ? addCellZone(mesh, i) : addFaceZone(mesh, i);
}

void FaceZones::addFaceZone(const mesh::PointStencils& whole, int number) {
  const Wanted& wanted = wanted_[static_cast<std::size_t>(number)];
  const mesh::PolyMesh& mesh = whole.mesh();
  const auto zone = std::ranges::find(mesh.faceZones, wanted.zone, &mesh::Zone::name);
  if (zone == mesh.faceZones.end()) failMissing("faceZone", wanted.zone, mesh.faceZones);
  GlobalZone found{zone->name, {}, {}, number};
  for (std::size_t i = 0; i < zone->members.size(); ++i) {
    const Label face = zone->members[i];
    if (!isLookedAt(mesh, face)) continue;
    const bool flips = wanted.direction ? !(cosine(whole, face, *wanted.direction) > wanted.tolerance)
                                        : i < zone->flip.size() && zone->flip[i] != 0;
    found.faces.push_back(face);
    found.flips.push_back(flips);
  }
  global_.push_back(std::move(found));
}

void FaceZones::addCellZone(const mesh::PointStencils& whole, int number) {
  const Wanted& wanted = wanted_[static_cast<std::size_t>(number)];
  const mesh::PolyMesh& mesh = whole.mesh();
  const auto zone = std::ranges::find(mesh.cellZones, wanted.zone, &mesh::Zone::name);
  if (zone == mesh.cellZones.end()) failMissing("cellZone", wanted.zone, mesh.cellZones);
  std::vector<char> isIn(static_cast<std::size_t>(mesh.nCells()));
  for (const Label cell : zone->members) isIn[cell] = 1;
  // Behind the faces of cyclic patches are the cells of the other one.
  std::vector<char> isBehind(static_cast<std::size_t>(mesh.nFaces() - mesh.nInternalFaces()));
  for (const auto& patch : mesh.patches) {
    if (patch.type != "cyclic") continue;
    const auto other = std::ranges::find(mesh.patches, patch.neighbourPatch, &mesh::PolyPatch::name);
    for (GlobalLabel i = 0; i < patch.size; ++i)
      isBehind[patch.start + i - mesh.nInternalFaces()] = isIn[mesh.owner[other->start + i]];
  }
  std::vector<Label> faces;
  std::vector<char> flips;
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const bool isInner = f < mesh.nInternalFaces();
    const bool own = isIn[mesh.owner[f]] != 0;
    const bool other = (isInner ? isIn[mesh.neighbour[f]] : isBehind[f - mesh.nInternalFaces()]) != 0;
    if (own == other || (!isInner && other)) continue;
    const double along = cosine(whole, f, *wanted.direction);
    if (!(std::abs(along) > wanted.tolerance)) continue;
    faces.push_back(f);
    flips.push_back(along < 0);
  }
  const std::vector<int> parts = connectedParts(mesh, faces);
  const std::size_t first = global_.size();
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const std::size_t at = first + static_cast<std::size_t>(parts[i]);
    if (at == global_.size()) global_.push_back({fmt::format("{}:faceZone{}", wanted.zone, parts[i]), {}, {}, number});
    global_[at].faces.push_back(faces[i]);
    global_[at].flips.push_back(flips[i]);
  }
}

void FaceZones::deal(const comm::Communicator& communicator, const mesh::Mesh& mesh) {
  global_.resize(static_cast<std::size_t>(communicator.sum(static_cast<std::int64_t>(global_.size()))));
  zones_.clear();
  for (GlobalZone& whole : global_) {
    communicator.broadcast(whole.name);
    communicator.broadcast(whole.faces);
    communicator.broadcast(whole.flips);
    std::vector<std::pair<Label, char>> sorted;
    for (std::size_t i = 0; i < whole.faces.size(); ++i) sorted.emplace_back(whole.faces[i], whole.flips[i]);
    std::ranges::sort(sorted);
    const auto number = communicator.sum(std::int64_t{communicator.master() ? whole.wanted : 0});
    Zone zone{whole.name, {}, {}, wanted_[static_cast<std::size_t>(number)].direction};
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      if (mesh.faceFlipped[f] != 0) continue;
      const auto found = std::ranges::lower_bound(sorted, mesh.faceGlobal[f], {}, &std::pair<Label, char>::first);
      if (found == sorted.end() || found->first != mesh.faceGlobal[f]) continue;
      zone.faces.push_back(f);
      zone.signs.push_back(found->second != 0 ? -1 : 1);
    }
    zones_.push_back(std::move(zone));
  }
  global_.clear();
}

std::shared_ptr<Sampling> makeFluxZones(const config::Dictionary& d) {
  static const std::vector<std::string> modes{"faceZone", "faceZoneAndDirection", "cellZoneAndDirection", "functionObjectSurface",
                                              "surface",  "surfaceAndDirection"};
  const std::string mode = d.getChoice("mode", modes);
  std::vector<FaceZones::Wanted> wanted;
  if (mode == "faceZone")
    for (std::string& name : d.get<std::vector<std::string>>("faceZones")) wanted.push_back({std::move(name), false, {}, 0});
  else if (mode == "faceZoneAndDirection")
    wanted = zonesAndDirections(d, "faceZoneAndDirection", false);
  else if (mode == "cellZoneAndDirection")
    wanted = zonesAndDirections(d, "cellZoneAndDirection", true);
  else
    throw Error(d.at("mode").place, fmt::format("{}: mode {} is not supported: surfaces are not kept as objects; faceZone, "
                                                "faceZoneAndDirection and cellZoneAndDirection are",
                                                d.name(), mode));
  return std::make_shared<FaceZones>(std::move(wanted), d.place());
}

std::shared_ptr<Sampling> makeFaceZone(const config::Dictionary& d) {
  return std::make_shared<FaceZones>(std::vector<FaceZones::Wanted>{{d.get<std::string>("name"), false, {}, 0}}, d.place());
}

}  // namespace eagre::run
