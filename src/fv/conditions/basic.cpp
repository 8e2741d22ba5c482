// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/basic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eagre::fv::conditions {

// ---- FixedValue -------------------------------------------------------------------------------------------------
template <class T>
FixedValue<T>::FixedValue(const Source& source, Start startWithout) : Condition<T>(source) {
  auto value = readOptionalPatchValues<T>(source, "value");
  if (!value && startWithout == Start::needed)
    source.fail(fmt::format("boundary condition {} needs the entry 'value'", this->type()));
  hasStart_ = value.has_value();
  value_ = value ? std::move(*value) : std::vector<T>(static_cast<std::size_t>(source.patch.size));
}

template <class T>
FixedValue<T>::FixedValue(const Source& source, std::vector<T> fallback) : Condition<T>(source) {
  auto value = readOptionalPatchValues<T>(source, "value");
  value_ = value ? std::move(*value) : std::move(fallback);
}

template <class T>
FixedValue<T>::FixedValue(std::string type, const mesh::Patch& patch, std::vector<T> value)
    : Condition<T>(std::move(type), patch), value_(std::move(value)) {
  if (value_.size() != static_cast<std::size_t>(patch.size))
    throw Error(fmt::format("patch {}: {} values for {} faces", patch.name, value_.size(), patch.size));
}

template <class T>
void FixedValue<T>::initialise(const VolField<T>& field, std::span<T> values) {
  if (!hasStart_) return this->evaluate(field, values);
  std::ranges::copy(value_, values.begin());
}
template <class T>
void FixedValue<T>::prescribedValues(const VolField<T>&, std::span<T> values) const {
  std::ranges::copy(value_, values.begin());
}
template <class T>
void FixedValue<T>::faceValues(const VolField<T>&, std::span<T> values) {
  std::ranges::copy(value_, values.begin());
}

template <class T>
void FixedValue<T>::valueCoeffs(const VolField<T>&, std::span<T> internal, std::span<T> boundary) const {
  std::ranges::fill(internal, T{});
  std::ranges::copy(value_, boundary.begin());
}

template <class T>
void FixedValue<T>::gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) {
    internal[i] = uniformValue<T>(-faces.deltaCoeff(i));
    boundary[i] = faces.deltaCoeff(i) * value_[i];
  }
}

template <class T>
void FixedValue<T>::write(const VolField<T>& field, ConditionWriter& out) const {
  this->writeType(out);
  out.entry("value", field.patchValues(this->patch()));
}

// ---- FixedGradient ----------------------------------------------------------------------------------------------
template <class T>
FixedGradient<T>::FixedGradient(const Source& source)
    : Condition<T>(source), gradient_(readPatchValues<T>(source.dict, "gradient", source.patch)) {}

template <class T>
void FixedGradient<T>::faceValues(const VolField<T>& field, std::span<T> values) {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) values[i] = field[faces.cell(i)] + gradient_[i] / faces.deltaCoeff(i);
}

template <class T>
void FixedGradient<T>::valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) {
    internal[i] = uniformValue<T>(1);
    boundary[i] = gradient_[i] / faces.deltaCoeff(i);
  }
}

template <class T>
void FixedGradient<T>::gradientCoeffs(const VolField<T>&, std::span<T> internal, std::span<T> boundary) const {
  std::ranges::fill(internal, T{});
  std::ranges::copy(gradient_, boundary.begin());
}

template <class T>
void FixedGradient<T>::snGrad(const VolField<T>&, std::span<T> gradient) const {
  std::ranges::copy(gradient_, gradient.begin());
}

template <class T>
void FixedGradient<T>::write(const VolField<T>&, ConditionWriter& out) const {
  this->writeType(out);
  out.entry("gradient", std::span<const T>(gradient_));
}

// ---- Mixed ------------------------------------------------------------------------------------------------------
template <class T>
Mixed<T>::Mixed(const Source& source)
    : Condition<T>(source),
      refValue_(readPatchValues<T>(source.dict, "refValue", source.patch)),
      refGradient_(readPatchValues<T>(source.dict, "refGradient", source.patch)),
      valueFraction_(readPatchValues<double>(source.dict, "valueFraction", source.patch)) {}

template <class T>
Mixed<T>::Mixed(const Source& source, std::vector<T> refValue)
    : Condition<T>(source),
      refValue_(std::move(refValue)),
      refGradient_(static_cast<std::size_t>(source.patch.size)),
      valueFraction_(static_cast<std::size_t>(source.patch.size), 0.0) {}

template <class T>
void Mixed<T>::faceValues(const VolField<T>& field, std::span<T> values) {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) {
    const double f = valueFraction_[i];
    values[i] = f * refValue_[i] + (1.0 - f) * (field[faces.cell(i)] + refGradient_[i] / faces.deltaCoeff(i));
  }
}

template <class T>
void Mixed<T>::snGrad(const VolField<T>& field, std::span<T> gradient) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) {
    const double f = valueFraction_[i];
    gradient[i] = f * (refValue_[i] - field[faces.cell(i)]) * faces.deltaCoeff(i) + (1.0 - f) * refGradient_[i];
  }
}

template <class T>
void Mixed<T>::valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) {
    const double f = valueFraction_[i];
    internal[i] = uniformValue<T>(1.0 - f);
    boundary[i] = f * refValue_[i] + (1.0 - f) * refGradient_[i] / faces.deltaCoeff(i);
  }
}

template <class T>
void Mixed<T>::gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) {
    const double f = valueFraction_[i];
    internal[i] = uniformValue<T>(-f * faces.deltaCoeff(i));
    boundary[i] = f * faces.deltaCoeff(i) * refValue_[i] + (1.0 - f) * refGradient_[i];
  }
}

template <class T>
void Mixed<T>::write(const VolField<T>& field, ConditionWriter& out) const {
  this->writeType(out);
  out.entry("refValue", std::span<const T>(refValue_));
  out.entry("refGradient", std::span<const T>(refGradient_));
  out.entry("valueFraction", std::span<const double>(valueFraction_));
  out.entry("value", field.patchValues(this->patch()));
}

// ---- SwitchedMixed ----------------------------------------------------------------------------------------------
template <class T>
SwitchedMixed<T>::SwitchedMixed(const Source& source, std::vector<T> refValue, Reference reference, Start startWithout,
                                double valueFraction)
    : Mixed<T>(source, std::move(refValue)),
      start_(readOptionalPatchValues<T>(source, "value")),
      reference_(reference),
      startWithout_(startWithout) {
  std::ranges::fill(this->valueFraction_, valueFraction);
  if (auto last = readOptionalPatchValues<double>(source, "valueFraction")) this->valueFraction_ = std::move(*last);
  if (reference == Reference::updated)
    if (auto last = readOptionalPatchValues<T>(source, "refValue")) this->refValue_ = std::move(*last);
  if (!start_ && startWithout == Start::needed)
    source.fail(fmt::format("boundary condition {} needs the entry 'value'", this->type()));
}

template <class T>
void SwitchedMixed<T>::initialise(const VolField<T>& field, std::span<T> values) {
  const PatchFaces faces = this->faces(field);
  if (start_)
    std::ranges::copy(*start_, values.begin());
  else if (startWithout_ == Start::reference)
    std::ranges::copy(this->refValue_, values.begin());
  else
    for (Label i = 0; i < faces.size(); ++i) values[i] = field[faces.cell(i)];
}

// ---- ZeroGradient -----------------------------------------------------------------------------------------------
template <class T>
void ZeroGradient<T>::faceValues(const VolField<T>& field, std::span<T> values) {
  const PatchFaces faces = this->faces(field);
  for (Label i = 0; i < faces.size(); ++i) values[i] = field[faces.cell(i)];
}
template <class T>
void ZeroGradient<T>::valueCoeffs(const VolField<T>&, std::span<T> internal, std::span<T> boundary) const {
  std::ranges::fill(internal, uniformValue<T>(1));
  std::ranges::fill(boundary, T{});
}
template <class T>
void ZeroGradient<T>::gradientCoeffs(const VolField<T>&, std::span<T> internal, std::span<T> boundary) const {
  std::ranges::fill(internal, T{});
  std::ranges::fill(boundary, T{});
}
template <class T>
void ZeroGradient<T>::snGrad(const VolField<T>&, std::span<T> gradient) const {
  std::ranges::fill(gradient, T{});
}

// ---- Calculated, ExtrapolatedCalculated
// -------------------------------------------------------------------------------------------------
namespace {
[[noreturn]] void refuseEquation(const std::string& label, const std::string& field) {
  throw Error(fmt::format("{}: an equation for {} needs a boundary condition that says what the value is, such as zeroGradient "
                          "or fixedValue",
                          label, field),
              ExitCode::badCase);
}
}  // namespace

template <class T>
Calculated<T>::Calculated(const Source& source)
    : Condition<T>(source), start_(readPatchValues<T>(source.dict, "value", source.patch)) {}

template <class T>
void Calculated<T>::initialise(const VolField<T>&, std::span<T> values) {
  if (!start_.empty()) std::ranges::copy(start_, values.begin());
}
template <class T>
void Calculated<T>::valueCoeffs(const VolField<T>& field, std::span<T>, std::span<T>) const {
  refuseEquation(this->label(field.name()), field.name());
}
template <class T>
void Calculated<T>::gradientCoeffs(const VolField<T>& field, std::span<T>, std::span<T>) const {
  refuseEquation(this->label(field.name()), field.name());
}
template <class T>
void ExtrapolatedCalculated<T>::valueCoeffs(const VolField<T>& field, std::span<T>, std::span<T>) const {
  refuseEquation(this->label(field.name()), field.name());
}
template <class T>
void ExtrapolatedCalculated<T>::gradientCoeffs(const VolField<T>& field, std::span<T>, std::span<T>) const {
  refuseEquation(this->label(field.name()), field.name());
}
template <class T>
void ExtrapolatedCalculated<T>::write(const VolField<T>& field, ConditionWriter& out) const {
  this->writeType(out);
  out.entry("value", field.patchValues(this->patch()));
}
template <class T>
void Calculated<T>::write(const VolField<T>& field, ConditionWriter& out) const {
  this->writeType(out);
  out.entry("value", field.patchValues(this->patch()));
}

template class FixedValue<double>;
template class FixedValue<Vec3>;
template class FixedValue<SymmTensor>;
template class FixedGradient<double>;
template class FixedGradient<Vec3>;
template class FixedGradient<SymmTensor>;
template class Mixed<double>;
template class Mixed<Vec3>;
template class Mixed<SymmTensor>;
template class SwitchedMixed<double>;
template class SwitchedMixed<Vec3>;
template class SwitchedMixed<SymmTensor>;
template class ZeroGradient<double>;
template class ZeroGradient<Vec3>;
template class ZeroGradient<SymmTensor>;
template class Calculated<double>;
template class Calculated<Vec3>;
template class Calculated<SymmTensor>;
template class ExtrapolatedCalculated<double>;
template class ExtrapolatedCalculated<Vec3>;
template class ExtrapolatedCalculated<SymmTensor>;

template <class T>
void addBasic(Table<T>& table) {
  table.template add<FixedValue<T>>("fixedValue", "the values of `value` (Dirichlet)");
  table.template add<FixedGradient<T>>("fixedGradient", "the normal gradient of `gradient` (Neumann)");
  table.template add<Mixed<T>>("mixed", "fixed value and fixed gradient blended by valueFraction (Robin)");
  table.template add<ZeroGradient<T>>("zeroGradient", "normal gradient 0");
  table.template add<Calculated<T>>("calculated", "values that the solver sets, of fields that no equation is solved for");
  table.template add<ZeroGradient<T>>(
      "internal", "zeroGradient on the patches without faces that openfoam.org's meshes have");  // openfoam.org's, of patches
                                                                                                 // without faces: loadOrMakeMesh
  table.template add<ExtrapolatedCalculated<T>>("extrapolatedCalculated",
                                                "zeroGradient for fields that no equation is solved for");
}
template void addBasic(Table<double>&);
template void addBasic(Table<Vec3>&);
template void addBasic(Table<SymmTensor>&);

}  // namespace eagre::fv::conditions
