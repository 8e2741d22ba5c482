// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/condition.hpp"

#include <fmt/format.h>

namespace eagre::fv::conditions {

void Source::fail(const std::string& message, const std::string& keyword) const {
  const config::Entry* entry = keyword.empty() ? nullptr : dict.find(keyword);
  throw Error(entry ? entry->place : dict.place(), fmt::format("field {}, patch {}: {}", fieldName, patch.name, message));
}

template <class T>
Condition<T>::Condition(const Source& source)
    : BoundaryCondition<T>(source.dict.get<std::string>("type"), source.patch),
      context_(&source.context),
      patchType_(source.dict.getOr("patchType", "")) {}

template <class T>
void Condition<T>::updateCoeffs(const VolField<T>& field, const Context& context) {
  if (updated_) return;
  if (const std::string what = this->missing(context); !what.empty())
    throw Error(this->needsText(field.name(), what), ExitCode::badCase);
  update(field, context);
  updated_ = !evaluatesInUpdate();
}

/// While a simulation is being set up the fields that the condition looks at may not be there yet: its start value stands.
template <class T>
bool Condition<T>::settingUp() const {
  return context_->time().index == context_->time().startIndex && !this->missing(*context_).empty();
}

template <class T>
void Condition<T>::evaluate(const VolField<T>& field, std::span<T> values) {
  if (!updated_ && context_) {
    if (settingUp()) return;
    updateCoeffs(field, *context_);
  }
  faceValues(field, values);
  updated_ = false;
}

template <class T>
void Condition<T>::writeType(ConditionWriter& out) const {
  out.entry("type", this->type());
  if (!patchType_.empty()) out.entry("patchType", patchType_);
}

template class Condition<double>;
template class Condition<Vec3>;
template class Condition<SymmTensor>;

namespace {
template <class Field>
Field& found(Field* field, const std::string& what) {
  if (!field) throw Error(what + " is not there", ExitCode::badCase);
  return *field;
}
}  // namespace

std::string missingFlux(const Context& context, const std::string& name) {
  return context.registry.surfaceScalar(name) ? std::string{} : fmt::format("flux '{}'", name);
}
std::string missingScalar(const Context& context, const std::string& name) {
  return context.registry.scalar(name) ? std::string{} : fmt::format("field '{}'", name);
}
std::string missingVector(const Context& context, const std::string& name) {
  return context.registry.vector(name) ? std::string{} : fmt::format("field '{}'", name);
}
std::string missingGravity(const Context& context) { return context.gravity ? "" : "gravity (constant/g)"; }

std::span<const double> patchFlux(const Context& context, const mesh::Patch& patch, const std::string& name) {
  const auto& phi = found(context.registry.surfaceScalar(name), missingFlux(context, name));
  return std::span(std::as_const(phi.faces())).subspan(context.mesh.nInteriorFaces() + patch.start, patch.size);
}
std::span<const double> patchScalar(const Context& context, const mesh::Patch& patch, const std::string& name) {
  return std::as_const(found(context.registry.scalar(name), missingScalar(context, name))).patchValues(patch);
}
std::span<const Vec3> patchVector(const Context& context, const mesh::Patch& patch, const std::string& name) {
  return std::as_const(found(context.registry.vector(name), missingVector(context, name))).patchValues(patch);
}

VolumeFlux volumeFlux(const Context& context, const mesh::Patch& patch, const std::string& phiName, const std::string& rhoName) {
  const auto phi = patchFlux(context, patch, phiName);
  const Dimensions& dimensions = context.registry.surfaceScalar(phiName)->dimensions();
  if (dimensions == dimVolumeFlux) return {phi, {}};
  if (dimensions == dimMassFlux) return {phi, patchScalar(context, patch, rhoName)};
  throw Error(fmt::format("patch {}: '{}' has dimensions {}; a flux of volume {} or of mass {} is needed", patch.name, phiName,
                          toString(dimensions), toString(dimVolumeFlux), toString(dimMassFlux)),
              ExitCode::badCase);
}

std::string missingVolumeFlux(const Context& context, const std::string& phiName, const std::string& rhoName) {
  if (std::string what = missingFlux(context, phiName); !what.empty()) return what;
  const bool mass = context.registry.surfaceScalar(phiName)->dimensions() == dimMassFlux;
  return mass ? missingScalar(context, rhoName) : std::string{};
}

void requireWall(const Source& source) {
  if (source.patch.type != "wall")
    source.fail(fmt::format("boundary condition {} is for walls; this patch is of type {}", source.dict.get<std::string>("type"),
                            source.patch.type),
                "type");
}

std::string text(double value) { return fmt::format("{}", value); }
std::string text(const Vec3& value) { return fmt::format("({} {} {})", value.x, value.y, value.z); }

}  // namespace eagre::fv::conditions
