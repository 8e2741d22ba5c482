// SPDX-License-Identifier: BSD-3-Clause
// The weight of what stands above a boundary: uniformDensityHydrostaticPressure, phaseHydrostaticPressure.
#include "fv/conditions/basic.hpp"
#include "fv/conditions/uniform.hpp"

namespace eagre::fv::conditions {
namespace {

/// p = pRefValue + rho g.(Cf - pRefPoint)
class UniformDensityHydrostaticPressure : public FixedValue<double> {
 public:
  explicit UniformDensityHydrostaticPressure(const Source& source)
      : FixedValue<double>(source, Start::updated),
        rho_(source.dict.get<double>("rho")),
        pRefValue_(source.dict.get<double>("pRefValue")),
        pRefPoint_(source.dict.get<Vec3>("pRefPoint")) {}
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("rho", text(rho_));
      out.entry("pRefValue", text(pRefValue_));
      out.entry("pRefPoint", text(pRefPoint_));
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingGravity(context); }
  void update(const VolField<double>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const Vec3& g = *context.gravity;
    for (Label i = 0; i < faces.size(); ++i) value_[i] = pRefValue_ + rho_ * (dot(g, faces.Cf(i)) - dot(g, pRefPoint_));
  }

 private:
  double rho_, pRefValue_;
  Vec3 pRefPoint_;
};

/// The hydrostatic pressure of one phase, weighted with its fraction; zero gradient where the phase is absent.
class PhaseHydrostaticPressure : public SwitchedMixed<double> {
 public:
  explicit PhaseHydrostaticPressure(const Source& source)
      : SwitchedMixed<double>(
            source, std::vector<double>(static_cast<std::size_t>(source.patch.size), source.dict.get<double>("pRefValue")),
            Reference::updated, Start::reference),
        fractionName_(source.dict.getOr("phaseFraction", "alpha")),
        rho_(source.dict.get<double>("rho")),
        pRefValue_(source.dict.get<double>("pRefValue")),
        pRefPoint_(source.dict.get<Vec3>("pRefPoint")) {}
  bool assignable() const override { return true; }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      if (fractionName_ != "alpha") out.entry("phaseFraction", fractionName_);
      out.entry("rho", text(rho_));
      out.entry("pRefValue", text(pRefValue_));
      out.entry("pRefPoint", text(pRefPoint_));
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    const std::string what = missingScalar(context, fractionName_);
    return what.empty() ? missingGravity(context) : what;
  }
  void update(const VolField<double>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const auto alpha = patchScalar(context, patch(), fractionName_);
    const Vec3& g = *context.gravity;
    for (Label i = 0; i < faces.size(); ++i) {
      valueFraction_[i] = std::max(std::min(alpha[i], 1.0), 0.0);
      refValue_[i] = pRefValue_ + rho_ * (dot(g, faces.Cf(i)) - dot(g, pRefPoint_));
    }
  }

 private:
  std::string fractionName_;
  double rho_, pRefValue_;
  Vec3 pRefPoint_;
};

}  // namespace

void addHydrostaticPressure(Table<double>& table) {
  table.add<UniformDensityHydrostaticPressure>("uniformDensityHydrostaticPressure",
                                               "hydrostatic pressure of the density rho: pRefValue at pRefPoint");
  table.add<PhaseHydrostaticPressure>(
      "phaseHydrostaticPressure",
      "hydrostatic pressure of one phase, weighted with its fraction; zero gradient where it is absent");
}

}  // namespace eagre::fv::conditions
