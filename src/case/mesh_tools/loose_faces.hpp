// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// The faces of a mesh in any order, each with its cells and patch: what a tool that changes a mesh fills, one face after
/// another, before order() makes a mesh of them.
class LooseFaces {
 public:
  static constexpr Label none = -1;

  /// A face between owner and neighbour. It points from owner to neighbour; if owner is the higher of the two, both are swapped
  /// and the face is reversed. Returns its number here.
  Label addInternal(std::span<const Label> points, Label owner, Label neighbour);
  /// A face of a patch, which points out of its owner.
  Label addBoundary(std::span<const Label> points, Label owner, Label patch);
  /// A face of `mesh`, with other points (in the same direction) or cells than it has there: one between cells if neighbour is
  /// not none. The face zones of that face hold this one, too.
  Label addFrom(const mesh::PolyMesh& mesh, Label face, std::span<const Label> points, Label owner, Label neighbour);
  /// A face of the mesh of addFrom that becomes one of a patch; reversed: it points into the cell that is left.
  Label addExposed(Label face, std::span<const Label> points, Label owner, Label patch, bool reversed);

  Label size() const { return static_cast<Label>(owner_.size()); }

  /// The mesh in OpenFOAM's order: internal faces by owner, then by neighbour; boundary faces by patch, each patch in the order
  /// in which its faces were added. Patches are those of `like`, with new starts and sizes, and so are the names of zones:
  /// face zones hold the faces added by addFrom, cell and point zones are taken as they are.
  mesh::PolyMesh order(const mesh::PolyMesh& like, std::vector<Vec3> points) const;

 private:
  Label add(std::span<const Label> points, Label owner, Label neighbour, Label patch, Label from, bool reversed);
  std::vector<Label> sorted() const;
  void orderZones(const mesh::PolyMesh& like, const std::vector<Label>& newFace, mesh::PolyMesh& mesh) const;

  std::vector<Label> offsets_{0}, points_, owner_, neighbour_, patch_, from_;
  std::vector<char> reversed_;  ///< against the face of addFrom
};

/// The patch of every boundary face, counted from the first.
std::vector<Label> patchOfBoundaryFaces(const mesh::PolyMesh& mesh);

}  // namespace eagre::case_
