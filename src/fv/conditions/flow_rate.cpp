// SPDX-License-Identifier: BSD-3-Clause
// Velocity of a given flow rate: flowRateInletVelocity, flowRateOutletVelocity, outletPhaseMeanVelocity.
#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/extrapolated_flow.hpp"
#include "fv/functions/function1.hpp"

namespace eagre::fv::conditions {
namespace {

/// Common to inlet and outlet: the rate [m^3/s or kg/s; openfoam.org from version 10 on: the mean velocity, m/s] as a function of
/// time, and the density that belongs to it. `outward` is -1 for an inlet and 1 for an outlet.
class FlowRate : public FixedValue<Vec3> {
 protected:
  FlowRate(const Source& source, const std::string& rhoKeyword, double outward)
      : FixedValue<Vec3>(source, Start::updated), rhoKeyword_(rhoKeyword), outward_(outward) {
    const config::Dictionary& dict = source.dict;
    ofMean_ = !dict.has("volumetricFlowRate") && dict.has("meanVelocity");
    volumetric_ = ofMean_ || dict.has("volumetricFlowRate");
    if (!volumetric_ && !dict.has("massFlowRate"))
      source.fail(fmt::format("boundary condition {} needs volumetricFlowRate [m^3/s], massFlowRate [kg/s] or meanVelocity [m/s]",
                              type()));
    if (dict.has("profile")) source.fail("a profile of the flow over the patch is not supported", "profile");
    rate_ = makeFunction1<double>(dict,
                                  ofMean_       ? "meanVelocity"
                                  : volumetric_ ? "volumetricFlowRate"
                                                : "massFlowRate",
                                  source.context);
    rhoName_ = dict.getOr("rho", "rho");
    if (dict.has(rhoKeyword)) constantRho_ = dict.get<double>(rhoKeyword);
  }

  std::string missing(const Context& context) const override {
    if (!massFlow() || context.registry.scalar(rhoName_) || constantRho_) return {};
    return fmt::format("density field '{}' or the entry {}", rhoName_, rhoKeyword_);
  }

  /// Density on each face: the field's if there is one, else the constant; 1 for a volume.
  void density(const Context& context, std::span<double> rho) const {
    if (!massFlow())
      std::ranges::fill(rho, 1.0);
    else if (context.registry.scalar(rhoName_))
      std::ranges::copy(patchScalar(context, patch(), rhoName_), rho.begin());
    else
      std::ranges::fill(rho, *constantRho_);
  }

  /// One normal velocity for the whole patch.
  void plug(const PatchFaces& faces, std::span<const double> rho, double rate) {
    double area = 0;
    for (Label i = 0; i < faces.size(); ++i) area += rho[i] * faces.magSf(i);
    const double normalVelocity = outward_ * rate / faces.sum(area);
    for (Label i = 0; i < faces.size(); ++i) value_[i] = normalVelocity * faces.normal(i);
  }

  void writeRate(ConditionWriter& out) const {
    rate_->write(out);
    if (volumetric_) return;
    if (rhoName_ != "rho") out.entry("rho", rhoName_);
    if (constantRho_) out.entry(rhoKeyword_, text(*constantRho_));
  }
  double rate(const Context& context, const PatchFaces& faces) const {
    const double value = rate_->value(context.time().value);
    if (!ofMean_) return value;
    double area = 0;
    for (Label i = 0; i < faces.size(); ++i) area += faces.magSf(i);
    return value * faces.sum(area);
  }

 private:
  bool massFlow() const { return !volumetric_ && rhoName_ != "none"; }
  std::string rhoKeyword_, rhoName_;
  double outward_;
  bool volumetric_ = false, ofMean_ = false;
  std::unique_ptr<Function1<double>> rate_;
  std::optional<double> constantRho_;
};

class FlowRateInlet : public FlowRate {
 public:
  explicit FlowRateInlet(const Source& source)
      : FlowRate(source, "rhoInlet", -1), extrapolate_(source.dict.getOr("extrapolateProfile", false)) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      writeRate(out);
      out.entry("extrapolateProfile", extrapolate_ ? "true" : "false");
    });
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    rho_.resize(static_cast<std::size_t>(faces.size()));
    density(context, rho_);
    if (extrapolate_)
      extrapolateFlow(field, faces, {rho_, rate(context, faces), -1}, value_);
    else
      plug(faces, rho_, rate(context, faces));
  }

 private:
  bool extrapolate_;
  std::vector<double> rho_;
};

class FlowRateOutlet : public FlowRate {
 public:
  explicit FlowRateOutlet(const Source& source) : FlowRate(source, "rhoOutlet", 1) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] { writeRate(out); });
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    rho_.resize(static_cast<std::size_t>(faces.size()));
    density(context, rho_);
    extrapolateFlow(field, faces, {rho_, rate(context, faces), 1}, value_);
  }

 private:
  std::vector<double> rho_;
};

/// Blends the cells' velocity with 0, or with a normal velocity, so that the mean normal velocity of the phase is Umean.
class OutletPhaseMeanVelocity : public SwitchedMixed<Vec3> {
 public:
  explicit OutletPhaseMeanVelocity(const Source& source)
      : SwitchedMixed<Vec3>(source, std::vector<Vec3>(static_cast<std::size_t>(source.patch.size)), Reference::updated,
                            Start::internal),
        Umean_(source.dict.get<double>("Umean")),
        alphaName_(source.dict.get<std::string>("alpha")) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("Umean", text(Umean_));
      out.entry("alpha", alphaName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingScalar(context, alphaName_); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const auto alpha = patchScalar(context, patch(), alphaName_);
    double sums[2] = {};
    for (Label i = 0; i < faces.size(); ++i) {
      const double wetted = std::clamp(alpha[i], 0.0, 1.0) * faces.magSf(i);
      sums[0] += wetted * dot(faces.normal(i), field[faces.cell(i)]);
      sums[1] += wetted;
    }
    faces.sum(sums);
    const double mean = sums[0] / sums[1];
    const bool tooFast = mean >= Umean_;
    const double fraction = tooFast ? 1.0 - Umean_ / mean : 1.0 - mean / Umean_;
    for (Label i = 0; i < faces.size(); ++i) {
      refValue_[i] = tooFast ? Vec3{} : (Umean_ + mean) * faces.normal(i);
      valueFraction_[i] = fraction;
    }
  }

 private:
  double Umean_;
  std::string alphaName_;
};

}  // namespace

void addFlowRate(Table<Vec3>& table) {
  table.add<FlowRateInlet>("flowRateInletVelocity",
                           "normal inflow of a volumetricFlowRate [m3/s] or massFlowRate [kg/s], a function of time");
  table.add<FlowRateOutlet>(
      "flowRateOutletVelocity",
      "outflow of a volumetricFlowRate [m3/s] or massFlowRate [kg/s]: the cells' velocity, scaled or shifted to it");
  table.add<OutletPhaseMeanVelocity>("outletPhaseMeanVelocity",
                                     "outflow in which the phase alpha has the mean normal velocity Umean, a function of time");
}

}  // namespace eagre::fv::conditions
