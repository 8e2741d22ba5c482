// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "case/field_file.hpp"
#include "core/error.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// The field of a file while a tool changes it (setFields, mapFields, setExprFields): one value per cell of the global mesh and
/// one dictionary per patch, in the order of the patches. Serial. The field and the mesh must outlive it.
class WholeField {
 public:
  /// Expands a uniform internalField and resolves the entries of boundaryField. Problems: a list of the wrong length, a patch
  /// without an entry.
  WholeField(RawField& field, const mesh::PolyMesh& mesh, Problems& problems);

  RawField& field() { return *field_; }
  const RawField& field() const { return *field_; }
  const mesh::PolyMesh& mesh() const { return *mesh_; }
  /// All cells, `components` numbers per cell.
  std::vector<double>& cells() { return field_->internal.values; }
  const std::vector<double>& cells() const { return field_->internal.values; }

  std::size_t nPatches() const { return patches_.size(); }
  config::Dictionary& patch(std::size_t i) { return patches_[i]; }
  std::string conditionType(std::size_t i) const { return patches_[i].getOr("type", ""); }
  /// Whether the file holds values for this type of condition.
  bool keepsValue(std::size_t i) const;
  /// The entry `value`, one per face; nothing if it is not there.
  std::optional<std::vector<double>> value(std::size_t i) const { return list(i, "value"); }
  /// The values of the cells behind the faces.
  std::vector<double> valuesBehind(std::size_t i) const;
  /// The face values as the program that reads the file starts with them: `value` where the condition keeps one (or what it is
  /// made of: p0, inletValue, freestreamValue), else those of the cells, without the normal component on slip and symmetry
  /// patches, and zero for noSlip. faceAreas: of the mesh.
  std::vector<double> faceValues(std::size_t i, const std::vector<Vec3>& faceAreas) const;
  void setValue(std::size_t i, std::vector<double> values) { setList(i, "value", std::move(values), field_->components); }
  /// Sets an entry of a patch to "nonuniform List<...>", `components` numbers per face.
  void setList(std::size_t i, const std::string& keyword, std::vector<double> values, int components);
  /// Puts the dictionaries of the patches back into the field, one entry per patch.
  void finish();

 private:
  std::optional<std::vector<double>> list(std::size_t i, const std::string& keyword) const;

  RawField* field_;
  const mesh::PolyMesh* mesh_;
  std::vector<config::Dictionary> patches_;
};

}  // namespace eagre::case_
