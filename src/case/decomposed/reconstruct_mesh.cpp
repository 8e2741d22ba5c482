// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "case/decomposed/decomposition.hpp"
#include "case/decomposed/mesh_texts.hpp"

namespace eagre::case_ {

namespace {

using mesh::PolyMesh;
using mesh::PolyPatch;

class MeshBuilder {
 public:
  explicit MeshBuilder(const ProcessorFiles& files)
      : files_(files),
        texts_(files),
        cells_(texts_.labels("cellProcAddressing")),
        faces_(texts_.labels("faceProcAddressing")),
        points_(texts_.labels("pointProcAddressing")),
        boundaries_(texts_.boundaries()) {}

  PolyMesh build() {
    putPoints();
    putFaces();
    putPatches();
    Problems problems;
    mesh::checkTopology(mesh_, problems);
    problems.throwIfAny(fmt::format("the mesh of the processor directories ({}) is damaged", files_.description()));
    mesh_.cellZones = zones("cell", cells_);
    mesh_.faceZones = zones("face", faces_);
    mesh_.pointZones = zones("point", points_);
    return std::move(mesh_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(Place{files_.first("constant/polyMesh").string(), 0},
                fmt::format("the meshes of the processor directories ({}) make no whole one: {}", files_.description(), what),
                ExitCode::badCase);
  }

  /// One more than the largest address. Error if one is below `least` or the lists have not as many values as `sizes` say.
  Label count(const std::vector<std::vector<Label>>& lists, Label least, const char* what) const {
    Label n = 0;
    for (const auto& list : lists)
      for (const Label value : list) {
        if (value < least && !(least == 1 && value <= -1)) fail(fmt::format("{} {} cannot be", what, value));
        n = std::max(n, least == 1 ? std::abs(value) : value + 1);
      }
    return n;
  }

  void requireSize(std::size_t processor, const char* what, std::size_t found, std::size_t wanted) const {
    if (found != wanted)
      fail(fmt::format("processor {} has {} {}, and {} in its addressing (was its mesh changed after decomposePar?)", processor,
                       found, what, wanted));
  }

  void putPoints() {
    const auto lists = texts_.points();
    const Label n = count(points_, 0, "point");
    std::vector<char> covered(static_cast<std::size_t>(n));
    mesh_.points.resize(static_cast<std::size_t>(n));
    for (std::size_t p = 0; p < lists.size(); ++p) {
      requireSize(p, "points", lists[p].size(), points_[p].size());
      for (std::size_t i = 0; i < lists[p].size(); ++i) {
        mesh_.points[static_cast<std::size_t>(points_[p][i])] = lists[p][i];
        covered[static_cast<std::size_t>(points_[p][i])] = 1;
      }
    }
    requireAll(covered, "points");
  }

  void requireAll(const std::vector<char>& covered, const char* what) const {
    if (const auto missing = std::count(covered.begin(), covered.end(), 0); missing > 0)
      fail(fmt::format("{} of {} {} are missing", missing, covered.size(), what));
  }

  void requireCells() const {
    std::vector<char> covered(static_cast<std::size_t>(count(cells_, 0, "cell")));
    for (const auto& list : cells_)
      for (const Label cell : list) covered[static_cast<std::size_t>(cell)] = 1;
    requireAll(covered, "cells");
  }

  void putFaces() {
    const auto lists = texts_.faces();
    const auto owners = texts_.labels("owner"), neighbours = texts_.labels("neighbour");
    const auto nFaces = static_cast<std::size_t>(count(faces_, 1, "face"));
    requireCells();
    mesh_.owner.assign(nFaces, -1);
    mesh_.neighbour.assign(nFaces, -1);
    std::vector<std::vector<Label>> corners(nFaces);
    for (std::size_t p = 0; p < lists.size(); ++p) {
      requireSize(p, "faces", lists[p].offsets.size() - 1, faces_[p].size());
      requireSize(p, "owners", owners[p].size(), faces_[p].size());
      for (std::size_t i = 0; i < faces_[p].size(); ++i) {
        const bool turned = faces_[p][i] < 0;
        const auto f = static_cast<std::size_t>(std::abs(faces_[p][i]) - 1);
        (turned ? mesh_.neighbour : mesh_.owner)[f] = at(cells_[p], owners[p][i], "cell");
        if (i < neighbours[p].size()) (turned ? mesh_.owner : mesh_.neighbour)[f] = at(cells_[p], neighbours[p][i], "cell");
        if (turned && i >= neighbours[p].size()) continue;  // the other processor has it the right way round
        for (Label c = lists[p].offsets[i]; c < lists[p].offsets[i + 1]; ++c)
          corners[f].push_back(at(points_[p], lists[p].labels[static_cast<std::size_t>(c)], "point"));
        if (turned && !corners[f].empty()) std::reverse(corners[f].begin() + 1, corners[f].end());
      }
    }
    const auto internal = std::find(mesh_.neighbour.begin(), mesh_.neighbour.end(), -1);
    if (std::any_of(internal, mesh_.neighbour.end(), [](Label cell) { return cell >= 0; }) ||
        std::count(mesh_.owner.begin(), mesh_.owner.end(), -1) > 0)
      fail("faces between two processors are missing on one side");
    mesh_.neighbour.erase(internal, mesh_.neighbour.end());
    for (const auto& face : corners) {
      mesh_.facePoints.insert(mesh_.facePoints.end(), face.begin(), face.end());
      mesh_.faceOffsets.push_back(static_cast<Label>(mesh_.facePoints.size()));
    }
  }

  Label at(const std::vector<Label>& addressing, Label i, const char* what) const {
    if (i < 0 || static_cast<std::size_t>(i) >= addressing.size())
      fail(fmt::format("{} {} of a processor does not exist", what, i));
    return addressing[static_cast<std::size_t>(i)];
  }

  /// The patch of the global mesh that a patch of a processor is of; nullptr: its faces are internal ones.
  PolyPatch* patchOf(const PolyPatch& patch) {
    std::string name = patch.name;
    if (patch.type == "processor") return nullptr;
    if (patch.type == "processorCyclic")
      for (const auto& [keyword, text] : patch.otherEntries)
        if (keyword == "referPatch") name = text;
    auto& patches = mesh_.patches;
    const auto found = std::find_if(patches.begin(), patches.end(), [&](const PolyPatch& q) { return q.name == name; });
    return found == patches.end() ? nullptr : &*found;
  }

  void putPatches() {
    for (const auto& boundary : boundaries_)
      for (const PolyPatch& patch : boundary) {
        if (patch.type.starts_with("processor") || patchOf(patch)) continue;
        mesh_.patches.push_back(patch);
        mesh_.patches.back().start = mesh_.patches.back().size = 0;
      }
    for (std::size_t p = 0; p < boundaries_.size(); ++p)
      for (const PolyPatch& patch : boundaries_[p]) {
        PolyPatch* const whole = patchOf(patch);
        if (!whole) continue;
        if (patch.start + patch.size > static_cast<GlobalLabel>(faces_[p].size()))
          fail(fmt::format("patch '{}' of processor {} ends behind the last face", patch.name, p));
        for (GlobalLabel i = patch.start; i < patch.start + patch.size; ++i) {
          const GlobalLabel face = std::abs(faces_[p][static_cast<std::size_t>(i)]) - 1;
          whole->start = whole->size == 0 ? face : std::min(whole->start, face);
          ++whole->size;
        }
      }
    GlobalLabel end = mesh_.nInternalFaces();
    for (PolyPatch& patch : mesh_.patches) {
      if (patch.size == 0) patch.start = end;
      end = patch.start + patch.size;
    }
    std::stable_sort(mesh_.patches.begin(), mesh_.patches.end(),
                     [](const PolyPatch& a, const PolyPatch& b) { return a.start < b.start; });
  }

  std::vector<mesh::Zone> zones(const std::string& kind, const std::vector<std::vector<Label>>& addressing) const {
    std::vector<Label> sizes;
    for (const auto& list : addressing) sizes.push_back(static_cast<Label>(list.size()));
    std::vector<mesh::Zone> whole;
    const auto parts = texts_.zones(kind, sizes);
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (const mesh::Zone& part : parts[p]) {
        auto zone = std::find_if(whole.begin(), whole.end(), [&](const mesh::Zone& z) { return z.name == part.name; });
        if (zone == whole.end()) zone = whole.insert(zone, mesh::Zone{part.name, {}, {}});
        for (std::size_t i = 0; i < part.members.size(); ++i) {
          const Label address = addressing[p][static_cast<std::size_t>(part.members[i])];
          zone->members.push_back(kind == "face" ? std::abs(address) - 1 : address);
          if (kind == "face") zone->flip.push_back(static_cast<char>((part.flip[i] != 0) != (address < 0)));
        }
      }
    for (mesh::Zone& zone : whole) sortMembers(zone);
    return whole;
  }

  /// In rising order, each once: faces between two processors are members on both.
  static void sortMembers(mesh::Zone& zone) {
    std::set<std::pair<Label, char>> members;
    for (std::size_t i = 0; i < zone.members.size(); ++i) members.emplace(zone.members[i], zone.flip.empty() ? 0 : zone.flip[i]);
    const bool flips = !zone.flip.empty();
    zone.members.clear();
    zone.flip.clear();
    for (const auto& [member, flip] : members) {
      zone.members.push_back(member);
      if (flips) zone.flip.push_back(flip);
    }
  }

  const ProcessorFiles& files_;
  MeshTexts texts_;
  std::vector<std::vector<Label>> cells_, faces_, points_;
  std::vector<std::vector<PolyPatch>> boundaries_;
  PolyMesh mesh_;
};

}  // namespace

PolyMesh reconstructMesh(const ProcessorFiles& files) { return MeshBuilder(files).build(); }

}  // namespace eagre::case_
