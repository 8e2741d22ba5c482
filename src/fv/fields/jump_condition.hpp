// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "fv/fields/boundary_condition.hpp"

namespace eagre::fv {

namespace jump_detail {
/// A base that is made before BoundaryCondition, which points to it.
struct OwnPatch {
  mesh::Patch ownPatch;
};
}  // namespace jump_detail

/// A scalar that jumps across a pair of cyclic patches:
///     value behind the first side = value in the cell there - jump,   behind the second side = value there + jump,
/// with one jump a face of the first side. Coupled faces are not among Mesh::patches: these conditions stand behind those in
/// VolField::conditions(), one a pair, with a patch of no faces. VolField::updateGhosts() takes the jump into the ghosts, so that
/// gradients and fluxes see it; Equation::solve() takes it into the source, so that linear solvers do not.
class JumpCondition : private jump_detail::OwnPatch, public BoundaryCondition<double> {
 public:
  /// Positions of the two sides in Mesh::globalPatches, the first one before the second.
  struct Pair {
    int first, second;
  };
  JumpCondition(std::string type, const mesh::Mesh& mesh, Pair pair);

  bool isOn(int globalPatch) const { return globalPatch == pair_.first || globalPatch == pair_.second; }
  /// Once the ghosts have been exchanged. cells: nAllCells.
  void shiftGhosts(std::span<double> cells) const;
  /// What the jump gives to the source of rows with the coefficients `coupled` of ghosts. source: nCells.
  void addToSource(std::span<const double> coupled, std::span<double> source) const;
  /// The entries of one of its two sides.
  virtual void writeSide(const VolScalarField& field, int globalPatch, ConditionWriter& out) const = 0;

  void evaluate(const VolScalarField&, std::span<double>) override {}
  void valueCoeffs(const VolScalarField&, std::span<double>, std::span<double>) const override {}
  void gradientCoeffs(const VolScalarField&, std::span<double>, std::span<double>) const override {}
  bool standingGradientCoeffs() const override { return true; }
  void write(const VolScalarField& field, ConditionWriter& out) const override { writeSide(field, pair_.first, out); }

 protected:
  /// Sets the jump on the first side's faces here, in the order of mesh::patchFaces(). Collective.
  void setJump(std::span<const double> jump);
  const mesh::Mesh& mesh() const { return *mesh_; }
  const Pair& pair() const { return pair_; }
  const std::vector<Label>& firstFaces() const { return faces_[0]; }
  /// On the faces of a side here.
  std::vector<double> jumpOn(int globalPatch) const;

 private:
  const mesh::Mesh* mesh_;
  Pair pair_;
  std::vector<Label> faces_[2];  ///< coupled faces of each side
  /// What the ghosts behind coupled faces lose; then what those of the other side do. 2 nCoupledFaces.
  std::vector<double> loss_;
};

/// Adds the conditions of the pairs of cyclic patches whose entries in a field file are not just `cyclic`: their dictionaries, by
/// position in Mesh::globalPatches, nonuniform lists cut to the faces here. After those of Mesh::patches. Errors (badCase): a
/// type that does not jump, or another one on the other side; a field of vectors. Collective.
template <class T>
void addJumpConditions(VolField<T>& field, const std::map<int, config::Dictionary>& dicts, const Context& context);
/// Whether a condition is a jump across pairs of cyclic patches.
bool isJumpWord(const std::string& type);
/// Whether the entry of a coupled patch says more than that the patch is one.
inline bool isJump(const config::Dictionary& dict, const mesh::PolyPatch& patch) { return dict.getOr("type", "") != patch.type; }

/// use(const JumpCondition&) for all of a field.
template <class T, class Use>
void eachJump(const VolField<T>& field, Use&& use) {
  if constexpr (std::is_same_v<T, double>)
    for (std::size_t i = field.mesh().patches.size(); i < field.conditions().size(); ++i)
      use(static_cast<const JumpCondition&>(*field.conditions()[i]));
}
/// The one on a patch of Mesh::globalPatches; nullptr if there is none.
template <class T>
const JumpCondition* findJump(const VolField<T>& field, int globalPatch) {
  const JumpCondition* found = nullptr;
  eachJump(field, [&](const JumpCondition& jump) {
    if (jump.isOn(globalPatch)) found = &jump;
  });
  return found;
}
inline bool hasJump(const VolScalarField& field) { return field.conditions().size() > field.mesh().patches.size(); }
/// The entries of one side; only scalars have any.
template <class T>
void writeJump(const JumpCondition& jump, const VolField<T>& field, int globalPatch, ConditionWriter& out) {
  if constexpr (std::is_same_v<T, double>) jump.writeSide(field, globalPatch, out);
}

}  // namespace eagre::fv
