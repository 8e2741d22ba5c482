// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "core/vec.hpp"
#include "mesh/mesh.hpp"

namespace eagre::fv {

/// The faces of a patch on this rank, numbered from 0, with what the mesh knows of them.
class PatchFaces {
 public:
  PatchFaces(const mesh::Mesh& mesh, const mesh::Patch& patch)
      : mesh_(&mesh), first_(mesh.nInteriorFaces() + patch.start), size_(patch.size) {}
  Label size() const { return size_; }
  Label face(Label i) const { return first_ + i; }
  Label cell(Label i) const { return mesh_->owner[first_ + i]; }
  /// 1/(n . (Cf - C)) [1/m], what OpenFOAM's conditions call patch().deltaCoeffs().
  double deltaCoeff(Label i) const { return mesh_->deltaCoeffs[first_ + i]; }
  double magSf(Label i) const { return mesh_->magSf[first_ + i]; }
  Vec3 Cf(Label i) const { return mesh_->faceCentres()(first_ + i); }
  Vec3 normal(Label i) const { return mesh_->Sf[first_ + i] / mesh_->magSf[first_ + i]; }
  /// Sums over the patch on all ranks (collective), element by element.
  void sum(std::span<double> values) const;
  double sum(double value) const {
    sum(std::span(&value, 1));
    return value;
  }

 private:
  const mesh::Mesh* mesh_;
  Label first_, size_;
};

/// Mean of the unit normals of a patch's faces on all ranks. Collective.
Vec3 meanNormal(const mesh::Mesh& mesh, const mesh::Patch& patch);

/// Rotations of a wedge side: from the middle plane, a coordinate plane, into the side (face) and beyond it (cell).
/// The mesh has been checked: the side is plane and stands at a small angle to a coordinate plane. Collective.
struct WedgeTurn {
  Tensor face, cell;
};
WedgeTurn wedgeTurn(const mesh::Mesh& mesh, const mesh::Patch& patch);

}  // namespace eagre::fv
