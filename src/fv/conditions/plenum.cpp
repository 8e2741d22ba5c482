// SPDX-License-Identifier: BSD-3-Clause
// Pressures behind an opening where a gas is stored: plenumPressure, syringePressure.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "fv/conditions/basic.hpp"

namespace eagre::fv::conditions {
namespace {

/// Once in each time step: the state of the step before becomes the old one.
class Steps {
 public:
  bool begins(const Context& context) { return std::exchange(index_, context.time().index) != context.time().index; }

 private:
  int index_ = -1;
};

/// An entry that something is divided by.
double positive(const Source& source, const std::string& keyword) {
  const double value = source.dict.get<double>(keyword);
  if (!(value > 0)) source.fail(fmt::format("{} must be positive, not {}", keyword, value), keyword);
  return value;
}

bool isMassFlux(const Context& context, const std::string& phi) {
  return context.registry.surfaceScalar(phi)->dimensions() == dimMassFlux;
}

/// The pressure of a plenum of constant volume that is filled at a given rate and feeds the patch through channels, from its
/// density and temperature,
///     V d rho/dt = m_supply - m,   rho cv V dT/dt = m_supply (cp T_supply - cv T) - m R T,   m = -sum rho phi
/// and, where the flux enters, the isentropic relation for the channels' velocity U/inletAreaRatio with the coefficient of
/// discharge; where it leaves, no less than the pressure there is. With timeScale [s] it follows with that delay. As OpenFOAM
/// v1912.
class PlenumPressure final : public FixedValue<double> {
 public:
  explicit PlenumPressure(const Source& source)
      : FixedValue<double>(source),
        gamma_(source.dict.get<double>("gamma")),
        R_(positive(source, "R")),
        supply_(source.dict.get<double>("supplyMassFlowRate")),
        supplyTemperature_(source.dict.get<double>("supplyTotalTemperature")),
        volume_(positive(source, "plenumVolume")),
        density_(source.dict.get<double>("plenumDensity")),
        temperature_(source.dict.get<double>("plenumTemperature")),
        areaRatio_(positive(source, "inletAreaRatio")),
        discharge_(positive(source, "inletDischargeCoefficient")),
        timeScale_(source.dict.getOr<double>("timeScale", 0)),
        phiName_(source.dict.getOr("phi", "phi")),
        UName_(source.dict.getOr("U", "U")) {
    if (!(gamma_ > 1)) source.fail(fmt::format("gamma must be above 1, not {}", gamma_), "gamma");
    if (source.dict.has("rho")) rho_ = source.dict.get<double>("rho");
  }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      const auto number = [&](const char* keyword, double value) { out.entry(keyword, text(value)); };
      number("gamma", gamma_);
      number("R", R_);
      number("supplyMassFlowRate", supply_);
      number("supplyTotalTemperature", supplyTemperature_);
      number("plenumVolume", volume_);
      number("plenumDensity", density_);
      number("plenumTemperature", temperature_);
      if (rho_) number("rho", *rho_);
      number("inletAreaRatio", areaRatio_);
      number("inletDischargeCoefficient", discharge_);
      if (timeScale_ != 0) number("timeScale", timeScale_);
      if (phiName_ != "phi") out.entry("phi", phiName_);
      if (UName_ != "U") out.entry("U", UName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    for (std::string what : {missingFlux(context, phiName_), missingVector(context, UName_)})
      if (!what.empty()) return what;
    if (rho_.has_value() != isMassFlux(context, phiName_)) return {};
    return rho_ ? fmt::format("flux '{}' as one of volume, as rho is given", phiName_)
                : fmt::format("flux '{}' as one of mass, as rho is not given", phiName_);
  }
  void update(const VolField<double>& field, const Context& context) override {
    if (steps_.begins(context)) {
      oldDensity_ = density_;
      oldTemperature_ = temperature_;
      old_ = value_;
      isFirst_ = context.time().index == 1;
    } else if (std::exchange(isFirst_, false)) {
      old_ = value_;  // v1912 makes the old level of p while the first step goes on, behind the first of its updates
    }
    const auto phi = patchFlux(context, patch(), phiName_);
    const auto U = patchVector(context, patch(), UName_);
    const double deltaT = context.time().deltaT;
    fill(faces(field).sum(sum(phi)), deltaT);
    const double pressure = density_ * R_ * temperature_;
    const double part = timeScale_ / deltaT < 1 ? 1 : deltaT / timeScale_;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      const double present = phi[i] >= 0 ? std::max(value_[i], pressure) : throughChannels(magSqr(U[i]), pressure);
      value_[i] = (1 - part) * old_[i] + part * present;
    }
  }

 private:
  static double sum(std::span<const double> phi) {
    double sum = 0;
    for (const double flux : phi) sum += flux;
    return sum;
  }
  /// What one time step changes. flux: through the patch [m^3/s or kg/s].
  void fill(double flux, double deltaT) {
    const double cv = R_ / (gamma_ - 1), cp = R_ * gamma_ / (gamma_ - 1), rate = -flux * rho_.value_or(1);
    density_ = oldDensity_ + deltaT / volume_ * (supply_ - rate);
    temperature_ = oldTemperature_ + deltaT / (density_ * cv * volume_) *
                                         (supply_ * (cp * supplyTemperature_ - cv * temperature_) - rate * R_ * temperature_);
  }
  double throughChannels(double USquared, double pressure) const {
    const double U2 = USquared / (areaRatio_ * areaRatio_), r = 1 - (gamma_ - 1) * U2 / (2 * gamma_ * R_ * temperature_);
    const double a = (1 - r) / (r * r * discharge_ * discharge_), s = 2 / (1 + std::sqrt(1 + 4 * a));
    return std::pow(s, gamma_ / (gamma_ - 1)) * pressure;
  }

  double gamma_, R_, supply_, supplyTemperature_, volume_, density_, temperature_;
  double oldDensity_ = 0, oldTemperature_ = 0;
  std::optional<double> rho_;
  double areaRatio_, discharge_, timeScale_;
  std::string phiName_, UName_;
  Steps steps_;
  bool isFirst_ = false;
  std::vector<double> old_;
};

/// The pressure (psI VsI + ams/psi)/Vs of a cylinder whose piston, of area Ap, moves at the speed Sp from tae to tds after it has
/// begun at tas, and stands again from tde on; Vs is its volume and ams the mass that has come through the patch. As OpenFOAM
/// v1912.
class SyringePressure final : public FixedValue<double> {
 public:
  explicit SyringePressure(const Source& source)
      : FixedValue<double>(source, Start::updated),
        rate_(source.dict.get<double>("Ap") * source.dict.get<double>("Sp")),
        volume_(positive(source, "VsI")),
        psI_(source.dict.get<double>("psI")),
        psi_(positive(source, "psi")),
        mass_(source.dict.get<double>("ams")),
        phiName_(source.dict.getOr("phi", "phi")) {
    for (std::size_t i = 0; i < 4; ++i) times_[i] = source.dict.get<double>(timeWords[i]);
    for (std::size_t i = 1; i < 4; ++i)
      if (!(times_[i - 1] <= times_[i]))
        source.fail(fmt::format("{} ({}) must not be before {} ({})", timeWords[i], times_[i], timeWords[i - 1], times_[i - 1]),
                    timeWords[i]);
    for (const char* word : {"Ap", "Sp"}) given_.emplace_back(word, source.dict.get<double>(word));
    setPressure(source.context.time().value);
  }
  /// By the formula, whatever `value` says.
  void initialise(const VolField<double>&, std::span<double> values) override { std::ranges::copy(value_, values.begin()); }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      for (const auto& [word, value] : given_) out.entry(word, text(value));
      out.entry("VsI", text(volume_));
      for (std::size_t i = 0; i < 4; ++i) out.entry(timeWords[i], text(times_[i]));
      out.entry("psI", text(psI_));
      out.entry("psi", text(psi_));
      out.entry("ams", text(mass_));
      if (phiName_ != "phi") out.entry("phi", phiName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingFlux(context, phiName_); }
  void update(const VolField<double>& field, const Context& context) override {
    if (steps_.begins(context)) oldMass_ = mass_;
    const auto phi = patchFlux(context, patch(), phiName_);
    const bool ofMass = isMassFlux(context, phiName_);
    double flux = 0;
    for (std::size_t i = 0; i < phi.size(); ++i) flux += ofMass ? phi[i] : value_[i] * psi_ * phi[i];
    mass_ = oldMass_ + context.time().deltaT * faces(field).sum(flux);
    setPressure(context.time().value);
  }

 private:
  static constexpr const char* timeWords[] = {"tas", "tae", "tds", "tde"};
  void setPressure(double t) { std::ranges::fill(value_, (psI_ * volume_ + mass_ / psi_) / volumeAt(t)); }
  double volumeAt(double t) const {
    const auto [tas, tae, tds, tde] = times_;
    double way = 0;  // of the piston, over its speed
    if (t >= tas) way += t < tae ? 0.5 * (t - tas) * (t - tas) / (tae - tas) : 0.5 * (tae - tas);
    if (t >= tae) way += std::min(t, tds) - tae;
    if (t >= tds) way += t < tde ? (t - tds) - 0.5 * (t - tds) * (t - tds) / (tde - tds) : 0.5 * (tde - tds);
    return volume_ + rate_ * way;
  }

  double rate_, volume_, psI_, psi_, mass_, oldMass_ = 0;
  std::string phiName_;
  std::array<double, 4> times_{};
  std::vector<std::pair<const char*, double>> given_;
  Steps steps_;
};

}  // namespace

void addPlenum(Table<double>& table) {
  table.add<PlenumPressure>("plenumPressure", "a plenum that is filled at a given rate and feeds the patch through channels");
  table.add<SyringePressure>("syringePressure", "a cylinder with a piston that moves at a given speed");
}

}  // namespace eagre::fv::conditions
