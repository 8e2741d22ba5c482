// SPDX-License-Identifier: BSD-3-Clause
// fanPressure: a fan at an opening.
#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/fan_units.hpp"
#include "fv/conditions/total_pressure.hpp"
#include "fv/functions/function1.hpp"

namespace eagre::fv::conditions {
namespace {

/// The words of v1912's table reader as the Function1 that reads the same file: `file` with readerType openFoam or csv.
config::Dictionary curveOfFile(const config::Dictionary& dict) {
  config::Dictionary curve(dict.name(), dict.at("file").place);
  const auto copy = [&](const char* from, const char* to) {
    config::Entry entry = dict.at(from);
    entry.keyword = to;
    curve.set(std::move(entry));
  };
  copy("file", "file");
  curve.set("outOfBounds", "warn");
  if (dict.has("outOfBounds")) copy("outOfBounds", "outOfBounds");
  const std::vector<std::string> readers{"openFoam", "csv"};
  if (!dict.has("readerType") || dict.getChoice("readerType", readers) == "openFoam") {
    dict.find("hasHeaderLine");  // says nothing to this reader
    curve.set("fanCurve", "tableFile");
    return curve;
  }
  curve.set("fanCurve", "csvFile");
  curve.set("nHeaderLine", dict.get<bool>("hasHeaderLine") ? "1" : "0");
  curve.set("mergeSeparators", "no");
  copy("timeColumn", "refColumn");
  copy("valueColumns", "componentColumns");
  if (dict.has("separator")) copy("separator", "separator");
  return curve;
}

/// totalPressure with p0 less (direction in) or more (out) what the fan gives at the present flow rate Q [m^3/s] through the
/// patch:
///     p0 + fanCurve(max(Q, 0)) for a fan that blows in, Q > 0 inwards;   p0 - fanCurve(max(Q, 0)) for one that blows out.
/// The curve is in the units of the field (m^2/s^2 or Pa) or, with nonDimensional, in coefficients (FanUnits). It stands in
/// `file`, as v1912 has it, or is the function fanCurve of later versions.
class FanPressure final : public TotalPressure {
 public:
  explicit FanPressure(const Source& source)
      : TotalPressure(source),
        given_(p0_),
        outwards_(source.dict.getChoice("direction", std::vector<std::string>{"in", "out"}) == "out"),
        rhoName_(source.dict.getOr("rho", "rho")),
        phiName_(source.dict.getOr("phi", "phi")),
        units_(source.dict) {
    if (!source.dict.has("fanCurve") && !source.dict.has("file"))
      source.fail("a fan needs its curve: `file`, or fanCurve with a function of the flow rate");
    curve_ = source.dict.has("fanCurve") ? makeFunction1<double>(source.dict, "fanCurve", source.context)
                                         : makeFunction1<double>(curveOfFile(source.dict), "fanCurve", source.context);
  }

 protected:
  std::string missing(const Context& context) const override {
    const std::string what = missingVolumeFlux(context, phiName_, rhoName_);
    return what.empty() ? TotalPressure::missing(context) : what;
  }
  void update(const VolField<double>& field, const Context& context) override {
    const VolumeFlux flux = volumeFlux(context, patch(), phiName_, rhoName_);
    double rate = 0;
    for (Label i = 0; i < patch().size; ++i) rate += flux[i];
    const double sign = outwards_ ? 1 : -1;
    rate = sign * faces(field).sum(rate);
    const double given = units_.pressure(curve_->value(std::max(units_.rateCoefficient(rate), 0.0)));
    for (std::size_t i = 0; i < p0_.size(); ++i) p0_[i] = given_[i] - sign * given;
    TotalPressure::update(field, context);
  }
  void writeP0(ConditionWriter& out) const override {
    out.entry("p0", std::span<const double>(given_));
    curve_->write(out);
    out.entry("direction", outwards_ ? "out" : "in");
    units_.write(out);
  }

 private:
  std::vector<double> given_;  ///< p0 around the fan
  bool outwards_;
  std::string rhoName_, phiName_;
  FanUnits units_;
  std::unique_ptr<Function1<double>> curve_;
};

}  // namespace

void addFanPressure(Table<double>& table) {
  table.add<FanPressure>("fanPressure", "totalPressure behind a fan that blows in or out: fanCurve or `file` of the flow rate");
}

}  // namespace eagre::fv::conditions
