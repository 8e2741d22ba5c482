// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/made_fields.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "fv/conditions/conditions.hpp"

namespace eagre::run {

namespace {

/// Calls f(field) of each of them.
template <class Tuple, class F>
void eachField(Tuple& fields, F&& f) {
  std::apply(
      [&](auto&... ofType) {
        (..., [&](auto& list) {
          for (auto& made : list) f(*made);
        }(ofType));
      },
      fields);
}

}  // namespace

MadeFields::MadeFields(const FunctionSource& source) : schedule_(source.dict) {}

template <class T>
fv::VolField<T>& MadeFields::add(const std::string& name, const Dimensions& dimensions, const mesh::Mesh& mesh) {
  auto made = std::make_shared<fv::MadeField<T>>(fv::MadeField<T>{fv::VolField<T>(name, dimensions, mesh)});
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Vec3>) fv::setCalculatedConditions(made->field);
  auto& list = std::get<Fields<T>>(fields_);
  list.push_back(std::move(made));
  return list.back()->field;
}
template fv::VolField<double>& MadeFields::add(const std::string&, const Dimensions&, const mesh::Mesh&);
template fv::VolField<Vec3>& MadeFields::add(const std::string&, const Dimensions&, const mesh::Mesh&);
template fv::VolField<SymmTensor>& MadeFields::add(const std::string&, const Dimensions&, const mesh::Mesh&);
template fv::VolField<Tensor>& MadeFields::add(const std::string&, const Dimensions&, const mesh::Mesh&);

/// Whoever looks for one of its fields from here on is told that there is none.
MadeFields::~MadeFields() {
  const auto retire = [this](const auto& list) {
    for (const auto& made : list) registry_->retire(made->field.name(), made);
  };
  if (!registry_) return;
  retire(std::get<Fields<double>>(fields_));
  retire(std::get<Fields<Vec3>>(fields_));
}

void MadeFields::start(fv::Context& context, DirectorySource&) {
  prepare(context);
  fv::Registry& registry = context.registry;
  eachField(fields_, [&](const auto& made) {
    const std::string& name = made.field.name();
    if (registry.scalar(name) || registry.vector(name) || registry.symmTensor(name) || registry.surfaceScalar(name))
      throw Error(fmt::format("there is a field '{}' already", name), ExitCode::badCase);
  });
  registry_ = &registry;
  for (const auto& made : std::get<Fields<double>>(fields_)) registry.add(made);
  for (const auto& made : std::get<Fields<Vec3>>(fields_)) registry.add(made);
}

void MadeFields::execute(const fv::Context& context, StepEnd end) {
  fresh_ = schedule_.due(context, end);
  bool asked = false;
  eachField(fields_, [&](const auto& made) { asked = asked || made.asked; });
  if (!fresh_ && !asked) return;
  make(context);
  if (fresh_) report(context);
  if (asked) eachField(fields_, [](auto& made) { made.field.updateGhosts(); });
}

void MadeFields::addTo(solvers::Outputs& outputs) const {
  if (!fresh_) return;
  for (const auto& made : std::get<Fields<double>>(fields_)) outputs.scalars.push_back(&made->field);
  for (const auto& made : std::get<Fields<Vec3>>(fields_)) outputs.vectors.push_back(&made->field);
  for (const auto& made : std::get<Fields<SymmTensor>>(fields_)) outputs.symmTensors.push_back(&made->field);
  for (const auto& made : std::get<Fields<Tensor>>(fields_)) outputs.tensors.push_back(&made->field);
}

const fv::VolScalarField& scalarNamed(const fv::Context& context, const std::string& name) {
  const auto* field = context.registry.scalar(name);
  if (!field) throw Error(fmt::format("there is no scalar field '{}' in this solver", name), ExitCode::badCase);
  return *field;
}

const fv::VolVectorField& vectorNamed(const fv::Context& context, const std::string& name) {
  const auto* field = context.registry.vector(name);
  if (!field) throw Error(fmt::format("there is no vector field '{}' in this solver", name), ExitCode::badCase);
  return *field;
}

std::string nameOfResult(const config::Dictionary& d, const std::string& what, const std::string& field,
                         const std::string& usual) {
  return resultName(d, field == usual ? what : fmt::format("{}({})", what, field));
}

}  // namespace eagre::run
