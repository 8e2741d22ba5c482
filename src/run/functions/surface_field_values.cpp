// SPDX-License-Identifier: BSD-3-Clause
// surfaceFieldValue over a patch, a zone of faces or a sampled surface.
#include <algorithm>
#include <array>
#include <map>

#include "config/word_choice.hpp"
#include "mesh/cell_cut.hpp"
#include "mesh/derived.hpp"
#include "run/functions/face_zones.hpp"
#include "run/functions/field_value.hpp"
#include "run/functions/surface_sampling.hpp"

namespace eagre::run {
namespace {

using What = ValueOperation::What;

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

/// regionType faceZone: a flux has the sign of the zone. As in OpenFOAM other fields have values on patches alone.
class ZoneFieldValue final : public FieldValue {
 public:
  explicit ZoneFieldValue(const FunctionSource& source)
      : FieldValue(source, "surfaceFieldValue.dat", operationsOverAreas(), true),
        sampling_(std::dynamic_pointer_cast<FaceZones>(source.sampling)),
        zone_(sampling_->zones().front()) {
    measure(source.context.mesh);
    if (nFaces_ == 0) throw Error(place_, fmt::format("{}: faceZone '{}' has no faces", source.dict.name(), zone_.name));
  }

 private:
  void measure(const mesh::Mesh& mesh) {
    geometry_.set(mesh);
    double area = 0;
    for (const Label f : zone_.faces) area += mesh.magSf[f];
    area_ = mesh.communicator().sum(area);
    nFaces_ = mesh.communicator().sum(static_cast<std::int64_t>(zone_.faces.size()));
    isInside_ = mesh.communicator().any(std::ranges::any_of(zone_.faces, [&](Label f) { return f < mesh.nInteriorFaces(); }));
  }
  bool update(const fv::Context& context) override {
    if (geometry_.isOf(context.mesh)) return false;
    measure(context.mesh);
    return true;
  }
  void writeHeader() override {
    writeRegionType("faceZone " + zone_.name);
    table_.header("Faces", std::to_string(nFaces_));
    table_.header("Area", table_.number(area_));
  }
  FieldValues valuesOf(const fv::Context& context, const std::string& name) override {
    const auto& mesh = context.mesh;
    FieldValues of;
    const auto n = static_cast<Label>(zone_.faces.size());
    for (Label i = 0; i < n; ++i) {
      of.extents.push_back(mesh.magSf[zone_.faces[i]]);
      of.areas.push_back(zone_.signs[i] * mesh.Sf[zone_.faces[i]]);
    }
    if (const auto* flux = context.registry.surfaceScalar(name)) {
      take<double>(of, n, [&](Label i) { return zone_.signs[i] * (*flux)[zone_.faces[i]]; });
      return of;
    }
    if (isInside_ && (context.registry.scalar(name) || context.registry.vector(name)))
      throw Error(place_, fmt::format("functions: '{}' has no values on the faces between cells of faceZone '{}'; fluxes have",
                                      name, zone_.name));
    const auto boundary = [&](Label i) { return zone_.faces[i] - mesh.nInteriorFaces(); };
    if (const auto* scalar = context.registry.scalar(name))
      take<double>(of, n, [&](Label i) { return scalar->boundary()[boundary(i)]; });
    else if (const auto* vector = context.registry.vector(name))
      take<Vec3>(of, n, [&](Label i) { return vector->boundary()[boundary(i)]; });
    else
      failMissing(name);
    return of;
  }
  double extent() const override { return area_; }
  std::string resultName(const std::string& field) const override { return FieldValue::resultName(zone_.name, field); }

  std::shared_ptr<const FaceZones> sampling_;
  const FaceZones::Zone& zone_;
  mesh::GeometryStamp geometry_;
  double area_ = 0;
  std::int64_t nFaces_ = 0;
  bool isInside_ = false;  ///< some of its faces are between cells
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

std::unique_ptr<FunctionObject> makeSurfaceFieldValue(const FunctionSource& source) {
  static const std::vector<std::string> types{"patch", "faceZone", "sampledSurface"};
  const bool byPatch = !source.dict.has("regionType") && source.dict.has("patch");
  const std::string type = byPatch ? "patch" : source.dict.getChoice("regionType", types);
  if (type == "patch") return std::make_unique<PatchFieldValue>(source);
  if (type == "faceZone") return std::make_unique<ZoneFieldValue>(source);
  if (const auto& operation = config::chosen(operationsOverAreas(), source.dict, "operation"); operation.make.isWeighted)
    throw Error(
        source.dict.at("operation").place,
        fmt::format("{}: operation {} on a sampledSurface is not supported, as in OpenFOAM; operations without a weightField "
                    "are, such as areaAverage",
                    source.dict.name(), operation.word));
  return std::make_unique<SampledFieldValue>(source);
}

}  // namespace eagre::run
