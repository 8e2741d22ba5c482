// SPDX-License-Identifier: BSD-3-Clause
// Least and largest value of fields, and where they are: fieldMinMax.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "run/functions/field_choice.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

/// The extreme of values in cells and on boundary faces. Of equal ones it is that of the first cell of the global mesh, or of its
/// first face if no cell has it, so that it does not depend on the number of ranks.
struct Extreme {
  double value;
  Vec3 place;  ///< centre of the cell or face
};

/// sign: 1 for the least, -1 for the largest. inCell(c), onFace(b). Collective.
template <class InCell, class OnFace>
Extreme extreme(const mesh::Mesh& mesh, double sign, InCell inCell, OnFace onFace) {
  double least = std::numeric_limits<double>::max(), number = least;
  Vec3 place{};
  const auto take = [&](double value, GlobalLabel own, auto&& where) {
    if (sign * value > least || (sign * value == least && static_cast<double>(own) >= number)) return;
    least = sign * value, number = static_cast<double>(own), place = where();
  };
  for (Label c = 0; c < mesh.nCells; ++c) take(inCell(c), mesh.cellGlobal[c], [&] { return mesh.C[c]; });
  const Label first = mesh.nInteriorFaces();
  for (const auto& patch : mesh.patches)
    for (Label b = patch.start; patch.type != "empty" && b < patch.start + patch.size; ++b)
      take(onFace(b), mesh.nCellsGlobal + mesh.faceGlobal[first + b], [&] { return mesh.faceCentres()(first + b); });
  const auto& communicator = mesh.communicator();
  const double leastOfAll = communicator.min(least);
  const double numberOfAll = communicator.min(least == leastOfAll ? number : std::numeric_limits<double>::max());
  std::array<double, 3> at{};
  if (least == leastOfAll && number == numberOfAll) at = {place.x, place.y, place.z};
  communicator.sum(at);
  return {sign * leastOfAll, {at[0], at[1], at[2]}};
}

/// fieldMinMax: a row per field with the places, or (`location no`) a row per time without. Of vectors the magnitude.
class FieldMinMax final : public FunctionObject {
 public:
  explicit FieldMinMax(const FunctionSource& source)
      : schedule_(source.dict),
        fields_(source.dict.at("fields")),
        location_(source.dict.getOr<bool>("location", true)),
        place_(source.dict.place()),
        table_(source, "fieldMinMax.dat") {
    static const std::vector<std::string> modes{"magnitude", "component"};
    ofComponents_ = source.dict.has("mode") && source.dict.getChoice("mode", modes) == "component";
  }
  bool followsRefinement() const override { return true; }

  void requireFields(const fv::Context& context) const override {
    for (const auto& name : fields_.of(context.registry)) {
      if (context.registry.scalar(name)) continue;
      if (!context.registry.vector(name))
        throw Error(place_, fmt::format("functions: there is no field '{}' in this solver", name));
      if (ofComponents_)
        throw Error(place_,
                    fmt::format("fieldMinMax: `mode component` of the vector {} is not supported: vectors have no "
                                "order. Leave mode out for magnitudes; volFieldValue has `operation min` of each component",
                                name));
    }
  }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    if (!table_.started()) {
      requireFields(context);
      writeHeader(context);
    }
    std::string values;
    for (const auto& name : fields_.of(context.registry)) {
      const auto [least, largest] = extremes(context, name);
      setResult("min(" + shown(context, name) + ")", {least.value});
      setResult("max(" + shown(context, name) + ")", {largest.value});
      if (location_)
        table_.row(context.time().value,
                   fmt::format("\t{}\t{}\t{}\t{}\t{}", table_.padded(shown(context, name)), table_.number(least.value),
                               table_.number(least.place), table_.number(largest.value), table_.number(largest.place)));
      else
        values += fmt::format("\t{}\t{}", table_.number(least.value), table_.number(largest.value));
    }
    if (!location_) table_.row(context.time().value, values);
  }

 private:
  static std::string shown(const fv::Context& context, const std::string& name) {
    return context.registry.scalar(name) ? name : "mag(" + name + ")";
  }

  void writeHeader(const fv::Context& context) {
    table_.header("Field minima and maxima");
    std::vector<std::string> columns{"field", "min", "location(min)", "max", "location(max)"};
    if (!location_) {
      columns.clear();
      for (const auto& name : fields_.of(context.registry))
        columns.insert(columns.end(), {"min(" + name + ")", "max(" + name + ")"});
    }
    table_.columns(columns, true);
  }

  static std::array<Extreme, 2> extremes(const fv::Context& context, const std::string& name) {
    const auto both = [&](auto inCell, auto onFace) {
      return std::array{extreme(context.mesh, 1, inCell, onFace), extreme(context.mesh, -1, inCell, onFace)};
    };
    if (const auto* scalar = context.registry.scalar(name))
      return both([&](Label c) { return (*scalar)[c]; }, [&](Label b) { return scalar->boundary()[b]; });
    const auto& vector = *context.registry.vector(name);
    return both([&](Label c) { return mag(vector[c]); }, [&](Label b) { return mag(vector.boundary()[b]); });
  }

  Schedule schedule_;
  FieldChoice fields_;
  bool location_, ofComponents_ = false;
  Place place_;
  Table table_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeFieldMinMax(const FunctionSource& source) { return std::make_unique<FieldMinMax>(source); }

}  // namespace eagre::run
