// SPDX-License-Identifier: BSD-3-Clause
// One number a field: volFieldValue over cells, surfaceFieldValue over a patch.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

enum class Operation { min, max, sum, sumMag, average, weightedByExtent, integral };

/// min, max, sum, sumMag, average (all values alike), the mean by area or volume, and the integral over it, of the values of all
/// ranks. extent(i): area or volume. Collective.
template <class T, class Values, class Extent>
T reduced(const comm::Communicator& communicator, Operation operation, Label n, Values value, Extent extent) {
  constexpr int N = nComponents<T>;
  std::vector<double> sums(static_cast<std::size_t>(N) + 1, 0.0);
  if (operation == Operation::min || operation == Operation::max) {
    const bool smallest = operation == Operation::min;
    std::fill(sums.begin(), sums.end(), smallest ? vGreat : -vGreat);
    for (Label i = 0; i < n; ++i)
      for (int c = 0; c < N; ++c) {
        const double v = component(value(i), c);
        sums[c] = smallest ? std::min(sums[c], v) : std::max(sums[c], v);
      }
    smallest ? communicator.min(sums) : communicator.max(sums);
    sums[N] = 1;
  } else {
    const bool byExtent = operation == Operation::weightedByExtent || operation == Operation::integral;
    for (Label i = 0; i < n; ++i) {
      const double weight = byExtent ? extent(i) : 1;
      for (int c = 0; c < N; ++c) {
        const double v = component(value(i), c);
        sums[c] += weight * (operation == Operation::sumMag ? std::abs(v) : v);
      }
      sums[N] += weight;
    }
    communicator.sum(sums);
  }
  const bool mean = operation == Operation::average || operation == Operation::weightedByExtent;
  T result{};
  for (int c = 0; c < N; ++c) component(result, c) = sums[c] / (mean ? sums[N] + rootVSmall : 1);
  return result;
}

struct Word {
  const char* name;
  Operation operation;
};

template <std::size_t n>
Word readOperation(const config::Dictionary& d, const Word (&words)[n]) {
  std::vector<std::string> valid;
  for (const auto& word : words) valid.emplace_back(word.name);
  const std::string chosen = d.getChoice("operation", valid);
  return *std::find_if(std::begin(words), std::end(words), [&](const Word& word) { return word.name == chosen; });
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
  void execute(const fv::Context& context, bool writeTime) final {
    if (!schedule_.due(context, writeTime)) return;
    if (!table_.started()) {
      writeHeader();
      std::vector<std::string> columns;
      for (const auto& field : fields_) columns.push_back(fmt::format("{}({})", word_.name, field));
      table_.columns(columns, false);
    }
    std::string values;
    for (const auto& field : fields_) values += fmt::format("\t{}", valueOf(context, field));
    table_.row(context.time.value, values);
  }

 protected:
  FieldValue(const FunctionSource& source, const std::string& fileName, Word word)
      : schedule_(source.dict),
        fields_(source.dict.get<std::vector<std::string>>("fields")),
        place_(source.dict.place()),
        word_(word),
        table_(source, fileName) {
    refuse(source.dict);
  }
  virtual void writeHeader() = 0;
  virtual std::string valueOf(const fv::Context& context, const std::string& field) = 0;
  [[noreturn]] void failMissing(const std::string& field) const {
    throw Error(place_, fmt::format("functions: there is no field '{}' in this solver", field));
  }

  Schedule schedule_;
  std::vector<std::string> fields_;
  Place place_;
  Word word_;
  Table table_;
};

class VolFieldValue final : public FieldValue {
 public:
  explicit VolFieldValue(const FunctionSource& source)
      : FieldValue(source, "volFieldValue.dat",
                   readOperation(source.dict, {{"min", Operation::min},
                                               {"max", Operation::max},
                                               {"sum", Operation::sum},
                                               {"sumMag", Operation::sumMag},
                                               {"average", Operation::average},
                                               {"volAverage", Operation::weightedByExtent},
                                               {"volIntegrate", Operation::integral}})) {
    static const std::vector<std::string> types{"all", "cellZone"};
    const auto& d = source.dict;
    const auto& mesh = source.context.mesh;
    if (d.getChoice("regionType", types) == "cellZone") {
      region_ = d.get<std::string>("name");
      std::vector<std::string> zones;
      for (const auto& zone : mesh.cellZones) zones.push_back(zone.name);
      cells_ = mesh.findCellZone(d.getChoice("name", zones))->members;
      title_ = "cellZone " + region_;
    } else {
      cells_.resize(static_cast<std::size_t>(mesh.nCells));
      std::iota(cells_.begin(), cells_.end(), 0);
      title_ = "all region0";
    }
    double volume = 0;
    for (const Label c : cells_) volume += mesh.V[c];
    volume_ = mesh.communicator().sum(volume);
    count_ = mesh.communicator().sum(static_cast<std::int64_t>(cells_.size()));
  }

 private:
  void writeHeader() override {
    table_.header("Region", title_);
    table_.header("Cells", std::to_string(count_));
    table_.header("Volume", table_.number(volume_));
  }
  std::string valueOf(const fv::Context& context, const std::string& name) override {
    const auto value = [&](const auto& field) {
      using T = std::remove_cvref_t<decltype(field[0])>;
      return table_.number(reduced<T>(
          context.mesh.communicator(), word_.operation, static_cast<Label>(cells_.size()),
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

class SurfaceFieldValue final : public FieldValue {
 public:
  explicit SurfaceFieldValue(const FunctionSource& source)
      : FieldValue(source, "surfaceFieldValue.dat",
                   readOperation(source.dict, {{"min", Operation::min},
                                               {"max", Operation::max},
                                               {"sum", Operation::sum},
                                               {"sumMag", Operation::sumMag},
                                               {"average", Operation::average},
                                               {"areaAverage", Operation::weightedByExtent},
                                               {"areaIntegrate", Operation::integral}})) {
    static const std::vector<std::string> types{"patch"};
    const auto& mesh = source.context.mesh;
    source.dict.getChoice("regionType", types);
    std::vector<std::string> names;
    for (const auto& patch : mesh.patches) names.push_back(patch.name);
    patch_ = mesh.findPatch(source.dict.getChoice("name", names));
    double area = 0;
    for (Label i = 0; i < patch_->size; ++i) area += mesh.magSf[mesh.nInteriorFaces() + patch_->start + i];
    area_ = mesh.communicator().sum(area);
  }

 private:
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
          mesh.communicator(), word_.operation, patch_->size, [&](Label i) { return at(patch_->start + i); },
          [&](Label i) { return mesh.magSf[mesh.nInteriorFaces() + patch_->start + i]; }));
    };
    if (const auto* scalar = context.registry.scalar(name)) return value([&](Label b) { return scalar->boundary()[b]; });
    if (const auto* vector = context.registry.vector(name)) return value([&](Label b) { return vector->boundary()[b]; });
    if (const auto* flux = context.registry.surfaceScalar(name)) return value([&](Label b) { return flux->atBoundary(b); });
    failMissing(name);
  }

  const mesh::Patch* patch_;
  double area_ = 0;
};

}  // namespace

std::unique_ptr<FunctionObject> makeVolFieldValue(const FunctionSource& source) {
  return std::make_unique<VolFieldValue>(source);
}
std::unique_ptr<FunctionObject> makeSurfaceFieldValue(const FunctionSource& source) {
  return std::make_unique<SurfaceFieldValue>(source);
}

}  // namespace eagre::run
