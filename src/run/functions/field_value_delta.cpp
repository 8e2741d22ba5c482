// SPDX-License-Identifier: BSD-3-Clause
// fieldValueDelta: what two values of fields differ by.
#include <algorithm>
#include <array>
#include <map>

#include "core/vec.hpp"
#include "run/functions/field_value.hpp"
#include "run/functions/sampling.hpp"
#include "run/functions/unheeded_words.hpp"

namespace eagre::run {

std::unique_ptr<FunctionObject> makeVolFieldValue(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSurfaceFieldValue(const FunctionSource& source);

namespace {

/// The results of region1 and region2, each a volFieldValue or surfaceFieldValue with a table of its own, one by one subtracted,
/// added, ..; a table with a column a field. Region and table are written together, when this one's writeControl says so.
class FieldValueDelta final : public FunctionObject {
 public:
  explicit FieldValueDelta(const FunctionSource& source)
      : place_(source.dict.place()), schedule_(source.dict), table_(source, "fieldValueDelta.dat") {
    static const std::vector<std::string> operations{"add", "subtract", "min", "max", "average"};
    operation_ = source.dict.getChoice("operation", operations);
    for (std::size_t i = 0; i < regions_.size(); ++i) regions_[i] = makeRegion(source, i == 0 ? "region1" : "region2");
    warnOfMisspeltEntries(source.dict, {"operation", "region1", "region2", "writeToFile", "writePrecision", "region"});
  }

  void start(fv::Context& context, DirectorySource& fields) override {
    for (const Region& region : regions_) {
      region.value->introduce(region.name, ActiveTimes(), board());
      region.value->start(context, fields);
    }
  }
  void requireFields(const fv::Context& context) const override {
    for (const Region& region : regions_) region.value->requireFields(context);
  }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    for (const Region& region : regions_) region.value->execute(context, {.anyway = true});
    const auto first = byKind(regions_[0]), second = byKind(regions_[1]);
    if (first.size() != second.size())
      throw Error(place_, fmt::format("fieldValueDelta: {} has {} results, and {} has {}", regions_[0].name, first.size(),
                                      regions_[1].name, second.size()));
    if (!table_.started()) writeHead();
    std::string row;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const auto& [one, a] = first[i];
      const auto& [other, b] = second[i];
      if (a.size() != b.size())
        throw Error(place_, fmt::format("fieldValueDelta: one of {} and {} is a vector, the other one is not", one, other));
      std::vector<double> result;
      for (std::size_t c = 0; c < a.size(); ++c) result.push_back(operate(a[c], b[c]));
      row += '\t' + (result.size() == 1 ? table_.number(result[0]) : table_.number(Vec3{result[0], result[1], result[2]}));
      setResult(fmt::format("{}({},{})", operation_, one, other), std::move(result));
    }
    table_.row(context.time().value, row);
  }
  bool followsRefinement() const override {
    return std::ranges::all_of(regions_, [](const Region& region) { return region.value->followsRefinement(); });
  }
  void meshChanged(fv::Context& context, DirectorySource& fields) override {
    for (const Region& region : regions_) region.value->meshChanged(context, fields);
  }

 private:
  struct Region {
    std::string name;
    std::vector<std::string> fields;
    std::unique_ptr<FunctionObject> value;
  };

  static Region makeRegion(const FunctionSource& source, const std::string& keyword) {
    const config::Dictionary& d = source.dict.subDict(keyword);
    static const std::vector<std::string> types{"surfaceFieldValue", "volFieldValue"};
    const std::string type = d.getChoice("type", types);
    refuseUnheeded(type, d);
    Region region{source.name + "." + keyword, d.get<std::vector<std::string>>("fields"), nullptr};
    if (const std::string& problem = source.samplings->problem(region.name); !problem.empty()) throw Error(problem);
    const FunctionSource own{
        .name = region.name,
        .dict = d,
        .context = source.context,
        .directory = source.directory.parent_path().parent_path() / region.name / source.directory.filename(),
        .timePrecision = source.timePrecision,
        .sampling = source.samplings->find(region.name)};
    region.value = type == "surfaceFieldValue" ? makeSurfaceFieldValue(own) : makeVolFieldValue(own);
    warnOfUnheeded(type, d);
    return region;
  }
  /// Results of one kind, numbers or vectors, one after another; the kind of the first result stands first.
  static FieldValue::Results byKind(const Region& region) {
    FieldValue::Results results = dynamic_cast<const FieldValue&>(*region.value).results();
    if (results.empty()) return results;
    std::stable_partition(results.begin(), results.end(),
                          [kind = results.front().second.size()](const auto& result) { return result.second.size() == kind; });
    return results;
  }
  double operate(double a, double b) const {
    if (operation_ == "add") return a + b;
    if (operation_ == "subtract") return a - b;
    if (operation_ == "average") return 0.5 * (a + b);
    return operation_ == "min" ? std::min(a, b) : std::max(a, b);
  }
  void writeHead() {
    table_.header("Source1", regions_[0].name);
    table_.header("Source2", regions_[1].name);
    table_.header("Operation", operation_);
    std::vector<std::string> common;
    for (const std::string& field : regions_[0].fields)
      if (std::ranges::find(regions_[1].fields, field) != regions_[1].fields.end()) common.push_back(field);
    table_.columns(common, false);
  }

  Place place_;
  std::string operation_;
  std::array<Region, 2> regions_;
  Schedule schedule_;
  Table table_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeFieldValueDelta(const FunctionSource& source) {
  return std::make_unique<FieldValueDelta>(source);
}

}  // namespace eagre::run
