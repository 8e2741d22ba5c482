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
#include "run/functions/surface_sampling.hpp"
#include "run/words.hpp"

namespace eagre::run {
namespace {

enum class Operation { min, max, sum, sumMag, average, weightedByExtent, integral };

/// The smallest or largest of each component.
template <int N, class Values>
void reduceExtreme(const comm::Communicator& communicator, bool smallest, Label n, Values value, std::span<double> sums) {
  std::fill(sums.begin(), sums.end(), smallest ? vGreat : -vGreat);
  for (Label i = 0; i < n; ++i)
    for (int c = 0; c < N; ++c) {
      const double v = component(value(i), c);
      sums[c] = smallest ? std::min(sums[c], v) : std::max(sums[c], v);
    }
  smallest ? communicator.min(sums) : communicator.max(sums);
}

/// The sum of each component, and behind them that of the weights.
template <int N, class Values, class Weights>
void reduceSum(const comm::Communicator& communicator, bool ofMagnitudes, Label n, Values value, Weights weight,
               std::span<double> sums) {
  for (Label i = 0; i < n; ++i) {
    const double w = weight(i);
    for (int c = 0; c < N; ++c) {
      const double v = component(value(i), c);
      sums[c] += w * (ofMagnitudes ? std::abs(v) : v);
    }
    sums[N] += w;
  }
  communicator.sum(sums);
}

/// min, max, sum, sumMag, average (all values alike), the mean by area or volume, and the integral over it, of the values of all
/// ranks. extent(i): area or volume. Collective.
template <class T, class Values, class Extent>
T reduced(const comm::Communicator& communicator, Operation operation, Label n, Values value, Extent extent) {
  constexpr int N = nComponents<T>;
  std::vector<double> sums(static_cast<std::size_t>(N) + 1, 0.0);
  if (operation == Operation::min || operation == Operation::max) {
    reduceExtreme<N>(communicator, operation == Operation::min, n, value, sums);
  } else {
    const bool byExtent = operation == Operation::weightedByExtent || operation == Operation::integral;
    const auto weight = [&](Label i) { return byExtent ? extent(i) : 1.0; };
    reduceSum<N>(communicator, operation == Operation::sumMag, n, value, weight, sums);
  }
  const bool mean = operation == Operation::average || operation == Operation::weightedByExtent;
  T result{};
  for (int c = 0; c < N; ++c) component(result, c) = sums[c] / (mean ? sums[N] + rootVSmall : 1);
  return result;
}

using Operations = WordTable<Operation>;

const Operations& overCells() {
  static const Operations table{{"min", "least value, of each component", Operation::min},
                                {"max", "largest value, of each component", Operation::max},
                                {"sum", "sum", Operation::sum},
                                {"sumMag", "sum of magnitudes, of each component", Operation::sumMag},
                                {"average", "mean over cells or faces", Operation::average},
                                {"volAverage", "mean weighted by volumes", Operation::weightedByExtent},
                                {"volIntegrate", "integral over the volume", Operation::integral}};
  return table;
}

/// Entries that change what is computed and that are not supported.
void refuse(const config::Dictionary& d) {
  for (const char* keyword : {"weightField", "scaleFactor", "postOperation", "weightFields"})
    if (d.has(keyword)) throw Error(d.at(keyword).place, fmt::format("{}: {} is not supported", d.name(), keyword));
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
  }

 protected:
  FieldValue(const FunctionSource& source, const std::string& fileName, const Operations& operations)
      : schedule_(source.dict),
        fields_(source.dict.get<std::vector<std::string>>("fields")),
        place_(source.dict.place()),
        operation_(config::chosen(operations, source.dict, "operation")),
        table_(source, fileName) {
    refuse(source.dict);
  }
  /// What the values of all fields need, before them. Collective.
  virtual void update(const fv::Context&) {}
  virtual void writeHeader() = 0;
  virtual std::string valueOf(const fv::Context& context, const std::string& field) = 0;
  [[noreturn]] void failMissing(const std::string& field) const {
    throw Error(place_, fmt::format("functions: there is no field '{}' in this solver", field));
  }

  Schedule schedule_;
  std::vector<std::string> fields_;
  Place place_;
  Operations::Row operation_;
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
  }
  std::string valueOf(const fv::Context& context, const std::string& name) override {
    const auto value = [&](const auto& field) {
      using T = std::remove_cvref_t<decltype(field[0])>;
      return table_.number(reduced<T>(
          context.mesh.communicator(), operation_.make, static_cast<Label>(cells_.size()),
          [&](Label i) { return field[cells_[i]]; }, [&](Label i) { return context.mesh.V[cells_[i]]; }));
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
      if (!row.word.starts_with("vol")) made.add(row);
    made.add({"areaAverage", "mean weighted by areas", Operation::weightedByExtent});
    made.add({"areaIntegrate", "integral over the area", Operation::integral});
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
    table_.header("Scale factor", table_.number(1.0));
  }
  std::string valueOf(const fv::Context& context, const std::string& name) override {
    const auto& mesh = context.mesh;
    const auto value = [&](auto at) {
      using T = std::remove_cvref_t<decltype(at(0))>;
      return table_.number(reduced<T>(
          mesh.communicator(), operation_.make, patch_->size, [&](Label i) { return at(patch_->start + i); },
          [&](Label i) { return mesh.magSf[mesh.nInteriorFaces() + patch_->start + i]; }));
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
    const bool byArea = operation_.make == Operation::weightedByExtent || operation_.make == Operation::integral;
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
    table_.header("Scale factor", table_.number(1.0));
  }
  std::string valueOf(const fv::Context& context, const std::string& name) override {
    const auto& values = values_[name];
    const auto value = [&](auto at) {
      using T = std::remove_cvref_t<decltype(at(0))>;
      return table_.number(reduced<T>(context.mesh.communicator(), operation_.make,
                                      static_cast<Label>(values.size() / static_cast<std::size_t>(nComponents<T>)), at,
                                      [&](Label i) { return areas_[i]; }));
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
