// SPDX-License-Identifier: BSD-3-Clause
// An inlet whose water level the flow itself decides: variableHeightFlowRate for the volume fraction and
// variableHeightFlowRateInletVelocity for the velocity.
#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/functions/function1.hpp"

namespace eagre::fv::conditions {
namespace {

/// Where the flux enters, the cell's volume fraction, made 0 below lowerBound and 1 above upperBound; zero gradient elsewhere.
class VariableHeightFlowRate : public SwitchedMixed<double> {
 public:
  explicit VariableHeightFlowRate(const Source& source)
      : SwitchedMixed<double>(source, std::vector<double>(static_cast<std::size_t>(source.patch.size), 0.0), Reference::updated,
                              Start::internal),
        phiName_(source.dict.getOr("phi", "phi")),
        lowerBound_(source.dict.get<double>("lowerBound")),
        upperBound_(source.dict.get<double>("upperBound")) {}
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      if (phiName_ != "phi") out.entry("phi", phiName_);
      out.entry("lowerBound", text(lowerBound_));
      out.entry("upperBound", text(upperBound_));
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingFlux(context, phiName_); }
  void update(const VolField<double>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const auto phi = patchFlux(context, patch(), phiName_);
    for (Label i = 0; i < faces.size(); ++i) {
      const bool enters = phi[i] < -small;
      const double alpha = field[faces.cell(i)];
      refValue_[i] = !enters || alpha < lowerBound_ ? 0.0 : alpha > upperBound_ ? 1.0 : alpha;
      valueFraction_[i] = enters ? 1.0 : 0.0;
    }
  }

 private:
  std::string phiName_;
  double lowerBound_, upperBound_;
};

/// Normal velocity proportional to the volume fraction on the patch, with the given flow rate [m^3/s].
class VariableHeightVelocity : public FixedValue<Vec3> {
 public:
  explicit VariableHeightVelocity(const Source& source)
      : FixedValue<Vec3>(source),
        flowRate_(makeFunction1<double>(source.dict, "flowRate", source.context)),
        alphaName_(source.dict.get<std::string>("alpha")) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      flowRate_->write(out);
      out.entry("alpha", alphaName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingScalar(context, alphaName_); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const auto alpha = patchScalar(context, patch(), alphaName_);
    double wetted = 0;
    for (Label i = 0; i < faces.size(); ++i) wetted += faces.magSf(i) * std::clamp(alpha[i], 0.0, 1.0);
    const double speed = -flowRate_->value(context.time().value) / faces.sum(wetted);
    for (Label i = 0; i < faces.size(); ++i) value_[i] = faces.normal(i) * (speed * std::clamp(alpha[i], 0.0, 1.0));
  }

 private:
  std::unique_ptr<Function1<double>> flowRate_;
  std::string alphaName_;
};

}  // namespace

void addVariableHeight(Table<double>& table) {
  table.add<VariableHeightFlowRate>(
      "variableHeightFlowRate", "where the flux enters, the cells' phase fraction, 0 below lowerBound and 1 above upperBound");
}
void addVariableHeight(Table<Vec3>& table) {
  table.add<VariableHeightVelocity>("variableHeightFlowRateInletVelocity",
                                    "normal velocity in proportion to alpha, with the given flowRate [m3/s], a function of time");
}

}  // namespace eagre::fv::conditions
