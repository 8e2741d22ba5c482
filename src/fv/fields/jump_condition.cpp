// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/jump_condition.hpp"

#include <algorithm>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/layout.hpp"

namespace eagre::fv {

namespace {
mesh::Patch patchWithoutFaces(const mesh::Mesh& mesh, int globalPatch) {
  mesh::Patch patch;
  patch.name = mesh.globalPatches[static_cast<std::size_t>(globalPatch)].name;
  patch.type = "cyclic";
  patch.globalIndex = globalPatch;
  return patch;
}
}  // namespace

JumpCondition::JumpCondition(std::string type, const mesh::Mesh& mesh, Pair pair)
    : OwnPatch{patchWithoutFaces(mesh, pair.first)},
      BoundaryCondition<double>(std::move(type), ownPatch),
      mesh_(&mesh),
      pair_(pair),
      faces_{mesh::patchFaces(mesh, pair.first), mesh::patchFaces(mesh, pair.second)},
      loss_(2 * static_cast<std::size_t>(mesh.nCoupledFaces)) {}

void JumpCondition::setJump(std::span<const double> jump) {
  const Label first = mesh_->nInternalFaces, nCoupled = mesh_->nCoupledFaces;
  std::ranges::fill(loss_, 0.0);
  for (std::size_t i = 0; i < faces_[0].size(); ++i) loss_[faces_[0][i] - first] = jump[i];
  mesh_->faceHalo->update(loss_);
  for (const Label f : faces_[1]) loss_[f - first] = -loss_[nCoupled + f - first];
}

std::vector<double> JumpCondition::jumpOn(int globalPatch) const {
  const bool isFirst = globalPatch == pair_.first;
  std::vector<double> jump;
  for (const Label f : faces_[isFirst ? 0 : 1]) jump.push_back((isFirst ? 1 : -1) * loss_[f - mesh_->nInternalFaces]);
  return jump;
}

void JumpCondition::shiftGhosts(std::span<double> cells) const {
  for (const auto& faces : faces_)
    kernel::parallelFor({"jump: ghosts", 36}, static_cast<Label>(faces.size()),
                        [cells, faces = kernel::View(faces), loss = loss_.data(), ghost = mesh_->neighbour.data(),
                         first = mesh_->nInternalFaces](Label i) { cells[ghost[faces[i]]] -= loss[faces[i] - first]; });
}

void JumpCondition::addToSource(std::span<const double> coupled, std::span<double> source) const {
  for (const auto& faces : faces_)  // one after another: a cell may have several
    kernel::sequentialFor({"jump: source", 44}, 0, static_cast<Label>(faces.size()), [&](Label i) {
      const Label k = faces[i] - mesh_->nInternalFaces;
      source[mesh_->owner[faces[i]]] += coupled[k] * loss_[k];
    });
}

}  // namespace eagre::fv
