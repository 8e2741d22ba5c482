// SPDX-License-Identifier: BSD-3-Clause
// Velocities of which some components are prescribed, others not: directionMixed, fixedNormalInletOutletVelocity.
#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/conditions/nested.hpp"
#include "fv/conditions/transform.hpp"

namespace eagre::fv::conditions {
namespace {

/// value = F . refValue + (I - F) . (P + refGradient / deltaCoeffs), F the valueFraction of each face, a symmetric tensor.
class DirectionMixed : public Transform<Vec3> {
 public:
  explicit DirectionMixed(const Source& source)
      : Transform<Vec3>(source),
        refValue_(readPatchValues<Vec3>(source.dict, "refValue", source.patch)),
        refGradient_(readPatchValues<Vec3>(source.dict, "refGradient", source.patch)),
        fraction_(readPatchValues<SymmTensor>(source.dict, "valueFraction", source.patch)) {}
  bool fixesValue() const override { return true; }
  bool assignable() const override { return false; }
  void snGrad(const VolField<Vec3>& field, std::span<Vec3> gradient) const override {
    const PatchFaces faces = this->faces(field);
    turned(field, gradient);
    for (Label i = 0; i < faces.size(); ++i) gradient[i] = (gradient[i] - field[faces.cell(i)]) * faces.deltaCoeff(i);
  }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeType(out);
    out.entry("refValue", std::span<const Vec3>(refValue_));
    out.entry("refGradient", std::span<const Vec3>(refGradient_));
    out.entry("valueFraction", std::span<const SymmTensor>(fraction_));
    out.entry("value", field.patchValues(patch()));
  }

 protected:
  /// For conditions that set value and fraction themselves: no gradient.
  DirectionMixed(const Source& source, std::vector<SymmTensor> fraction)
      : Transform<Vec3>(source), refValue_(fraction.size()), refGradient_(fraction.size()), fraction_(std::move(fraction)) {}
  void turned(const VolField<Vec3>& field, std::span<Vec3> values) const override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 free = field[faces.cell(i)] + refGradient_[i] / faces.deltaCoeff(i);
      values[i] = dot(fraction_[i], refValue_[i]) + dot(SymmTensor{1, 0, 0, 1, 0, 1} - fraction_[i], free);
    }
  }
  /// sqrt|F_ii|
  void mask(const VolField<Vec3>&, std::span<Vec3> d) const override {
    for (std::size_t i = 0; i < fraction_.size(); ++i) {
      const SymmTensor& F = fraction_[i];
      d[i] = {std::sqrt(std::abs(F.xx)), std::sqrt(std::abs(F.yy)), std::sqrt(std::abs(F.zz))};
    }
  }
  std::vector<Vec3> refValue_, refGradient_;
  std::vector<SymmTensor> fraction_;
};

/// The normal component of a velocity that a condition of its own prescribes (normalVelocity); the others have zero gradient, or
/// are prescribed, too, where the flux enters (fixTangentialInflow).
class FixedNormalInletOutletVelocity final : public DirectionMixed {
 public:
  explicit FixedNormalInletOutletVelocity(const Source& source)
      : DirectionMixed(source, readOptionalPatchValues<SymmTensor>(source, "valueFraction")
                                   .value_or(std::vector<SymmTensor>(static_cast<std::size_t>(source.patch.size)))),
        phiName_(source.dict.getOr("phi", "phi")),
        fixTangential_(source.dict.get<bool>("fixTangentialInflow")),
        normalVelocity_(source, "normalVelocity"),
        start_(readPatchValues<Vec3>(source.dict, "value", source.patch)) {
    if (auto last = readOptionalPatchValues<Vec3>(source, "refValue")) refValue_ = std::move(*last);
  }
  bool assignable() const override { return true; }
  void initialise(const VolField<Vec3>&, std::span<Vec3> values) override { std::ranges::copy(start_, values.begin()); }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeType(out);
    if (phiName_ != "phi") out.entry("phi", phiName_);
    out.entry("fixTangentialInflow", fixTangential_ ? "true" : "false");
    normalVelocity_.write(field, out);
    out.entry("refValue", std::span<const Vec3>(refValue_));  // of the last update, as SwitchedMixed
    out.entry("valueFraction", std::span<const SymmTensor>(fraction_));
    out.entry("value", field.patchValues(patch()));
  }

 protected:
  std::string missing(const Context& context) const override {
    if (std::string what = normalVelocity_.missing(context); !what.empty()) return what;
    return fixTangential_ ? missingFlux(context, phiName_) : std::string{};
  }
  bool evaluatesInUpdate() const override { return true; }
  void update(const VolField<Vec3>& field, const Context& context) override {
    normalVelocity_.values(field, context, refValue_);
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 n = faces.normal(i);
      fraction_[i] = {n.x * n.x, n.x * n.y, n.x * n.z, n.y * n.y, n.y * n.z, n.z * n.z};
    }
    if (!fixTangential_) return;
    const auto phi = patchFlux(context, patch(), phiName_);
    for (Label i = 0; i < faces.size(); ++i)
      if (phi[i] < 0) fraction_[i] = {1, 0, 0, 1, 0, 1};
  }
  void prescribedValues(const VolField<Vec3>& field, std::span<Vec3> values) const override { turned(field, values); }

 private:
  std::string phiName_;
  bool fixTangential_;
  Nested<Vec3> normalVelocity_;
  std::vector<Vec3> start_;
};

}  // namespace

void addDirectionMixed(Table<Vec3>& table) {
  table.add<DirectionMixed>("directionMixed", "refValue in the directions of valueFraction, a tensor; refGradient in the others");
  table.add<FixedNormalInletOutletVelocity>(
      "fixedNormalInletOutletVelocity",
      "normal component of normalVelocity, a condition; the others prescribed where the flux enters, or not at all");
}

}  // namespace eagre::fv::conditions
