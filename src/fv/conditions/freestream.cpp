// SPDX-License-Identifier: BSD-3-Clause
// A body in an unbounded stream: freestreamPressure, freestreamVelocity. Blended between fixed value and zero gradient with the
// angle between the velocity U on the patch and its normal n.
#include <algorithm>

#include "fv/conditions/basic.hpp"

namespace eagre::fv::conditions {
namespace {

/// (U . n)/|U|; 0 where nothing moves, as in openfoam.org 8 (v1912: 0/0).
double alignment(const Vec3& U, const Vec3& n) { return mag(U) > vSmall ? dot(U, n) / mag(U) : 0; }

/// The value where the stream leaves: valueFraction = 1/2 + 1/2 (U . n)/|U|.
class FreestreamPressure : public SwitchedMixed<double> {
 public:
  explicit FreestreamPressure(const Source& source)
      : SwitchedMixed<double>(source, readPatchValues<double>(source.dict, "freestreamValue", source.patch), Reference::given,
                              Start::reference),
        UName_(source.dict.getOr("U", "U")) {}
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      if (UName_ != "U") out.entry("U", UName_);
      out.entry("freestreamValue", std::span<const double>(refValue_));
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingVector(context, UName_); }
  void update(const VolField<double>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const auto U = patchVector(context, patch(), UName_);
    for (Label i = 0; i < faces.size(); ++i) valueFraction_[i] = 0.5 + 0.5 * alignment(U[i], faces.normal(i));
  }

 private:
  std::string UName_;
};

/// The value where the stream enters: valueFraction = 1/2 - 1/2 (U . n)/|U|, U this field's own value on the patch.
class FreestreamVelocity : public SwitchedMixed<Vec3> {
 public:
  explicit FreestreamVelocity(const Source& source)
      : SwitchedMixed<Vec3>(source, readPatchValues<Vec3>(source.dict, "freestreamValue", source.patch), Reference::given,
                            Start::reference, 1.0) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] { out.entry("freestreamValue", std::span<const Vec3>(refValue_)); });
  }

 protected:
  void update(const VolField<Vec3>& field, const Context&) override {
    const PatchFaces faces = this->faces(field);
    const auto U = field.patchValues(patch());
    for (Label i = 0; i < faces.size(); ++i) valueFraction_[i] = 0.5 - 0.5 * alignment(U[i], faces.normal(i));
  }
};

}  // namespace

void addFreestream(Table<double>& table) {
  table.add<FreestreamPressure>(
      "freestreamPressure", "freestreamValue where the flow leaves, zero gradient where it enters, blended by the angle of U");
}
void addFreestream(Table<Vec3>& table) {
  table.add<FreestreamVelocity>("freestreamVelocity",
                                "freestreamValue where the flow enters, zero gradient where it leaves, blended by its angle");
}

}  // namespace eagre::fv::conditions
