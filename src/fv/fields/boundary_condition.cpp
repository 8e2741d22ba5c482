// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/boundary_condition.hpp"

#include <fmt/format.h>

#include "fv/fields/patch_faces.hpp"

namespace eagre::fv {

void ConditionWriter::dictionary(const std::string& keyword, const config::Dictionary& dict) {
  entry(keyword, fmt::format("{{\n{}}}", dict.toString(1)));
}

// ---- BoundaryCondition ------------------------------------------------------------------------------------------
template <class T>
void BoundaryCondition<T>::updateCoeffs(const VolField<T>&, const Context&) {}

template <class T>
void BoundaryCondition<T>::updateCoeffs(VolField<T>& field, const Context& context) {
  updateCoeffs(std::as_const(field), context);
  prescribedValues(field, field.patchValues(patch()));
}

template <class T>
void BoundaryCondition<T>::prescribedValues(const VolField<T>&, std::span<T>) const {}

template <class T>
void BoundaryCondition<T>::snGrad(const VolField<T>& field, std::span<T> gradient) const {
  const PatchFaces faces(field.mesh(), patch());
  const std::span<const T> values = field.patchValues(patch());
  for (Label i = 0; i < faces.size(); ++i) gradient[i] = faces.deltaCoeff(i) * (values[i] - field[faces.cell(i)]);
}

template class BoundaryCondition<double>;
template class BoundaryCondition<Vec3>;
template class BoundaryCondition<SymmTensor>;
template class BoundaryCondition<Tensor>;

template <class T>
std::string BoundaryCondition<T>::label(const std::string& fieldName) const {
  return fmt::format("boundary condition {} on patch {} of field {}", type_, patch_->name, fieldName);
}
template std::string BoundaryCondition<double>::label(const std::string&) const;
template std::string BoundaryCondition<Vec3>::label(const std::string&) const;
template std::string BoundaryCondition<SymmTensor>::label(const std::string&) const;

template <class T>
std::string BoundaryCondition<T>::needsText(const std::string& fieldName, const std::string& what) const {
  return fmt::format("{} needs the {}, which this solver does not have", label(fieldName), what);
}
template std::string BoundaryCondition<double>::needsText(const std::string&, const std::string&) const;
template std::string BoundaryCondition<Vec3>::needsText(const std::string&, const std::string&) const;
template std::string BoundaryCondition<SymmTensor>::needsText(const std::string&, const std::string&) const;

// ---- readPatchValues --------------------------------------------------------------------------------------------
namespace {

template <class T>
T readValue(config::TokenReader& reader) {
  if constexpr (std::is_same_v<T, Vec3>) {
    return reader.vector();
  } else if constexpr (nComponents<T> == 1) {
    return reader.number();
  } else {
    T value;
    reader.expect('(');
    for (int i = 0; i < nComponents<T>; ++i) value[i] = reader.number();
    reader.expect(')');
    return value;
  }
}

/// One value per face out of "n(...)", "(...)", "n{v}" or a list read as one token.
template <class T>
std::vector<T> readList(config::TokenReader& reader) {
  std::vector<T> values;
  if (reader.peek().kind == config::Token::Kind::list) {
    const auto list = reader.next().list;
    if (list->components != nComponents<T>)
      reader.fail(fmt::format("expected a list with {} numbers a value, met List<{}>", nComponents<T>, list->type));
    values.resize(list->values.size() / nComponents<T>);
    for (std::size_t i = 0; i < list->values.size(); ++i)
      component(values[i / nComponents<T>], static_cast<int>(i % nComponents<T>)) = list->values[i];
    return values;
  }
  if (reader.peek().kind == config::Token::Kind::word) reader.next();  // List<vector>
  std::int64_t count = -1;
  if (reader.peek().kind == config::Token::Kind::number) count = reader.integer();
  if (count == 0 && reader.atEnd()) return values;
  if (count >= 0 && reader.accept('{')) {
    values.assign(static_cast<std::size_t>(count), readValue<T>(reader));
    reader.expect('}');
    return values;
  }
  reader.expect('(');
  while (!reader.accept(')')) values.push_back(readValue<T>(reader));
  if (count >= 0 && count != static_cast<std::int64_t>(values.size()))
    reader.fail(fmt::format("the list says {} values and holds {}", count, values.size()));
  return values;
}

}  // namespace

template <class T>
std::vector<T> readPatchValues(const config::Dictionary& dict, const std::string& keyword, const mesh::Patch& patch) {
  config::TokenReader reader = dict.at(keyword).reader();
  const auto size = static_cast<std::size_t>(patch.size);
  std::vector<T> values;
  const bool bare = reader.peek().kind != config::Token::Kind::word;  // the format of OpenFOAM 2.0
  const std::string form = bare ? "uniform" : reader.word();
  if (form == "uniform") {
    values.assign(size, readValue<T>(reader));
  } else if (form == "nonuniform") {
    values = readList<T>(reader);
    if (values.size() != size)
      reader.fail(fmt::format("{} values for patch {}, which has {} faces here", values.size(), patch.name, size));
  } else {
    reader.fail(unknownWordMessage("form of a patch field", form, std::vector<std::string>{"uniform", "nonuniform"}));
  }
  reader.expectEnd();
  return values;
}
template std::vector<double> readPatchValues(const config::Dictionary&, const std::string&, const mesh::Patch&);
template std::vector<Vec3> readPatchValues(const config::Dictionary&, const std::string&, const mesh::Patch&);
template std::vector<SymmTensor> readPatchValues(const config::Dictionary&, const std::string&, const mesh::Patch&);

}  // namespace eagre::fv
