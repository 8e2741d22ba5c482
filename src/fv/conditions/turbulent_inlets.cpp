// SPDX-License-Identifier: BSD-3-Clause
// Turbulence where the flow enters, zero gradient where it leaves: turbulentIntensityKineticEnergyInlet,
// turbulentMixingLengthDissipationRateInlet, turbulentMixingLengthFrequencyInlet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/conditions/basic.hpp"

namespace eagre::fv::conditions {
namespace {

/// What they share: the flux that decides where the flow enters.
class TurbulentInlet : public SwitchedMixed<double> {
 public:
  explicit TurbulentInlet(const Source& source)
      : SwitchedMixed<double>(source, std::vector<double>(static_cast<std::size_t>(source.patch.size)), Reference::updated,
                              Start::needed),
        phiName_(source.dict.getOr("phi", "phi")) {}
  bool assignable() const override { return true; }

 protected:
  std::string missing(const Context& context) const override { return missingFlux(context, phiName_); }
  void update(const VolField<double>&, const Context& context) override {
    std::ranges::transform(patchFlux(context, patch(), phiName_), valueFraction_.begin(), inflow);
    inletValues(context);
  }
  /// Sets refValue_.
  virtual void inletValues(const Context& context) = 0;
  std::string phiName_;
};

/// k = 3/2 (I |U|)^2 with the turbulence intensity I, a fraction of the velocity.
class TurbulentIntensityKineticEnergyInlet final : public TurbulentInlet {
 public:
  explicit TurbulentIntensityKineticEnergyInlet(const Source& source)
      : TurbulentInlet(source), intensity_(source.dict.get<double>("intensity")), UName_(source.dict.getOr("U", "U")) {
    if (intensity_ < 0 || intensity_ > 1)
      source.fail(fmt::format("the intensity of turbulence is a fraction of the velocity, 0 to 1, not {}", intensity_),
                  "intensity");
  }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("intensity", text(intensity_));
      if (UName_ != "U") out.entry("U", UName_);
      if (phiName_ != "phi") out.entry("phi", phiName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    const std::string U = missingVector(context, UName_);
    return U.empty() ? TurbulentInlet::missing(context) : U;
  }
  void inletValues(const Context& context) override {
    std::ranges::transform(patchVector(context, patch(), UName_), refValue_.begin(),
                           [this](const Vec3& U) { return 1.5 * (intensity_ * intensity_) * magSqr(U); });
  }

 private:
  double intensity_;
  std::string UName_;
};

/// What depends on k at the inlet and on a mixing length L [m], with the coefficient Cmu of the turbulence model, 0.09 if it has
/// none.
class MixingLengthInlet : public TurbulentInlet {
 public:
  explicit MixingLengthInlet(const Source& source)
      : TurbulentInlet(source), mixingLength_(source.dict.get<double>("mixingLength")), kName_(source.dict.getOr("k", "k")) {
    if (!(mixingLength_ > 0))
      source.fail(fmt::format("the mixing length is {}; it must be positive", mixingLength_), "mixingLength");
  }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("mixingLength", text(mixingLength_));
      out.entry("phi", phiName_);
      out.entry("k", kName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    const std::string k = missingScalar(context, kName_);
    return k.empty() ? TurbulentInlet::missing(context) : k;
  }
  virtual double value(double k, double Cmu) const = 0;
  void inletValues(const Context& context) override {
    const double Cmu = context.registry.number("Cmu").value_or(0.09);
    std::ranges::transform(patchScalar(context, patch(), kName_), refValue_.begin(), [&](double k) { return value(k, Cmu); });
  }
  double mixingLength_;

 private:
  std::string kName_;
};

/// epsilon = Cmu^(3/4) k^(3/2) / L
class TurbulentMixingLengthDissipationRateInlet final : public MixingLengthInlet {
 public:
  using MixingLengthInlet::MixingLengthInlet;

 protected:
  double value(double k, double Cmu) const override { return std::pow(Cmu, 0.75) * k * std::sqrt(k) / mixingLength_; }
};

/// omega = sqrt(k) / (Cmu^(1/4) L)
class TurbulentMixingLengthFrequencyInlet final : public MixingLengthInlet {
 public:
  using MixingLengthInlet::MixingLengthInlet;

 protected:
  double value(double k, double Cmu) const override { return std::sqrt(k) / (std::pow(Cmu, 0.25) * mixingLength_); }
};

}  // namespace

void addTurbulentInlets(Table<double>& table) {
  table.add<TurbulentIntensityKineticEnergyInlet>(
      "turbulentIntensityKineticEnergyInlet", "k = 3/2 (intensity |U|)^2 where the flux enters, zero gradient where it leaves");
  table.add<TurbulentMixingLengthDissipationRateInlet>(
      "turbulentMixingLengthDissipationRateInlet",
      "epsilon from k and a mixingLength where the flux enters, zero gradient where it leaves");
  table.add<TurbulentMixingLengthFrequencyInlet>(
      "turbulentMixingLengthFrequencyInlet",
      "omega from k and a mixingLength where the flux enters, zero gradient where it leaves");
}

}  // namespace eagre::fv::conditions
