// SPDX-License-Identifier: BSD-3-Clause
// Walls on which the fluid slides: partialSlip, fixedNormalSlip.
#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/transform.hpp"

namespace eagre::fv::conditions {
namespace {

/// value = f refValue + (1 - f) (I - n n) . P, f the valueFraction: f = 0 slips freely, f = 1 sticks.
template <class T>
class PartialSlip : public Transform<T> {
 public:
  explicit PartialSlip(const Source& source)
      : Transform<T>(source),
        refValue_(
            readOptionalPatchValues<T>(source, "refValue").value_or(std::vector<T>(static_cast<std::size_t>(source.patch.size)))),
        valueFraction_(readPatchValues<double>(source.dict, "valueFraction", source.patch)) {}
  bool assignable() const override { return false; }

  void snGrad(const VolField<T>& field, std::span<T> gradient) const override {
    const PatchFaces faces = this->faces(field);
    turned(field, gradient);
    for (Label i = 0; i < faces.size(); ++i) gradient[i] = (gradient[i] - field[faces.cell(i)]) * faces.deltaCoeff(i);
  }
  void write(const VolField<T>&, ConditionWriter& out) const override {
    this->writeType(out);
    out.entry("refValue", std::span<const T>(refValue_));
    out.entry("valueFraction", std::span<const double>(valueFraction_));
  }

 protected:
  void turned(const VolField<T>& field, std::span<T> values) const override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      const double f = valueFraction_[i];
      values[i] = f * refValue_[i] + (1.0 - f) * tangential(faces.normal(i), field[faces.cell(i)]);
    }
  }
  void mask(const VolField<T>& field, std::span<T> d) const override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      const double f = valueFraction_[i];
      d[i] = uniformValue<T>(f) + (1.0 - f) * mirrorMask(faces.normal(i), T{});
    }
  }

 private:
  std::vector<T> refValue_;
  std::vector<double> valueFraction_;
};

/// value = n n . fixedValue + (I - n n) . P: the normal component is prescribed, the tangential ones slip.
class FixedNormalSlip : public Transform<Vec3> {
 public:
  explicit FixedNormalSlip(const Source& source)
      : Transform<Vec3>(source), fixedValue_(readPatchValues<Vec3>(source.dict, "fixedValue", source.patch)) {}
  bool assignable() const override { return false; }

  void snGrad(const VolField<Vec3>& field, std::span<Vec3> gradient) const override {
    const PatchFaces faces = this->faces(field);
    turned(field, gradient);
    for (Label i = 0; i < faces.size(); ++i) gradient[i] = (gradient[i] - field[faces.cell(i)]) * faces.deltaCoeff(i);
  }
  void write(const VolField<Vec3>&, ConditionWriter& out) const override {
    this->writeType(out);
    out.entry("fixedValue", std::span<const Vec3>(fixedValue_));
  }

 protected:
  void turned(const VolField<Vec3>& field, std::span<Vec3> values) const override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 n = faces.normal(i);
      values[i] = n * dot(n, fixedValue_[i]) + tangential(n, field[faces.cell(i)]);
    }
  }
  void mask(const VolField<Vec3>& field, std::span<Vec3> d) const override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) d[i] = mirrorMask(faces.normal(i), Vec3{});
  }

 private:
  std::vector<Vec3> fixedValue_;
};

}  // namespace

void addSlip(Table<double>& table) {
  table.add<PartialSlip<double>>("partialSlip", "between fixed value (valueFraction 1) and slip (0)");
}
void addSlip(Table<Vec3>& table) {
  table.add<PartialSlip<Vec3>>("partialSlip", "between fixed value (valueFraction 1) and slip (0)");
  table.add<FixedNormalSlip>("fixedNormalSlip", "normal component that of fixedValue, tangential components slip");
}

}  // namespace eagre::fv::conditions
