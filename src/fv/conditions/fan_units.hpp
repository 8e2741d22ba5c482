// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <numbers>

#include "config/dictionary.hpp"
#include "fv/conditions/condition.hpp"

namespace eagre::fv::conditions {

/// The units of a fan curve: those of the fields, or with `nonDimensional` coefficients of a fan of the mean diameter dm [m] that
/// turns with rpm [1/min], as OpenFOAM v1912 has them:
///     flow coefficient = 120 Un / (pi^3 dm rpm), of a flow rate Q: 120 Q / (pi^3 dm^3 rpm),
///     pressure         = coefficient pi^4 (dm rpm)^2 / 1800.
class FanUnits {
 public:
  explicit FanUnits(const config::Dictionary& dict) : nonDimensional_(dict.getOr<bool>("nonDimensional", false)) {
    if (!nonDimensional_) return;
    rpm_ = positive(dict, "rpm");
    dm_ = positive(dict, "dm");
  }
  /// Of a speed [m/s]; rateCoefficient: of a flow rate [m^3/s]. The same number if the curve has the fields' units.
  double flowCoefficient(double speed) const {
    return nonDimensional_ ? 120.0 * speed / std::pow(std::numbers::pi, 3) / dm_ / rpm_ : speed;
  }
  double rateCoefficient(double rate) const { return nonDimensional_ ? flowCoefficient(rate) / (dm_ * dm_) : rate; }
  double pressure(double coefficient) const {
    return nonDimensional_ ? coefficient * std::pow(std::numbers::pi, 4) * (dm_ * rpm_) * (dm_ * rpm_) / 1800.0 : coefficient;
  }
  void write(ConditionWriter& out) const {
    if (!nonDimensional_) return;
    out.entry("nonDimensional", "true");
    out.entry("rpm", text(rpm_));
    out.entry("dm", text(dm_));
  }

 private:
  static double positive(const config::Dictionary& dict, const char* keyword) {
    const auto value = dict.get<double>(keyword);
    if (value > 0) return value;
    throw Error(dict.at(keyword).place, std::string(keyword) + " of a fan must be above 0");
  }
  bool nonDimensional_;
  double rpm_ = 1, dm_ = 1;
};

}  // namespace eagre::fv::conditions
