// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/subset_mesh.hpp"

#include "case/mesh_tools/loose_faces.hpp"

namespace eagre::case_ {

using mesh::PolyMesh;

namespace {

constexpr Label gone = -1;

Label patchNamed(PolyMesh& mesh, const std::string& name) {
  if (name.empty()) {
    mesh.patches.push_back({"oldInternalFaces", "empty", 0, 0, "", {"empty"}, {}});
    return static_cast<Label>(mesh.patches.size()) - 1;
  }
  std::vector<std::string> names;
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    if (mesh.patches[p].name == name) return static_cast<Label>(p);
    names.push_back(mesh.patches[p].name);
  }
  throw Error("subsetMesh -patch: " + unknownWordMessage("patch", name, names), ExitCode::badCase);
}

/// Numbers those that are kept from 0 on.
void number(std::vector<Label>& kept) {
  Label next = 0;
  for (Label& label : kept)
    if (label != gone) label = next++;
}

std::vector<mesh::Zone> subset(std::vector<mesh::Zone> zones, const std::vector<Label>& newLabel) {
  for (auto& zone : zones) {
    std::vector<Label> members;
    for (const Label m : zone.members)
      if (newLabel[m] != gone) members.push_back(newLabel[m]);
    zone.members = std::move(members);
  }
  return zones;
}

/// The cells and points that are kept, under their new labels.
class Kept {
 public:
  Kept(const PolyMesh& mesh, const std::vector<Label>& cells)
      : cell(static_cast<std::size_t>(mesh.nCells()), gone), point(mesh.points.size(), gone), mesh_(mesh) {
    for (const Label c : cells) cell[c] = 0;
    number(cell);
    for (Label f = 0; f < mesh.nFaces(); ++f)
      if (owner(f) != gone || neighbour(f) != gone)
        for (const Label p : mesh.pointsOf(f)) point[p] = 0;
    number(point);
  }
  Label owner(Label f) const { return cell[mesh_.owner[f]]; }
  Label neighbour(Label f) const { return f < mesh_.nInternalFaces() ? cell[mesh_.neighbour[f]] : gone; }

  std::vector<Label> cell, point;

 private:
  const PolyMesh& mesh_;
};

/// Adds a face of a cell that is kept; one whose other cell is gone goes to the patch.
void addFace(const PolyMesh& mesh, const Kept& kept, Label f, Label patch, LooseFaces& faces) {
  const Label own = kept.owner(f), nei = kept.neighbour(f);
  if (own == gone && nei == gone) return;
  std::vector<Label> points;
  for (const Label p : mesh.pointsOf(f)) points.push_back(kept.point[p]);
  if (f >= mesh.nInternalFaces() || (own != gone && nei != gone))
    faces.addFrom(mesh, f, points, own, nei == gone ? LooseFaces::none : nei);
  else
    faces.addExposed(f, points, own == gone ? nei : own, patch, own == gone);
}

}  // namespace

PolyMesh subsetMesh(const PolyMesh& mesh, const std::vector<Label>& cells, const std::string& patchName) {
  PolyMesh like = mesh;
  const Label patch = patchNamed(like, patchName);
  const Kept kept(mesh, cells);
  LooseFaces faces;
  for (Label f = mesh.nInternalFaces(); f < mesh.nFaces(); ++f) addFace(mesh, kept, f, patch, faces);
  for (Label f = 0; f < mesh.nInternalFaces(); ++f) addFace(mesh, kept, f, patch, faces);
  std::vector<Vec3> points;
  for (std::size_t p = 0; p < kept.point.size(); ++p)
    if (kept.point[p] != gone) points.push_back(mesh.points[p]);
  PolyMesh result = faces.order(like, std::move(points));
  result.cellZones = subset(mesh.cellZones, kept.cell);
  result.pointZones = subset(mesh.pointZones, kept.point);
  return result;
}

}  // namespace eagre::case_
