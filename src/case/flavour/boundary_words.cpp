// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <tuple>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

std::string typeOf(const Dictionary& patch) {
  const auto* type = patch.findExact("type");
  return type && !type->isDict() && !type->tokens.empty() ? type->tokens.front().text : std::string();
}

void rename(Dictionary& patch, const std::string& from, const std::string& to, Case& of) {
  const auto* entry = patch.findExact(from);
  if (!entry || patch.findExact(to)) return;
  Entry copy = renamed(*entry, to);
  const std::string type = typeOf(patch);
  patch.remove(from);
  patch.set(std::move(copy));
  of.note(fmt::format("{} of boundary condition {} is read as {}", from, type, to));
}

void retype(Dictionary& patch, const std::string& to, Case& of) {
  const Entry type = *patch.findExact("type");
  of.note(fmt::format("boundary condition {} is read as {}", type.tokens.front().text, to));
  patch.set(entryOf("type", to, type.place));
}

/// uniformValue { type constant; value (1 0 0); } as `uniformValue constant (1 0 0)`: later versions of both forks.
void flattenConstants(Dictionary& patch) {
  std::vector<Entry> flat;
  for (const Entry& entry : patch.entries()) {
    if (!entry.isDict() || typeOf(*entry.dict) != "constant" || entry.dict->findExact(entry.keyword)) continue;
    const auto* value = entry.dict->findExact("value");
    if (!value || value->isDict()) continue;
    Entry constant = renamed(*value, entry.keyword);
    constant.tokens.insert(constant.tokens.begin(), entry.dict->findExact("type")->tokens.front());
    flat.push_back(std::move(constant));
  }
  for (Entry& entry : flat) patch.set(std::move(entry));
}

/// Turbulence at inlets under the names of openfoam.org's dev.
void turbulentInlet(Dictionary& patch, const std::string& type, Case& of) {
  static const std::map<std::string, std::string> names{{"turbulentKineticEnergy", "turbulentIntensityKineticEnergyInlet"},
                                                        {"turbulentEpsilon", "turbulentMixingLengthDissipationRateInlet"},
                                                        {"turbulentOmega", "turbulentMixingLengthFrequencyInlet"}};
  const auto found = names.find(type);
  if (found == names.end()) return;
  if (const auto* Cmu = patch.findExact("Cmu"); Cmu && patch.get<double>("Cmu") != 0.09)
    throw Error(Cmu->place, type + ": Cmu of a patch is not supported; it is that of the turbulence model");
  retype(patch, found->second, of);
}

/// freestreamPressure without freestreamValue: a zero gradient before openfoam.org 6 and v1806, where U is freestream beside it.
void freestreamPressure(Dictionary& patch, Case& of) {
  const bool isOld = of.flavour.olderThanOrg(6) || (of.flavour.fork == Fork::com && of.flavour.version < 1806);
  if (isOld && !patch.findExact("freestreamValue")) retype(patch, "zeroGradient", of);
}

/// What was the default, or had another name, before 2.3.
void translateOlder(Dictionary& patch, const std::string& type, Case& of) {
  if (type == "variableHeightFlowRateInletVelocity" && !patch.findExact("alpha"))  // always alpha1 then
    patch.set(entryOf("alpha", "alpha." + of.phase1(), patch.place()));
  if ((type == "totalPressure" || type == "uniformTotalPressure") && !patch.findExact("rho"))
    patch.set(entryOf("rho", "none", patch.place()));  // the default then
  for (const char* keyword : {"alpha", "phase", "alphaName"})
    if (const auto* name = patch.findExact(keyword); name && !name->isDict() && !name->tokens.empty())
      if (name->tokens.front().text == "alpha1") patch.set(entryOf(keyword, "alpha." + of.phase1(), name->place));
}

/// groovyBC of swak4Foam, but for its tables: the value where there is no gradient, else mixed. `pos().x` is `pos().x()`.
void groovy(Dictionary& patch, Case& of) {
  const auto isEmpty = [](const Entry& list) { return !list.isDict() && list.tokens.size() == 2; };
  for (const char* table : {"timelines", "lookuptables", "lookuptables2D", "storedVariables", "delayedVariables"})
    if (const auto* entry = patch.findExact(table)) {
      if (!isEmpty(*entry))
        throw Error(entry->place, fmt::format("groovyBC (swak4Foam): {} is not supported; expressions of pos(), time() and "
                                              "fields are, and uniformFixedValue takes a table of time",
                                              table));
      patch.remove(table);
    }
  static const std::map<std::string, std::string> names{
      {"valueExpression", "valueExpr"}, {"gradientExpression", "gradientExpr"}, {"fractionExpression", "fractionExpr"}};
  static const std::regex component(R"(\.([xyz])\b(?!\())");
  bool found = false;
  for (const auto& [swak, own] : names) {
    const auto* entry = patch.findExact(swak);
    if (!entry || entry->isDict()) continue;
    found = true;
    Entry expression = renamed(*entry, own);
    for (auto& token : expression.tokens) token.text = std::regex_replace(token.text, component, ".$1()");
    patch.remove(swak);
    patch.set(std::move(expression));
  }
  if (found) retype(patch, patch.findExact("gradientExpr") ? "exprMixed" : "exprFixedValue", of);
}

/// fanPressureJump of openfoam.org with the old jumpTable of the speed; a fanCurve of the flow rate is not the same.
void fan(Dictionary& patch, Case& of) {
  if (const auto* curve = patch.findExact("fanCurve"))
    throw Error(curve->place, "fanPressureJump: fanCurve, of the flow rate, is not supported; jumpTable, of the speed, is");
  if (const auto* reverse = patch.findExact("reverse"); reverse && patch.get<bool>("reverse"))
    throw Error(reverse->place, "fanPressureJump: reverse is not supported; swap the two patches");
  patch.remove("reverse");
  retype(patch, "fan", of);
}

/// mappedInternalValue of openfoam.org: `average` says that there is one; the offset is the patch's.
void mappedInternal(Dictionary& patch, Case& of) {
  for (const char* own : {"offset", "distance", "offsetMode", "neighbourRegion"})
    if (const auto* entry = patch.findExact(own))
      throw Error(entry->place,
                  fmt::format("mappedInternalValue: {} is not supported; give offset to a patch of type mappedInternal", own));
  retype(patch, "mapped", of);
  if (const auto* average = patch.findExact("average"); average && !patch.findExact("setAverage"))
    patch.set(entryOf("setAverage", "yes", average->place));
}

/// A number or a vector as a constant of an expression.
std::string constantOf(const Entry& value) {
  auto reader = value.reader();
  if (!reader.peek().is('(')) return fmt::format("{:.17g}", reader.number());
  const Vec3 v = reader.vector();
  return fmt::format("vector({:.17g}, {:.17g}, {:.17g})", v.x, v.y, v.z);
}

/// `functionalFixedValue { value { type zonal; defaultValue ..; zones { a { type box; box ..; value ..; } } } }` of
/// openfoam.org's dev: a value for the faces whose centre is in a box, the last box winning, as an expression of their positions.
void functional(Dictionary& patch, Case& of) {
  const auto* value = patch.findExact("value");
  if (!value || !value->isDict()) return retype(patch, "fixedValue", of);
  const Dictionary& zonal = *value->dict;
  if (const std::string type = zonal.get<std::string>("type"); type != "zonal")
    throw Error(zonal.at("type").place, fmt::format("functionalFixedValue: value of type '{}' is not supported; zonal is", type));
  std::string expression = constantOf(zonal.at("defaultValue"));
  for (const Entry& zone : zonal.subDict("zones").entries()) {
    if (!zone.isDict() || zone.dict->get<std::string>("type") != "box")
      throw Error(zone.place, fmt::format("functionalFixedValue: zone '{}' must be of type box", zone.keyword));
    auto reader = zone.dict->at("box").reader();
    const Vec3 low = reader.vector(), high = reader.vector();
    std::string inside;
    for (const auto& [axis, from, to] : {std::tuple{'x', low.x, high.x}, {'y', low.y, high.y}, {'z', low.z, high.z}})
      inside +=
          fmt::format("{}pos().{}() >= {:.17g} && pos().{}() <= {:.17g}", inside.empty() ? "" : " && ", axis, from, axis, to);
    expression = fmt::format("({}) ? {} : ({})", inside, constantOf(zone.dict->at("value")), expression);
  }
  const Place place = value->place;
  patch.remove("value");
  patch.set(entryOf("valueExpr", '"' + expression + '"', place));
  retype(patch, "exprFixedValue", of);
}

void translate(Dictionary& patch, Case& of) {
  flattenConstants(patch);
  const std::string type = typeOf(patch);
  turbulentInlet(patch, type, of);
  static const std::map<std::string, void (*)(Dictionary&, Case&)> own{{"fanPressureJump", fan},
                                                                       {"freestreamPressure", freestreamPressure},
                                                                       {"functionalFixedValue", functional},
                                                                       {"groovyBC", groovy},
                                                                       {"mappedInternalValue", mappedInternal},
                                                                       {"waveAlpha", superposedCondition},
                                                                       {"waveVelocity", superposedCondition}};
  if (const auto found = own.find(type); found != own.end()) found->second(patch, of);
  if (type == "contactAngle")  // openfoam.org 10 and later
    retype(patch, patch.findExact("uTheta") ? "dynamicAlphaContactAngle" : "constantAlphaContactAngle", of);
  if (type == "MRFnoSlip") retype(patch, "noSlip", of);  // walls of a rotating zone move with it, as v1912's do
  if (type == "buoyantPressure" && of.flavour.olderThanOrg(3)) retype(patch, "fixedFluxPressure", of);
  if (type == "nutWallFunction" && of.flavour.olderThanOrg(2)) retype(patch, "nutkWallFunction", of);
  if (type == "flowRateInletVelocity") rename(patch, "flowRate", "volumetricFlowRate", of);
  if (type == "outletPhaseMeanVelocity") rename(patch, "UnMean", "Umean", of);
  if (of.flavour.olderThanOrg(2.3)) translateOlder(patch, type, of);
}

}  // namespace

void boundaryField(Dictionary& patches, Case& of) {
  for (const Entry& patch : patches.entries())
    if (patch.isDict()) translate(*patch.dict, of);
}

}  // namespace eagre::flavour
