// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/field_value.hpp"

#include <cmath>
#include <utility>

#include "config/word_choice.hpp"

namespace eagre::run {
namespace {

using What = ValueOperation::What;

/// Entries that change what is computed and that are not supported.
void refuse(const config::Dictionary& d) {
  if (d.has("weightFields"))
    throw Error(d.at("weightFields").place, d.name() + ": weightFields is not supported; weightField is");
  if (d.getOr<bool>("writeFields", false)) throw Error(d.at("writeFields").place, d.name() + ": writeFields is not supported");
}

bool has(const fv::Registry& registry, const std::string& field) {
  return registry.scalar(field) || registry.vector(field) || registry.surfaceScalar(field);
}

}  // namespace

FieldValue::FieldValue(const FunctionSource& source, const std::string& fileName, const ValueOperations& operations,
                       bool isOverFaces)
    : schedule_(source.dict),
      fields_(source.dict.get<std::vector<std::string>>("fields")),
      place_(source.dict.place()),
      operation_(config::chosen(operations, source.dict, "operation")),
      isOverFaces_(isOverFaces),
      scale_(source.dict.getOr<double>("scaleFactor", 1)),
      table_(source, fileName) {
  const auto& d = source.dict;
  refuse(d);
  if (isOverFaces && d.has("orientedFields"))  // their flux through a patch has the sign of the other fields
    for (auto& name : d.get<std::vector<std::string>>("orientedFields")) fields_.push_back(std::move(name));
  if (operation_.make.isWeighted) {
    weight_ = d.get<std::string>("weightField");
    if (weight_ == "none") weight_.clear();
  } else if (d.has("weightField")) {
    d.warn(d.at("weightField").place,
           fmt::format("{}: weightField changes nothing with operation {}", d.name(), operation_.word));
  }
  if (operation_.make.what == What::sumDirection || operation_.make.what == What::sumDirectionBalance)
    direction_ = d.get<Vec3>("direction");
  static const std::vector<std::string> after{"none", "sqrt"};
  if (d.has("postOperation")) takesRoot_ = d.getChoice("postOperation", after) == "sqrt";
  writesArea_ = isOverFaces && d.getOr<bool>("writeArea", false);
}

void FieldValue::execute(const fv::Context& context, StepEnd end) {
  if (!schedule_.due(context, end)) return;
  const bool isNew = update(context);
  if (operation_.make.what == What::none && isOverFaces_) return;
  if (!table_.started() || isNew) writeHead();
  const std::optional<ValueWeights> weights = weightsNow(context);
  std::string values;
  results_.clear();
  if (writesArea_) values += fmt::format("\t{}", table_.number(extent()));
  for (const auto& field : fields_) {
    FieldValues of = valuesOf(context, field);
    for (double& value : of.values) value *= scale_;
    std::vector<double> result =
        operate(context.mesh.communicator(), operation_.make, of, weights ? &*weights : nullptr, direction_);
    if (takesRoot_)
      for (double& value : result) value = std::sqrt(std::abs(value));
    if (result.size() == 1) values += fmt::format("\t{}", table_.number(result[0]));
    if (result.size() == 3) values += fmt::format("\t{}", table_.number(Vec3{result[0], result[1], result[2]}));
    if (result.empty()) continue;
    results_.emplace_back(resultName(field), result);
    setResult(resultName(field), std::move(result));
  }
  table_.row(context.time().value, values);
}

void FieldValue::requireFields(const fv::Context& context) const {
  for (const auto& field : fields_)
    if (!has(context.registry, field)) failMissing(field);
  if (!weight_.empty() && !(isOverFaces_ ? has(context.registry, weight_) : context.registry.scalar(weight_) != nullptr))
    failMissing(weight_);
}

void FieldValue::writeHead() {
  writeHeader();
  if (isOverFaces_) table_.header("Scale factor", table_.number(scale_));
  if (!weight_.empty()) table_.header("Weight field", weight_);
  std::vector<std::string> columns;
  if (writesArea_) columns.emplace_back("Area");
  for (const auto& field : fields_) columns.push_back(fmt::format("{}({})", operation_.word, field));
  table_.columns(columns, false);
}

std::optional<ValueWeights> FieldValue::weightsNow(const fv::Context& context) {
  if (weight_.empty()) return {};
  return valueWeights(valuesOf(context, weight_), operation_.make.ofMagnitude);
}

}  // namespace eagre::run
