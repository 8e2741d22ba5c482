// SPDX-License-Identifier: BSD-3-Clause
// mapped: the values of cells inside, at an offset from the patch; outletMappedUniformInlet: the mean of another patch.
#include <fmt/format.h>

#include "fv/conditions/basic.hpp"
#include "mesh/cell_samples.hpp"

namespace eagre::fv::conditions {
namespace {

/// Where a patch of type mappedPatch takes its values: at its faces' centres + offset, in the cells there.
/// Entries of polyMesh/boundary: sampleMode nearestCell, offset; offsetMode uniform, sampleRegion (this one), samplePatch none.
Vec3 readOffset(const Source& source) {
  const auto& patch = source.context.mesh.globalPatches[static_cast<std::size_t>(source.patch.globalIndex)];
  if (patch.type != "mappedPatch")
    source.fail(fmt::format("boundary condition mapped is for patches of type mappedPatch; this patch is of type {}", patch.type),
                "type");
  std::string entries;
  for (const auto& [keyword, text] : patch.otherEntries) entries += fmt::format("{} {};\n", keyword, text);
  const auto dict = config::Dictionary::parse(entries, fmt::format("polyMesh/boundary, patch {}", patch.name));
  const auto require = [&](const std::string& keyword, const std::vector<std::string>& valid) {
    if (dict.has(keyword)) dict.getChoice(keyword, valid);
  };
  dict.at("sampleMode");
  require("sampleMode", {"nearestCell"});
  require("sampleRegion", {"region0"});
  require("samplePatch", {"none"});
  require("offsetMode", {"uniform"});
  return dict.get<Vec3>("offset");
}

mesh::CellSamples sampleCells(const Source& source) {
  const Vec3 offset = readOffset(source);
  const PatchFaces faces(source.context.mesh, source.patch);
  std::vector<Vec3> points;
  for (Label i = 0; i < faces.size(); ++i) points.push_back(faces.Cf(i) + offset);
  mesh::CellSamples samples(source.context.mesh, points);
  if (const auto& missed = samples.missed()) {
    const std::string where = fmt::format("({:g} {:g} {:g})", missed->x, missed->y, missed->z);
    source.fail(fmt::format("the patch samples at {}, a face's centre and the offset, and no cell is there", where), "type");
  }
  return samples;
}

/// Values of the cells at the patch's faces + offset, of the field itself or another one; with setAverage brought to a prescribed
/// mean over the patch: by a factor if the mean is above half the prescribed one (in magnitude), else by a shift.
template <class T>
class Mapped : public FixedValue<T> {
 public:
  explicit Mapped(const Source& source)
      : FixedValue<T>(source),
        samples_(sampleCells(source)),
        fieldName_(source.dict.getOr("field", source.fieldName)),
        setAverage_(source.dict.getOr("setAverage", false)) {
    static const std::vector<std::string> schemes{"cell"};
    source.dict.getChoice("interpolationScheme", schemes);
    source.dict.find("average");  // stands in files without setAverage too
    if (setAverage_) average_ = source.dict.get<T>("average");
    if (setAverage_ && mag(average_) == 0) source.fail("an average of zero cannot be prescribed", "average");
  }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      out.entry("field", fieldName_);
      if (setAverage_) {
        out.entry("setAverage", "true");
        out.entry("average", text(average_));
      }
      out.entry("interpolationScheme", "cell");
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    if constexpr (nComponents < T >> 1)
      return missingVector(context, fieldName_);
    else
      return missingScalar(context, fieldName_);
  }
  void update(const VolField<T>& field, const Context& context) override {
    if constexpr (nComponents < T >> 1)
      this->value_ = samples_(context.registry.vector(fieldName_)->cells());
    else
      this->value_ = samples_(context.registry.scalar(fieldName_)->cells());
    if (setAverage_) prescribeAverage(this->faces(field));
  }

 private:
  void prescribeAverage(const PatchFaces& faces) {
    double sums[4]{};  // the integral's components, then the area
    for (Label i = 0; i < faces.size(); ++i) {
      for (int j = 0; j < nComponents<T>; ++j) sums[j] += faces.magSf(i) * component(this->value_[i], j);
      sums[3] += faces.magSf(i);
    }
    faces.sum(sums);
    T mean{};
    for (int j = 0; j < nComponents<T>; ++j) component(mean, j) = sums[j] / sums[3];
    if (mag(mean) / mag(average_) > 0.5)
      for (T& value : this->value_) value *= mag(average_) / mag(mean);
    else
      for (T& value : this->value_) value += average_ - mean;
  }

  mesh::CellSamples samples_;
  std::string fieldName_;
  bool setAverage_;
  T average_{};
};

/// The mean over the patch outletPatch by its flux; by its area while nothing leaves there.
template <class T>
class OutletMappedUniformInlet : public FixedValue<T> {
 public:
  explicit OutletMappedUniformInlet(const Source& source)
      : FixedValue<T>(source),
        outletName_(source.dict.get<std::string>("outletPatch")),
        phiName_(source.dict.getOr("phi", "phi")),
        outlet_(source.context.mesh.findPatch(outletName_)) {
    if (!outlet_) source.fail(fmt::format("there is no patch '{}'", outletName_), "outletPatch");
  }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      out.entry("outletPatch", outletName_);
      if (phiName_ != "phi") out.entry("phi", phiName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingFlux(context, phiName_); }
  void update(const VolField<T>& field, const Context& context) override {
    const PatchFaces outlet(context.mesh, *outlet_);
    const auto phi = patchFlux(context, *outlet_, phiName_);
    const auto values = field.patchValues(*outlet_);
    double sums[8]{};  // by flux and by area: the components, then what they are divided by
    for (Label i = 0; i < outlet.size(); ++i) {
      for (int j = 0; j < nComponents<T>; ++j) {
        sums[j] += phi[i] * component(values[i], j);
        sums[4 + j] += outlet.magSf(i) * component(values[i], j);
      }
      sums[3] += phi[i];
      sums[7] += outlet.magSf(i);
    }
    outlet.sum(sums);
    const double* by = sums[3] > small ? sums : sums + 4;
    for (T& value : this->value_)
      for (int j = 0; j < nComponents<T>; ++j) component(value, j) = by[j] / by[3];
  }

 private:
  std::string outletName_, phiName_;
  const mesh::Patch* outlet_;
};

}  // namespace

template <class T>
void addMapped(Table<T>& table) {
  table.template add<Mapped<T>>(
      "mapped", "values of the cells at an offset from a patch of type mappedPatch, with setAverage brought to a mean");
  table.template add<OutletMappedUniformInlet<T>>("outletMappedUniformInlet", "the mean over the patch outletPatch by its flux");
}
template void addMapped(Table<double>&);
template void addMapped(Table<Vec3>&);

}  // namespace eagre::fv::conditions
