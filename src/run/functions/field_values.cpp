// SPDX-License-Identifier: BSD-3-Clause
// One number per field: volFieldValue over cells, surfaceFieldValue over a patch or a sampled surface.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "config/word_choice.hpp"
#include "mesh/cell_cut.hpp"
#include "mesh/derived.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/surface_sampling.hpp"
#include "run/functions/value_operations.hpp"

namespace eagre::run {
namespace {

using What = ValueOperation::What;

/// Entries that change what is computed and that are not supported.
void refuse(const config::Dictionary& d) {
  if (d.has("weightFields"))
    throw Error(d.at("weightFields").place, d.name() + ": weightFields is not supported; weightField is");
  if (d.getOr<bool>("writeFields", false)) throw Error(d.at("writeFields").place, d.name() + ": writeFields is not supported");
}

/// What both have: a table with one column a field.
class FieldValue : public FunctionObject {
 public:
  void execute(const fv::Context& context, StepEnd end) final {
    if (!schedule_.due(context, end)) return;
    const bool isNew = update(context);
    if (operation_.make.what == What::none && isOverFaces_) return;
    if (!table_.started() || isNew) writeHead();
    const std::optional<ValueWeights> weights = weightsNow(context);
    std::string values;
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
      if (!result.empty()) setResult(resultName(field), std::move(result));
    }
    table_.row(context.time().value, values);
  }
  void requireFields(const fv::Context& context) const final {
    for (const auto& field : fields_)
      if (!has(context.registry, field)) failMissing(field);
    if (!weight_.empty() && !(isOverFaces_ ? has(context.registry, weight_) : context.registry.scalar(weight_) != nullptr))
      failMissing(weight_);
  }

 protected:
  FieldValue(const FunctionSource& source, const std::string& fileName, const ValueOperations& operations, bool isOverFaces)
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
  /// What the values of all fields need, before them; whether the header is to be written again. Collective.
  virtual bool update(const fv::Context&) { return false; }
  virtual void writeHeader() = 0;
  virtual FieldValues valuesOf(const fv::Context& context, const std::string& field) = 0;
  /// Area or volume of all [m^2], [m^3].
  virtual double extent() const = 0;
  virtual std::string resultName(const std::string& field) const = 0;
  std::string resultName(const std::string& of, const std::string& field) const {
    const std::string name = fmt::format("{}({}{})", operation_.word, of.empty() ? "" : of + ",", field);
    return takesRoot_ ? fmt::format("sqrt({})", name) : name;
  }
  /// As OpenFOAM writes it: what follows the colon is not part of the column.
  void writeRegionType(const std::string& type) { table_.header(table_.padded("# Region type : ").substr(2) + type); }
  [[noreturn]] void failMissing(const std::string& field) const {
    throw Error(place_, fmt::format("functions: there is no field '{}' in this solver", field));
  }
  /// Values of the fields that are there by value(field, i) in n cells or faces.
  template <class T, class At>
  static void take(FieldValues& into, Label n, At at) {
    into.components = nComponents<T>;
    for (Label i = 0; i < n; ++i) {
      const T value = at(i);
      for (int c = 0; c < nComponents<T>; ++c) into.values.push_back(component(value, c));
    }
  }

  Schedule schedule_;
  std::vector<std::string> fields_;
  Place place_;
  ValueOperations::Row operation_;
  bool isOverFaces_;
  double scale_;
  Table table_;

 private:
  static bool has(const fv::Registry& registry, const std::string& field) {
    return registry.scalar(field) || registry.vector(field) || registry.surfaceScalar(field);
  }
  void writeHead() {
    writeHeader();
    if (isOverFaces_) table_.header("Scale factor", table_.number(scale_));
    if (!weight_.empty()) table_.header("Weight field", weight_);
    std::vector<std::string> columns;
    if (writesArea_) columns.emplace_back("Area");
    for (const auto& field : fields_) columns.push_back(fmt::format("{}({})", operation_.word, field));
    table_.columns(columns, false);
  }
  std::optional<ValueWeights> weightsNow(const fv::Context& context) {
    if (weight_.empty()) return {};
    return valueWeights(valuesOf(context, weight_), operation_.make.ofMagnitude);
  }

  std::string weight_;  ///< empty: none
  Vec3 direction_{};
  bool takesRoot_ = false, writesArea_ = false;
};

class VolFieldValue final : public FieldValue {
 public:
  explicit VolFieldValue(const FunctionSource& source) : FieldValue(source, "volFieldValue.dat", operationsOverCells(), false) {
    if (source.dict.has("postOperation"))
      throw Error(source.dict.at("postOperation").place, source.dict.name() + ": postOperation is not supported");
    static const std::vector<std::string> types{"all", "cellZone"};
    const auto& d = source.dict;
    // openfoam.org has "cellZone name;" from version 11 on, and "cellZone all;", with or without regionType
    const bool byZone = d.has("cellZone") && !d.has("name") && d.getOr<std::string>("regionType", "cellZone") == "cellZone";
    if (byZone ? d.get<std::string>("cellZone") != "all" : d.getChoice("regionType", types) == "cellZone") {
      const char* const keyword = byZone ? "cellZone" : "name";
      region_ = d.get<std::string>(keyword);
      std::vector<std::string> zones;
      for (const auto& zone : source.context.mesh.cellZones) zones.push_back(zone.name);
      d.getChoice(keyword, zones);
    }
    title_ = region_.empty() ? "all region0" : "cellZone " + region_;
    select(source.context.mesh);
  }
  bool followsRefinement() const override { return true; }
  void meshChanged(fv::Context& context, DirectorySource&) override { select(context.mesh); }

 private:
  void select(const mesh::Mesh& mesh) {
    if (!region_.empty()) {
      // A mesh that was changed during the run may have lost the zone; all ranks throw if one has it not.
      const mesh::Zone* zone = mesh.findCellZone(region_);
      if (mesh.communicator().any(!zone))
        throw Error(place_, fmt::format("functions: the mesh has no cellZone '{}' any more", region_));
      cells_ = zone->members;
    } else {
      cells_.resize(static_cast<std::size_t>(mesh.nCells));
      std::iota(cells_.begin(), cells_.end(), 0);
    }
    double volume = 0;
    for (const Label c : cells_) volume += mesh.V[c];
    volume_ = mesh.communicator().sum(volume);
    count_ = mesh.communicator().sum(static_cast<std::int64_t>(cells_.size()));
  }
  void writeHeader() override {
    table_.header("Region", title_);
    table_.header("Cells", std::to_string(count_));
    table_.header("Volume", table_.number(volume_));
  }
  FieldValues valuesOf(const fv::Context& context, const std::string& name) override {
    FieldValues of;
    for (const Label c : cells_) of.extents.push_back(context.mesh.V[c]);
    const auto n = static_cast<Label>(cells_.size());
    if (const auto* scalar = context.registry.scalar(name))
      take<double>(of, n, [&](Label i) { return (*scalar)[cells_[i]]; });
    else if (const auto* vector = context.registry.vector(name))
      take<Vec3>(of, n, [&](Label i) { return (*vector)[cells_[i]]; });
    else
      failMissing(name);
    return of;
  }
  double extent() const override { return volume_; }
  std::string resultName(const std::string& field) const override { return FieldValue::resultName(region_, field); }

  std::vector<Label> cells_;
  std::string region_, title_;
  double volume_ = 0;
  std::int64_t count_ = 0;
};

class PatchFieldValue final : public FieldValue {
 public:
  explicit PatchFieldValue(const FunctionSource& source)
      : FieldValue(source, "surfaceFieldValue.dat", operationsOverAreas(), true) {
    const auto& mesh = source.context.mesh;
    std::vector<std::string> names;
    for (const auto& patch : mesh.patches) names.push_back(patch.name);
    const bool isNamed = source.dict.has("name") || !source.dict.has("patch");  // "patch name;": openfoam.org from version 11 on
    name_ = source.dict.getChoice(isNamed ? "name" : "patch", names);
    find(mesh);
  }
  bool followsRefinement() const override { return true; }
  void meshChanged(fv::Context& context, DirectorySource&) override { find(context.mesh); }

 private:
  void find(const mesh::Mesh& mesh) {
    geometry_.set(mesh);
    patch_ = mesh.findPatch(name_);
    double area = 0;
    for (Label i = 0; i < patch_->size; ++i) area += mesh.magSf[mesh.nInteriorFaces() + patch_->start + i];
    area_ = mesh.communicator().sum(area);
  }
  /// As in OpenFOAM, a patch of a mesh that has moved has the header again.
  bool update(const fv::Context& context) override {
    if (geometry_.isOf(context.mesh)) return false;
    find(context.mesh);
    return true;
  }
  void writeHeader() override {
    writeRegionType("patch " + patch_->name);
    table_.header("Faces", std::to_string(patch_->globalSize));
    table_.header("Area", table_.number(area_));
  }
  FieldValues valuesOf(const fv::Context& context, const std::string& name) override {
    const auto& mesh = context.mesh;
    FieldValues of;
    for (Label f = mesh.nInteriorFaces() + patch_->start, i = 0; i < patch_->size; ++i, ++f) {
      of.extents.push_back(mesh.magSf[f]);
      of.areas.push_back(mesh.Sf[f]);
    }
    const Label first = patch_->start;
    if (const auto* scalar = context.registry.scalar(name))
      take<double>(of, patch_->size, [&](Label i) { return scalar->boundary()[first + i]; });
    else if (const auto* vector = context.registry.vector(name))
      take<Vec3>(of, patch_->size, [&](Label i) { return vector->boundary()[first + i]; });
    else if (const auto* flux = context.registry.surfaceScalar(name))
      take<double>(of, patch_->size, [&](Label i) { return flux->atBoundary(first + i); });
    else
      failMissing(name);
    return of;
  }
  double extent() const override { return area_; }
  std::string resultName(const std::string& field) const override { return FieldValue::resultName(name_, field); }

  std::string name_;
  const mesh::Patch* patch_ = nullptr;
  mesh::GeometryStamp geometry_;
  double area_ = 0;
};

/// regionType sampledSurface; rank 0 has it. Where its values are at points, operations without areas are on these, as in
/// OpenFOAM; with areas, each face has the mean of its points', as in v1812 (v1912 multiplies the points' values by the faces'
/// areas).
class SampledFieldValue final : public FieldValue {
 public:
  explicit SampledFieldValue(const FunctionSource& source)
      : FieldValue(source, "surfaceFieldValue.dat", operationsOverAreas(), true),
        name_(source.dict.get<std::string>("name")),
        sampling_(std::dynamic_pointer_cast<SurfaceSampling>(source.sampling)) {}
  void start(fv::Context& context, DirectorySource&) override {
    for (const auto& name : fields_)
      if (context.registry.surfaceScalar(name))
        throw Error(
            place_,
            fmt::format("functions: field '{}' lives on the faces of the mesh: a sampledSurface has no values of it", name));
    sampling_->start(context);
  }

 private:
  bool update(const fv::Context& context) override {
    std::vector<std::string> scalars, vectors;
    for (const auto& name : fields_) {
      if (!context.registry.scalar(name) && !context.registry.vector(name)) failMissing(name);
      (context.registry.scalar(name) ? scalars : vectors).push_back(name);
    }
    sampling_->eachSurface(context, scalars, vectors,
                           [&](const SurfaceShape& shape, const std::vector<FieldColumn>& columns, std::size_t) {
                             areas_.clear();
                             for (const auto& face : shape.faces)
                               areas_.push_back(mesh::polygonGeometry(shape.points, face).area);
                             values_.clear();
                             for (const auto& column : columns) values_[column.name] = valuesOf(shape, column);
                           });
    area_ = 0;
    for (const Vec3& face : areas_) area_ += mag(face);
    return false;
  }
  std::vector<double> valuesOf(const SurfaceShape& shape, const FieldColumn& column) const {
    static constexpr std::array atPoints{What::none, What::min, What::max, What::sum, What::sumMag, What::average};
    if (!shape.atPoints || std::ranges::find(atPoints, operation_.make.what) != atPoints.end()) return column.values;
    const auto n = static_cast<std::size_t>(column.components);
    std::vector<double> values(shape.faces.size() * n, 0.0);
    for (std::size_t i = 0; i < shape.faces.size(); ++i)
      for (const Label point : shape.faces[i])
        for (std::size_t c = 0; c < n; ++c)
          values[i * n + c] +=
              column.values[static_cast<std::size_t>(point) * n + c] / static_cast<double>(shape.faces[i].size());
    return values;
  }
  void writeHeader() override {
    writeRegionType("sampledSurface " + name_);
    table_.header("Faces", std::to_string(areas_.size()));
    table_.header("Area", table_.number(area_));
  }
  FieldValues valuesOf(const fv::Context& context, const std::string& name) override {
    FieldValues of;
    of.components = context.registry.scalar(name) ? 1 : 3;
    of.values = values_[name];
    const auto n = of.values.size() / static_cast<std::size_t>(of.components);
    if (n != areas_.size()) return of;  // values at points, of which no operation asks for areas
    of.areas = areas_;
    for (const Vec3& area : areas_) of.extents.push_back(mag(area));
    return of;
  }
  double extent() const override { return area_; }
  std::string resultName(const std::string& field) const override { return FieldValue::resultName(name_, field); }

  std::string name_;
  std::shared_ptr<SurfaceSampling> sampling_;
  std::vector<Vec3> areas_;  ///< [m^2]; rank 0, as the values
  double area_ = 0;          ///< [m^2]; rank 0
  std::map<std::string, std::vector<double>> values_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeVolFieldValue(const FunctionSource& source) {
  return std::make_unique<VolFieldValue>(source);
}
std::unique_ptr<FunctionObject> makeSurfaceFieldValue(const FunctionSource& source) {
  static const std::vector<std::string> types{"patch", "sampledSurface"};
  const bool byPatch = !source.dict.has("regionType") && source.dict.has("patch");
  if (byPatch || source.dict.getChoice("regionType", types) == "patch") return std::make_unique<PatchFieldValue>(source);
  if (const auto& operation = config::chosen(operationsOverAreas(), source.dict, "operation"); operation.make.isWeighted)
    throw Error(
        source.dict.at("operation").place,
        fmt::format("{}: operation {} on a sampledSurface is not supported, as in OpenFOAM; operations without a weightField "
                    "are, such as areaAverage",
                    source.dict.name(), operation.word));
  return std::make_unique<SampledFieldValue>(source);
}

}  // namespace eagre::run
