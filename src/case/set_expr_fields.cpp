// SPDX-License-Identifier: BSD-3-Clause
#include "case/set_expr_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "case/field_code.hpp"
#include "case/whole_field.hpp"
#include "core/untrusted.hpp"
#include "fv/expressions/expression.hpp"
#include "mesh/wall_wave.hpp"

namespace eagre::case_ {
namespace {

using fv::expressions::Block;
using fv::expressions::Expression;
using fv::expressions::Value;

/// All cells of the mesh, with the fields of a time directory.
class CellEnvironment final : public fv::expressions::Environment {
 public:
  CellEnvironment(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry, double time, double deltaT, TimeFields& fields)
      : mesh_(mesh), geometry_(geometry), time_(time), deltaT_(deltaT), fields_(fields) {}
  /// From now on expressions see the present values of this field, whatever is set later. Errors: no such field.
  void keep(const std::string& name) {
    const auto value = field(name);
    if (!value) throw Error(unknownWordMessage("field", name, names()));
    kept_[name] = *value;
  }

  std::size_t size() const override { return geometry_.cellVolumes.size(); }
  double time() const override { return time_; }
  double deltaT() const override { return deltaT_; }
  std::optional<Value> geometry(const std::string& name) const override {
    if (name == "dist") return Value{1, false, false, wallDistances()};
    if (name == "vol") return Value{1, false, false, geometry_.cellVolumes};
    if (name != "pos") return std::nullopt;
    Value centres{3, false, false, {}};
    for (const Vec3& c : geometry_.cellCentres) centres.data.insert(centres.data.end(), {c.x, c.y, c.z});
    return centres;
  }
  std::optional<Value> field(const std::string& name) const override {
    if (const auto found = kept_.find(name); found != kept_.end()) return found->second;
    const RawField* field = fields_.find(name);
    if (!field) return std::nullopt;
    if (!field->className.starts_with("vol"))
      throw Error(fmt::format("{} is a {}; expressions of cells look at fields of cells", name, field->className));
    if (!field->internal.uniform && field->internal.values.size() != size() * static_cast<std::size_t>(field->components))
      throw Error(fmt::format("{} has a list of another length than the mesh has cells", name));
    return Value{field->components, field->internal.uniform, false, field->internal.values};
  }
  Value ofName(const std::string&, const std::string& name) const override {
    std::vector<std::string> zones;
    for (const mesh::Zone& zone : mesh_.cellZones) {
      zones.push_back(zone.name);
      if (zone.name != name) continue;
      Value inside{1, false, true, std::vector<double>(size(), 0.0)};
      for (const Label cell : zone.members) inside.data[static_cast<std::size_t>(cell)] = 1;
      return inside;
    }
    throw Error(unknownWordMessage("cellZone", name, zones));
  }
  Value reduced(const std::string& function, const Value& value) const override {
    const auto n = static_cast<std::size_t>(value.components);
    const bool weighted = function.starts_with("weight"), extreme = function == "min" || function == "max";
    Value all{value.components, true, false, std::vector<double>(n, 0.0)};
    if (extreme) std::copy(value.at(0), value.at(0) + n, all.data.begin());
    double weights = 0;
    for (std::size_t c = 0; c < size(); ++c) {
      const double weight = weighted ? geometry_.cellVolumes[c] : 1;
      weights += weight;
      for (std::size_t k = 0; k < n; ++k) {
        const double x = value.at(c)[k];
        all.data[k] = function == "min" ? std::min(all.data[k], x)
                      : extreme         ? std::max(all.data[k], x)
                                        : all.data[k] + weight * x;
      }
    }
    if (function == "average" || function == "weightAverage")
      for (double& x : all.data) x /= weights;
    return all;
  }
  std::vector<std::string> names() const override { return fields_.names(); }

 private:
  /// Of the cells to the nearest wall, which swak4Foam calls dist().
  std::vector<double> wallDistances() const {
    mesh::PolyGeometry geometry = geometry_;
    mesh::addWallDistances(mesh_, geometry, true);
    return geometry.cellWallDistances;
  }
  const mesh::PolyMesh& mesh_;
  const mesh::PolyGeometry& geometry_;
  double time_, deltaT_;
  TimeFields& fields_;
  std::map<std::string, Value> kept_;
};

const char* className(int components) {
  return components == 1   ? "volScalarField"
         : components == 3 ? "volVectorField"
         : components == 6 ? "volSymmTensorField"
                           : "volTensorField";
}

/// A new field of zeros: constraint types where the patches have them, else calculated.
RawField newField(const std::string& name, int components, const mesh::PolyMesh& mesh, std::size_t nCells) {
  constexpr std::array constraints{"empty", "wedge", "symmetry", "symmetryPlane", "cyclic", "cyclicAMI", "cyclicACMI"};
  RawField field;
  field.name = name;
  field.className = className(components);
  field.components = components;
  field.internal.uniform = false;
  field.internal.values.assign(nCells * static_cast<std::size_t>(components), 0.0);
  config::Dictionary& patches = field.dict.setDict("boundaryField");
  for (const mesh::PolyPatch& patch : mesh.patches) {
    config::Dictionary& dict = patches.setDict(patch.name);
    const bool constraint = std::ranges::find(constraints, patch.type) != constraints.end();
    dict.set("type", constraint ? patch.type : "calculated");
    if (!constraint)
      dict.set("value", components == 1   ? "uniform 0"
                        : components == 3 ? "uniform (0 0 0)"
                        : components == 6 ? "uniform (0 0 0 0 0 0)"
                                          : "uniform (0 0 0 0 0 0 0 0 0)");
  }
  return field;
}

/// What -condition, dimension are called from v2106 and v2012 on.
const config::Entry* either(const config::Dictionary& dict, const char* first, const char* second) {
  const config::Entry* entry = dict.find(first);
  return entry ? entry : dict.find(second);
}

class Setter {
 public:
  Setter(const mesh::PolyMesh& mesh, const CellEnvironment& environment, TimeFields& fields, Log& log)
      : mesh_(mesh), environment_(environment), fields_(fields), log_(log) {}

  std::string run(const config::Dictionary& dict) {
    if (const config::Entry* entry = dict.find("valuePatches"))
      throw Error(entry->place, "valuePatches is not supported; write the patches into the field's file");
    auto name = dict.get<std::string>("field");
    requirePlainName("field", name, dict.at("field").place);
    const bool create = dict.getOr("create", false);
    const Block block(dict, fv::expressions::Domain::cells, &log_);
    const auto expression = block.expression("expression");
    if (!expression) throw Error(dict.place(), "an entry of expressions needs 'expression'");
    const auto condition = block.expression(dict.has("fieldMask") ? "fieldMask" : "condition");
    const auto variables = block.variables(environment_);

    const Value value = expression->evaluate(environment_, variables);
    RawField& field = create ? fields_.add(newField(name, value.components, mesh_, environment_.size())) : existing(name, dict);
    const auto values = fv::expressions::fieldOf(value, field.components, environment_.size(), *expression);
    const std::size_t nSet = assign(field, values, condition, variables);
    if (create) extrapolate(field);
    if (const config::Entry* entry = either(dict, "dimensions", "dimension"))
      field.dimensions = dict.get<Dimensions>(entry->keyword);
    else if (create)
      log_.warnOnce(fmt::format("{}: {} is created without dimensions", toString(dict.place()), name));
    log_.line(fmt::format("{} field {}: set {} of {} values", create ? "New" : "Modified", name, nSet, environment_.size()));
    return name;
  }

 private:
  RawField& existing(const std::string& name, const config::Dictionary& dict) {
    RawField* field = fields_.find(name);
    const Place& place = dict.at("field").place;
    if (!field) throw Error(place, unknownWordMessage("field", name, fields_.names()) + "; 'create yes;' makes a new one");
    if (!field->className.starts_with("vol"))
      throw Error(place, fmt::format("{} is a {}; expressions set fields of cells", name, field->className));
    return *field;
  }

  /// Calculated patches get the values of the cells.
  void extrapolate(RawField& field) const {
    Problems problems;
    WholeField whole(field, mesh_, problems);
    for (std::size_t i = 0; i < whole.nPatches(); ++i)
      if (whole.conditionType(i) == "calculated") whole.setValue(i, whole.valuesBehind(i));
    whole.finish();
  }

  std::size_t assign(RawField& field, const std::vector<double>& values, const std::optional<Expression>& condition,
                     const fv::expressions::Variables& variables) const {
    const std::size_t nCells = environment_.size(), n = static_cast<std::size_t>(field.components);
    field.expand(nCells);
    if (field.internal.values.size() != values.size())
      throw Error(field.valuesPlace, fmt::format("internalField of {} has {} values, but the mesh has {} cells", field.name,
                                                 field.internal.values.size() / n, nCells));
    if (!condition) {
      field.internal.values = values;
      return nCells;
    }
    const Value chosen = condition->evaluate(environment_, variables);
    if (!chosen.logical)
      throw Error(condition->place(), fmt::format("the condition gives a {}, but a logical value is needed", typeName(chosen)));
    std::size_t nSet = 0;
    for (std::size_t c = 0; c < nCells; ++c) {
      if (*chosen.at(c) == 0) continue;
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(c * n), n,
                  field.internal.values.begin() + static_cast<std::ptrdiff_t>(c * n));
      ++nSet;
    }
    return nSet;
  }

  const mesh::PolyMesh& mesh_;
  const CellEnvironment& environment_;
  TimeFields& fields_;
  Log& log_;
};

}  // namespace

RawField* TimeFields::find(const std::string& name) {
  if (const auto found = fields_.find(name); found != fields_.end()) return &found->second;
  const std::filesystem::path file = inside(directory_, name);
  if (!config::fileExists(file)) return nullptr;
  RawField field = readRawField(file);
  if (prepare_) prepare_(field);
  return &add(std::move(field));
}

std::vector<std::string> TimeFields::names() const {
  std::vector<std::string> names;
  std::error_code ec;
  for (const auto& file : std::filesystem::directory_iterator(directory_, ec))
    if (file.is_regular_file()) names.push_back(file.path().filename().string());
  for (const auto& [name, field] : fields_)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

std::set<std::string> setExprFields(const config::Dictionary& dict, const mesh::PolyMesh& mesh,
                                    const mesh::PolyGeometry& geometry, double time, double deltaT, TimeFields& fields,
                                    Log& log) {
  fields.prepareBy([&](RawField& field) { runCodes(field, mesh, geometry); });
  CellEnvironment environment(mesh, geometry, time, deltaT, fields);
  Problems problems;
  if (const config::Entry* entry = dict.find("readFields"))
    for (const std::string& name : dict.get<std::vector<std::string>>("readFields")) {
      try {
        environment.keep(name);
      } catch (const Error& e) { problems.add(entry->place, e.what()); }
    }
  Setter setter(mesh, environment, fields, log);
  std::set<std::string> changed;
  config::TokenReader reader = dict.at("expressions").reader();
  if (!reader.peek().is('(')) reader.integer();
  for (reader.expect('('); !reader.accept(')');) {
    const std::string name = reader.word();
    const config::Dictionary one = reader.dict(dict.name() + ".expressions." + name);
    problems.guard([&] { changed.insert(setter.run(one)); });
  }
  problems.throwIfAny("setExprFields cannot be done:");
  return changed;
}

}  // namespace eagre::case_
