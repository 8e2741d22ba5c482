// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/field.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/jump_condition.hpp"

namespace eagre::fv {

template <class T>
VolField<T>::VolField(std::string name, Dimensions dimensions, const mesh::Mesh& mesh, T value)
    : name_(std::move(name)),
      dimensions_(dimensions),
      mesh_(&mesh),
      now_{std::vector<T>(static_cast<std::size_t>(mesh.nAllCells()), value),
           std::vector<T>(static_cast<std::size_t>(mesh.nBoundaryFaces), value)} {}

template <class T>
VolField<T>::~VolField() = default;
template <class T>
VolField<T>::VolField(VolField&&) noexcept = default;

template <class T>
void VolField<T>::correctBoundaryConditions() {
  updateGhosts();
  for (const auto& condition : conditions_) condition->evaluate(*this, patchValues(condition->patch()));
}

template <class T>
void VolField<T>::initialiseBoundary() {
  for (const auto& condition : conditions_) condition->initialise(*this, patchValues(condition->patch()));
}

template <class T>
void VolField<T>::updateGhosts() {
  if (mesh_->halo) mesh_->halo->update(now_.cells);
  if constexpr (std::is_same_v<T, double>) eachJump(*this, [this](const JumpCondition& jump) { jump.shiftGhosts(now_.cells); });
}

template <class T>
void VolField<T>::updateGhostsOfAllTimes() {
  updateGhosts();
  for (CellValues<T>& level : old_) mesh_->halo->update(level.cells);
}

namespace {

template <class Field>
void requireOld(const Field& field, int level) {
  if (level < 1 || !field.hasOld(level))
    throw Error(fmt::format("field {}: time level {} before the present is not kept", field.name(), level));
}

template <class Values>
void shift(const Values& now, std::vector<Values>& old, int levels) {
  if (static_cast<int>(old.size()) < levels) old.resize(static_cast<std::size_t>(levels), now);
  if (old.empty()) return;
  for (std::size_t l = old.size() - 1; l > 0; --l) std::swap(old[l], old[l - 1]);
  old[0] = now;
}

}  // namespace

template <class T>
const CellValues<T>& VolField<T>::old(int level) const {
  requireOld(*this, level);
  return old_.empty() ? now_ : old_[static_cast<std::size_t>(level - 1)];
}

template <class T>
CellValues<T>& VolField<T>::old(int level) {
  return const_cast<CellValues<T>&>(std::as_const(*this).old(level));
}

template <class T>
void VolField<T>::shiftOldTimes(int levels) {
  presentIsOld_ = levels == 0 && old_.empty();
  shift(now_, old_, levels);
}

template <class T>
void VolField<T>::resetOld() {
  if (old_.empty()) old_.emplace_back();
  old_[0] = now_;
}

template <class T>
const std::vector<T>& SurfaceField<T>::old(int level) const {
  requireOld(*this, level);
  return old_.empty() ? now_ : old_[static_cast<std::size_t>(level - 1)];
}

template <class T>
void SurfaceField<T>::shiftOldTimes(int levels) {
  presentIsOld_ = levels == 0 && old_.empty();
  shift(now_, old_, levels);
}

template class SurfaceField<double>;
template class SurfaceField<Vec3>;
template class VolField<double>;
template class VolField<Vec3>;
template class VolField<SymmTensor>;  // averages, which have no conditions, and stresses
template class VolField<Tensor>;      // gradients, which have no conditions

}  // namespace eagre::fv
