// SPDX-License-Identifier: BSD-3-Clause
#include <numeric>

#include "run/functions/field_value.hpp"

namespace eagre::run {
namespace {

/// volFieldValue over all cells or a zone.
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

}  // namespace

std::unique_ptr<FunctionObject> makeVolFieldValue(const FunctionSource& source) {
  return std::make_unique<VolFieldValue>(source);
}

}  // namespace eagre::run
