// SPDX-License-Identifier: BSD-3-Clause
// One number per field: volFieldValue over cells, surfaceFieldValue over a patch or a sampled surface.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <span>

#include "config/word_choice.hpp"
#include "mesh/cell_cut.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/reduction.hpp"
#include "run/functions/surface_sampling.hpp"
#include "run/words.hpp"

namespace eagre::run {
namespace {

/// Whether what is summed is weighted by the field `weightField`, or by its magnitude.
enum class Weighting { none, asItIs, magnitude };
struct Operation {
  Reduction kind;
  Weighting weighting = Weighting::none;
};

using Operations = WordTable<Operation>;

/// The weighted forms of sum and mean, by the word of the extent: "Vol" or "Area".
void addWeighted(const std::string& extent, Operations& table) {
  for (const auto weighting : {Weighting::asItIs, Weighting::magnitude}) {
    if (weighting == Weighting::magnitude && extent == "Vol") return;  // v1912 has those of surfaces alone
    const bool plain = weighting == Weighting::asItIs;
    const std::string prefix = plain ? "weighted" : "absWeighted", by = plain ? "weightField" : "the magnitude of weightField";
    const std::string ofExtent = extent == "Vol" ? "volumes" : "areas";
    table.add({prefix + "Sum", "sum weighted by " + by, {Reduction::sum, weighting}});
    table.add({prefix + "Average", "mean weighted by " + by, {Reduction::average, weighting}});
    table.add(
        {prefix + extent + "Average", "mean weighted by " + ofExtent + " and " + by, {Reduction::weightedByExtent, weighting}});
    table.add({prefix + extent + "Integrate", "integral of the values times " + by, {Reduction::integral, weighting}});
  }
}

const Operations& overCells() {
  static const Operations table = [] {
    Operations made{{"min", "least value, of each component", {Reduction::min}},
                    {"max", "largest value, of each component", {Reduction::max}},
                    {"sum", "sum", {Reduction::sum}},
                    {"sumMag", "sum of magnitudes, of each component", {Reduction::sumMag}},
                    {"average", "mean over cells or faces", {Reduction::average}},
                    {"CoV", "standard deviation over the mean, by volumes or areas", {Reduction::variation}},
                    {"volAverage", "mean weighted by volumes", {Reduction::weightedByExtent}},
                    {"volIntegrate", "integral over the volume", {Reduction::integral}}};
    addWeighted("Vol", made);
    return made;
  }();
  return table;
}

/// Entries that change what is computed and that are not supported.
void refuse(const config::Dictionary& d) {
  for (const char* word : {"postOperation", "weightFields"})
    if (d.has(word)) throw Error(d.at(word).place, fmt::format("{}: {} is not supported", d.name(), word));
  if (d.getOr<bool>("writeFields", false)) throw Error(d.at("writeFields").place, d.name() + ": writeFields is not supported");
}

/// What both have: a table with one column a field.
class FieldValue : public FunctionObject {
 public:
  void execute(const fv::Context& context, StepEnd end) final {
    if (!schedule_.due(context, end)) return;
    update(context);
    if (!table_.started()) {
      writeHeader();
      std::vector<std::string> columns;
      for (const auto& field : fields_) columns.push_back(fmt::format("{}({})", operation_.word, field));
      table_.columns(columns, false);
    }
    std::string values;
    for (const auto& field : fields_) values += fmt::format("\t{}", valueOf(context, field));
    table_.row(context.time().value, values);
  }
  void requireFields(const fv::Context& context) const final {
    const auto& registry = context.registry;
    for (const auto& field : fields_)
      if (!registry.scalar(field) && !registry.vector(field) && !registry.surfaceScalar(field)) failMissing(field);
    if (isWeighted() && !registry.scalar(weightField_) && !registry.surfaceScalar(weightField_)) failMissing(weightField_);
  }

 protected:
  FieldValue(const FunctionSource& source, const std::string& fileName, const Operations& operations)
      : schedule_(source.dict),
        fields_(source.dict.get<std::vector<std::string>>("fields")),
        place_(source.dict.place()),
        operation_(config::chosen(operations, source.dict, "operation")),
        scale_(source.dict.getOr("scaleFactor", 1.0)),
        table_(source, fileName) {
    refuse(source.dict);
    const auto& d = source.dict;
    if (isWeighted()) {
      weightField_ = d.get<std::string>("weightField");
    } else if (const auto* entry = d.find("weightField")) {
      throw Error(entry->place,
                  fmt::format("{}: weightField weighs nothing in the operation {}; weightedSum and its like take it", d.name(),
                              operation_.word));
    }
  }
  /// What the values of all fields need, before them. Collective.
  virtual void update(const fv::Context&) {}
  virtual void writeHeader() = 0;
  virtual std::string valueOf(const fv::Context& context, const std::string& field) = 0;
  [[noreturn]] void failMissing(const std::string& field) const {
    throw Error(place_, fmt::format("functions: there is no field '{}' in this solver", field));
  }

  bool isWeighted() const { return operation_.make.weighting != Weighting::none; }
  /// Of the value at(i) of the weight field.
  template <class At>
  auto weightOf(At at) const {
    return [at, weighting = operation_.make.weighting](Label i) {
      return weighting == Weighting::none ? 1.0 : weighting == Weighting::asItIs ? at(i) : std::abs(at(i));
    };
  }
  template <class At>
  auto scaled(At at) const {
    return [at, scale = scale_](Label i) { return scale * at(i); };
  }

  Schedule schedule_;
  std::vector<std::string> fields_;
  Place place_;
  Operations::Row operation_;
  std::string weightField_;
  double scale_ = 1;
  Table table_;
};

class VolFieldValue final : public FieldValue {
 public:
  explicit VolFieldValue(const FunctionSource& source) : FieldValue(source, "volFieldValue.dat", overCells()) {
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
      cells_ = mesh.findCellZone(region_)->members;
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
    if (isWeighted()) table_.header("Weight field", weightField_);
  }
  std::string valueOf(const fv::Context& context, const std::string& name) override {
    const auto* weights = isWeighted() ? context.registry.scalar(weightField_) : nullptr;
    if (isWeighted() && !weights) failMissing(weightField_);
    const auto value = [&](const auto& field) {
      using T = std::remove_cvref_t<decltype(field[0])>;
      return table_.number(reduced<T>(
          context.mesh.communicator(), operation_.make.kind, static_cast<Label>(cells_.size()),
          scaled([&](Label i) { return field[cells_[i]]; }), [&](Label i) { return context.mesh.V[cells_[i]]; },
          weightOf([&](Label i) { return (*weights)[cells_[i]]; })));
    };
    if (const auto* scalar = context.registry.scalar(name)) return value(*scalar);
    if (const auto* vector = context.registry.vector(name)) return value(*vector);
    failMissing(name);
  }

  std::vector<Label> cells_;
  std::string region_, title_;
  double volume_ = 0;
  std::int64_t count_ = 0;
};

const Operations& overAreas() {
  static const Operations table = [] {
    Operations made;
    for (const auto& row : overCells().rows())
      if (!row.word.starts_with("vol") && row.make.weighting == Weighting::none) made.add(row);
    made.add({"areaAverage", "mean weighted by areas", {Reduction::weightedByExtent}});
    made.add({"areaIntegrate", "integral over the area", {Reduction::integral}});
    addWeighted("Area", made);
    return made;
  }();
  return table;
}

class PatchFieldValue final : public FieldValue {
 public:
  explicit PatchFieldValue(const FunctionSource& source) : FieldValue(source, "surfaceFieldValue.dat", overAreas()) {
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
    patch_ = mesh.findPatch(name_);
    double area = 0;
    for (Label i = 0; i < patch_->size; ++i) area += mesh.magSf[mesh.nInteriorFaces() + patch_->start + i];
    area_ = mesh.communicator().sum(area);
  }
  void writeHeader() override {
    table_.header("Region type", "patch " + patch_->name);
    table_.header("Faces", std::to_string(patch_->globalSize));
    table_.header("Area", table_.number(area_));
    table_.header("Scale factor", table_.number(scale_));
    if (isWeighted()) table_.header("Weight field", weightField_);
  }
  std::string valueOf(const fv::Context& context, const std::string& name) override {
    const auto& mesh = context.mesh;
    const auto* weights = isWeighted() ? context.registry.scalar(weightField_) : nullptr;
    const auto* weightFlux = isWeighted() && !weights ? context.registry.surfaceScalar(weightField_) : nullptr;
    if (isWeighted() && !weights && !weightFlux) failMissing(weightField_);
    const auto weight = weightOf(
        [&](Label i) { return weights ? weights->boundary()[patch_->start + i] : weightFlux->atBoundary(patch_->start + i); });
    const auto value = [&](auto at) {
      using T = std::remove_cvref_t<decltype(at(0))>;
      return table_.number(reduced<T>(
          mesh.communicator(), operation_.make.kind, patch_->size, scaled([&](Label i) { return at(patch_->start + i); }),
          [&](Label i) { return mesh.magSf[mesh.nInteriorFaces() + patch_->start + i]; }, weight));
    };
    if (const auto* scalar = context.registry.scalar(name)) return value([&](Label b) { return scalar->boundary()[b]; });
    if (const auto* vector = context.registry.vector(name)) return value([&](Label b) { return vector->boundary()[b]; });
    if (const auto* flux = context.registry.surfaceScalar(name)) return value([&](Label b) { return flux->atBoundary(b); });
    failMissing(name);
  }

  std::string name_;
  const mesh::Patch* patch_ = nullptr;
  double area_ = 0;
};

/// regionType sampledSurface; rank 0 has it. Where its values are at points, operations without areas are on these, as in
/// OpenFOAM; with areas, each face has the mean of its points', as in v1812 (v1912 multiplies the points' values by the faces'
/// areas).
class SampledFieldValue final : public FieldValue {
 public:
  explicit SampledFieldValue(const FunctionSource& source)
      : FieldValue(source, "surfaceFieldValue.dat", overAreas()),
        name_(source.dict.get<std::string>("name")),
        sampling_(std::dynamic_pointer_cast<SurfaceSampling>(source.sampling)) {
    if (isWeighted())
      throw Error(source.dict.at("operation").place,
                  fmt::format("{}: {} is for patches; a sampledSurface has no weights", source.dict.name(), operation_.word));
  }
  void start(fv::Context& context, DirectorySource&) override {
    for (const auto& name : fields_)
      if (context.registry.surfaceScalar(name))
        throw Error(
            place_,
            fmt::format("functions: field '{}' lives on the faces of the mesh: a sampledSurface has no values of it", name));
    sampling_->start(context);
  }

 private:
  void update(const fv::Context& context) override {
    std::vector<std::string> scalars, vectors;
    for (const auto& name : fields_) {
      if (!context.registry.scalar(name) && !context.registry.vector(name)) failMissing(name);
      (context.registry.scalar(name) ? scalars : vectors).push_back(name);
    }
    sampling_->eachSurface(context, scalars, vectors,
                           [&](const SurfaceShape& shape, const std::vector<FieldColumn>& columns, std::size_t) {
                             areas_.clear();
                             for (const auto& face : shape.faces)
                               areas_.push_back(mag(mesh::polygonGeometry(shape.points, face).area));
                             values_.clear();
                             for (const auto& column : columns) values_[column.name] = valuesOf(shape, column);
                           });
  }
  std::vector<double> valuesOf(const SurfaceShape& shape, const FieldColumn& column) const {
    const bool byArea = operation_.make.kind == Reduction::weightedByExtent || operation_.make.kind == Reduction::integral ||
                        operation_.make.kind == Reduction::variation;
    if (!shape.atPoints || !byArea) return column.values;
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
    table_.header("Region type", "sampledSurface " + name_);
    table_.header("Faces", std::to_string(areas_.size()));
    table_.header("Area", table_.number(std::accumulate(areas_.begin(), areas_.end(), 0.0)));
    table_.header("Scale factor", table_.number(scale_));
  }
  std::string valueOf(const fv::Context& context, const std::string& name) override {
    const auto& values = values_[name];
    const auto value = [&](auto at) {
      using T = std::remove_cvref_t<decltype(at(0))>;
      return table_.number(reduced<T>(
          context.mesh.communicator(), operation_.make.kind,
          static_cast<Label>(values.size() / static_cast<std::size_t>(nComponents<T>)), scaled(at),
          [&](Label i) { return areas_[i]; }, [](Label) { return 1.0; }));
    };
    if (context.registry.scalar(name)) return value([&](Label i) { return values[i]; });
    return value([&](Label i) { return Vec3{values[3 * i], values[3 * i + 1], values[3 * i + 2]}; });
  }

  std::string name_;
  std::shared_ptr<SurfaceSampling> sampling_;
  std::vector<double> areas_;  ///< [m^2]; rank 0, as the values
  std::map<std::string, std::vector<double>> values_;
};

}  // namespace

std::vector<Word> volumeOperationWords() { return overCells().words(); }
std::vector<Word> areaOperationWords() { return overAreas().words(); }

std::unique_ptr<FunctionObject> makeVolFieldValue(const FunctionSource& source) {
  return std::make_unique<VolFieldValue>(source);
}
std::unique_ptr<FunctionObject> makeSurfaceFieldValue(const FunctionSource& source) {
  static const std::vector<std::string> types{"patch", "sampledSurface"};
  const bool byPatch = !source.dict.has("regionType") && source.dict.has("patch");
  if (byPatch || source.dict.getChoice("regionType", types) == "patch") return std::make_unique<PatchFieldValue>(source);
  return std::make_unique<SampledFieldValue>(source);
}

}  // namespace eagre::run
