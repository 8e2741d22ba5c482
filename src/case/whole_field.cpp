// SPDX-License-Identifier: BSD-3-Clause
#include "case/whole_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace eagre::case_ {
namespace {

/// Conditions whose file entry holds no value at all.
bool writesNoValue(const std::string& type) {
  constexpr std::array types{"zeroGradient", "empty",  "symmetry",      "symmetryPlane", "slip",
                             "noSlip",       "cyclic", "fixedGradient", "partialSlip",   "fixedNormalSlip"};
  return std::ranges::find(types, type) != types.end();
}

/// Conditions that remove the component of a vector along the normal.
bool removesNormal(const std::string& type) {
  constexpr std::array types{"symmetry", "symmetryPlane", "slip"};
  return std::ranges::find(types, type) != types.end();
}

}  // namespace

WholeField::WholeField(RawField& field, const mesh::PolyMesh& mesh, Problems& problems)
    : field_(&field), mesh_(&mesh), patches_(resolvePatches(field, mesh.patches, problems)) {
  const Label nCells = mesh.nCells();
  field.expand(static_cast<std::size_t>(nCells));
  const auto n = static_cast<std::int64_t>(field.internal.values.size()) / field.components;
  if (n != nCells)
    problems.add(field.valuesPlace,
                 fmt::format("internalField of {} has {} values, but the mesh has {} cells", field.name, n, nCells));
  for (std::size_t i = 0; i < patches_.size(); ++i)
    if (mesh.patches[i].type != "empty") problems.guard([&] { value(i); });
}

bool WholeField::keepsValue(std::size_t i) const { return !writesNoValue(conditionType(i)); }

std::vector<double> WholeField::valuesBehind(std::size_t i) const {
  const mesh::PolyPatch& patch = mesh_->patches[i];
  const auto n = static_cast<std::size_t>(field_->components);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(patch.size) * n);
  for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) {
    const auto cell = static_cast<std::size_t>(mesh_->owner[static_cast<std::size_t>(f)]);
    for (std::size_t k = 0; k < n; ++k) values.push_back(field_->internal.values[cell * n + k]);
  }
  return values;
}

std::optional<std::vector<double>> WholeField::list(std::size_t i, const std::string& keyword) const {
  const mesh::PolyPatch& patch = mesh_->patches[i];
  const config::Entry* entry = patches_[i].find(keyword);
  if (!entry || entry->isDict()) return std::nullopt;  // a function, as openfoam.org's dev has it
  const FieldValues values =
      readFieldValues(*entry, field_->components, patch.size, fmt::format("faces of patch '{}'", patch.name));
  if (!values.uniform) return values.values;
  std::vector<double> all;
  for (GlobalLabel f = 0; f < patch.size; ++f) all.insert(all.end(), values.values.begin(), values.values.end());
  return all;
}

std::vector<double> WholeField::faceValues(std::size_t i, const std::vector<Vec3>& faceAreas) const {
  if (keepsValue(i))
    for (const char* keyword : {"value", "p0", "inletValue", "freestreamValue"})
      if (auto values = list(i, keyword)) return *values;
  std::vector<double> values = valuesBehind(i);
  const std::string type = conditionType(i);
  if (type == "noSlip") std::ranges::fill(values, 0.0);
  if (field_->components == 3 && removesNormal(type)) {
    for (std::size_t f = 0; f < values.size() / 3; ++f) {
      const Vec3& S = faceAreas[static_cast<std::size_t>(mesh_->patches[i].start) + f];
      const Vec3 n = S / mag(S);
      const double along = dot(n, Vec3{values[3 * f], values[3 * f + 1], values[3 * f + 2]});
      for (int k = 0; k < 3; ++k) values[3 * f + static_cast<std::size_t>(k)] -= along * n[k];
    }
  }
  return values;
}

void WholeField::setList(std::size_t i, const std::string& keyword, std::vector<double> values, int components) {
  config::Entry entry;
  entry.keyword = keyword;
  entry.place = patches_[i].place();
  config::Token word, list;
  word.text = "nonuniform";
  list.kind = config::Token::Kind::list;
  list.list = std::make_shared<config::FieldList>(
      config::FieldList{std::string(output::valueTypeName(components)), components, std::move(values)});
  entry.tokens = {word, list};
  patches_[i].set(std::move(entry));
}

void WholeField::finish() {
  const config::Dictionary& old = field_->dict.subDict("boundaryField");
  config::Entry boundaryField;
  boundaryField.keyword = "boundaryField";
  boundaryField.place = old.place();
  boundaryField.dict = std::make_shared<config::Dictionary>(old.name(), old.place());
  for (std::size_t i = 0; i < patches_.size(); ++i) {
    config::Entry patch;
    patch.keyword = mesh_->patches[i].name;
    patch.place = patches_[i].place();
    patch.dict = std::make_shared<config::Dictionary>(std::move(patches_[i]));
    boundaryField.dict->set(std::move(patch));
  }
  field_->dict.remove("boundaryField");
  field_->dict.set(std::move(boundaryField));
}

}  // namespace eagre::case_
