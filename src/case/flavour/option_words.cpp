// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

/// `cellZone all;`, `cellZone name;` and `cellZone { type all; }` as selectionMode and cellZone.
void selectCells(const Dictionary& written, Dictionary& result) {
  const auto* select = written.find("select");
  const auto* zone = written.find("cellZone");
  if (written.find("selectionMode")) return;
  if (select) {
    result.set(renamed(*select, "selectionMode"));
    result.remove("select");
    return;
  }
  if (!zone) return;
  const std::string name = zone->isDict() ? zone->dict->get<std::string>("type") : zone->reader().word();
  const bool everywhere = name == "all";
  if (zone->isDict() && !everywhere)
    throw Error(zone->place,
                fmt::format("cellZone {{ type {}; }}: zones that are made while the case is read are not supported; make "
                            "the zone with topoSet and name it",
                            name));
  result.set(entryOf("selectionMode", everywhere ? "all" : "cellZone", zone->place));
  if (everywhere) result.remove("cellZone");
}

/// Entry `model` with its coefficients in one dictionary, those of a sub-dictionary `<type>` or `<type>Coeffs` included.
Dictionary flat(const Dictionary& model, const std::string& type) {
  Dictionary result(model.name(), model.place());
  const auto copy = [&](const Dictionary& from) {
    const std::vector<std::string> unused = from.unusedEntries();
    for (const Entry& entry : from.entries()) {
      result.set(renamed(entry, entry.keyword));
      // What a macro has taken stays used: `D 1000; d ($D $D $D);`
      if (std::find(unused.begin(), unused.end(), from.name() + "." + entry.keyword) == unused.end()) result.find(entry.keyword);
    }
  };
  copy(model);
  for (const std::string& name : {type + "Coeffs", type})
    if (const auto* coefficients = result.findExact(name); coefficients && coefficients->isDict()) {
      const Dictionary inner = *coefficients->dict;
      result.remove(name);
      result.remove("type");  // the coefficients may have one of their own
      copy(inner);
    }
  return result;
}

/// `coordinateSystem name;`: the dictionary of that name in constant/coordinateSystems.
void nameCoordinateSystem(Dictionary& coefficients, Case& of) {
  const Entry* const system = coefficients.findExact("coordinateSystem");
  if (!system || system->isDict()) return;
  const std::string name = system->reader().word();
  const auto* systems = of.read("constant/coordinateSystems");
  const Entry* const named = systems ? systems->find(name) : nullptr;
  if (!named || !named->isDict())
    throw Error(system->place, fmt::format("coordinateSystem '{}': constant/coordinateSystems {}", name,
                                           systems ? "has no dictionary of this name" : "is not there"));
  of.note(fmt::format("coordinateSystem {} is that of constant/coordinateSystems", name));
  coefficients.set(renamed(*named, "coordinateSystem"));
}

void addPorosity(const Entry& model, const std::string& type, Dictionary& options, Case& of) {
  Dictionary coefficients = flat(*model.dict, type);
  nameCoordinateSystem(coefficients, of);
  selectCells(Dictionary(coefficients), coefficients);
  Dictionary& option = options.setDict(model.keyword);
  option.set(entryOf("type", "explicitPorositySource", model.dict->at("type").place));
  Entry sub = entryOf("explicitPorositySourceCoeffs", "", model.place);
  coefficients.remove("libs");
  sub.dict = std::make_shared<Dictionary>(std::move(coefficients));
  option.set(std::move(sub));
}

void addMeanVelocityForce(const Entry& model, Dictionary& options) {
  Dictionary coefficients = flat(*model.dict, "meanVelocityForce");
  coefficients.set(entryOf("type", "meanVelocityForce", model.dict->at("type").place));
  selectCells(Dictionary(coefficients), coefficients);
  if (!coefficients.findExact("selectionMode")) coefficients.set("selectionMode", "all");
  if (const auto* field = coefficients.findExact("field")) {
    coefficients.set(entryOf("fields", "(" + field->reader().word() + ")", field->place));
    coefficients.remove("field");
  } else if (!coefficients.findExact("fields")) {
    coefficients.set("fields", "(U)");
  }
  Entry option = model;
  option.dict = std::make_shared<Dictionary>(std::move(coefficients));
  options.set(std::move(option));
}

/// U ((1 0 0) 0) out of U { explicit (1 0 0); implicit 0; }.
Entry rateOf(const Entry& source) {
  Entry rate = renamed(source.dict->at("explicit"), source.keyword);
  const Entry implicitPart = source.dict->at("implicit");
  rate.tokens.insert(rate.tokens.begin(), entryOf("x", "(", rate.place).tokens.front());
  rate.tokens.insert(rate.tokens.end(), implicitPart.tokens.begin(), implicitPart.tokens.end());
  rate.tokens.push_back(entryOf("x", ")", rate.place).tokens.front());
  return rate;
}

/// sources { U { explicit (1 0 0); implicit 0; } } as injectionRateSuSp { U ((1 0 0) 0); }, one option for vectors, one for
/// scalars.
void addSemiImplicit(const Entry& model, Dictionary& options) {
  const Dictionary written = flat(*model.dict, "semiImplicitSource");
  for (const std::string type : {"vectorSemiImplicitSource", "scalarSemiImplicitSource"}) {
    Dictionary coefficients = written;
    Dictionary rates("injectionRateSuSp", model.place);
    for (const Entry& source : written.subDict("sources").entries()) {
      if (!source.isDict()) throw Error(source.place, "a source is a dictionary: U { explicit (0 0 0); implicit 0; }");
      const Entry& value = source.dict->at("explicit");
      const bool isVector = !value.tokens.empty() && value.tokens.front().is('(');
      if (isVector == type.starts_with("vector")) rates.set(rateOf(source));
    }
    if (rates.empty()) continue;
    coefficients.remove("sources");
    coefficients.set(entryOf("type", type, model.dict->at("type").place));
    selectCells(Dictionary(coefficients), coefficients);
    Entry entry = entryOf("injectionRateSuSp", "", written.at("sources").place);
    entry.dict = std::make_shared<Dictionary>(std::move(rates));
    coefficients.set(std::move(entry));
    Entry option = model;
    option.keyword = model.keyword + (options.findExact(model.keyword) ? "Scalars" : "");
    option.dict = std::make_shared<Dictionary>(std::move(coefficients));
    options.set(std::move(option));
  }
}

/// Damping of waves, which openfoam.org alone has; without a selection it acts on all cells.
void addDamping(const Entry& model, const std::string& type, Dictionary& options) {
  Dictionary coefficients = flat(*model.dict, type);
  coefficients.set(entryOf("type", type, model.dict->at("type").place));
  selectCells(Dictionary(coefficients), coefficients);
  if (!coefficients.findExact("selectionMode")) coefficients.set("selectionMode", "all");
  Entry option = model;
  option.dict = std::make_shared<Dictionary>(std::move(coefficients));
  options.set(std::move(option));
}

/// The waves of waveProperties in a region; from 12 on the fraction of the other phase weighs the source of alpha.
void addWaveForcing(const Entry& model, Dictionary& options, const Case& of) {
  Dictionary coefficients = flat(*model.dict, "waveForcing");
  coefficients.set(entryOf("type", "waveForcing", model.dict->at("type").place));
  if (of.flavour.orgSince(12)) coefficients.set("byOtherPhase", "yes");
  Entry option = model;
  option.dict = std::make_shared<Dictionary>(std::move(coefficients));
  options.set(std::move(option));
}

/// Entry `sources { U ((1 0 0) 0); }` of v2112 and later for injectionRateSuSp, the values also as { explicit ..; implicit ..; }.
void addSources(const Entry& model, Dictionary& options) {
  Entry option = model;
  option.dict = std::make_shared<Dictionary>(*model.dict);
  const std::string type = model.dict->get<std::string>("type") + "Coeffs";
  Dictionary& outer = *option.dict;
  Dictionary& coefficients = outer.findDict(type) ? outer.setDict(type) : outer;
  Dictionary rates("injectionRateSuSp", coefficients.at("sources").place);
  for (const Entry& source : coefficients.subDict("sources").entries()) rates.set(source.isDict() ? rateOf(source) : source);
  Entry entry = entryOf("injectionRateSuSp", "", coefficients.at("sources").place);
  entry.dict = std::make_shared<Dictionary>(std::move(rates));
  coefficients.remove("sources");
  coefficients.set(std::move(entry));
  options.set(std::move(option));
}

/// An entry of fvOptions itself: words of it that v1912 does not have.
void addOption(const Entry& option, Dictionary& options, Case& of) {
  const std::string type = option.isDict() ? option.dict->getOr("type", "") : std::string();
  const auto hasSources = [&](const Dictionary* dict) { return dict && dict->find("sources"); };
  if (type == "semiImplicitSource") {
    addSemiImplicit(option, options);
    of.note(fmt::format("semiImplicitSource {} is read as vectorSemiImplicitSource, scalarSemiImplicitSource", option.keyword));
  } else if (type.ends_with("SemiImplicitSource") &&
             (hasSources(option.dict.get()) || hasSources(option.dict->findDict(type + "Coeffs")))) {
    addSources(option, options);
    of.note(fmt::format("sources of {} are read as injectionRateSuSp", option.keyword));
  } else {
    options.set(option);
  }
}

/// Of openfoam.org and not here: their names are no mistakes of the user's.
constexpr std::array<std::string_view, 19> notHere{"actuationDisk",
                                                   "bound",
                                                   "buoyancyForce",
                                                   "clouds",
                                                   "effectivenessHeatExchanger",
                                                   "heatSource",
                                                   "heatTransfer",
                                                   "interRegionHeatTransfer",
                                                   "interfaceTurbulenceDamping",
                                                   "limitMag",
                                                   "limitPressure",
                                                   "limitTemperature",
                                                   "massSource",
                                                   "propellerDisk",
                                                   "radialActuationDisk",
                                                   "rotorDisk",
                                                   "sixDoFAcceleration",
                                                   "solidificationMelting",
                                                   "volumeSource"};

void add(const Entry& model, const std::string& file, Dictionary& options, Case& of) {
  static const std::vector<std::string> known{"porosityForce",
                                              "explicitPorositySource",
                                              "meanVelocityForce",
                                              "semiImplicitSource",
                                              "multiphaseMangrovesSource",
                                              "multiphaseMangrovesTurbulenceModel",
                                              "isotropicDamping",
                                              "verticalDamping",
                                              "VoFTurbulenceDamping",
                                              "waveForcing",
                                              "coded"};
  const auto& typeEntry = model.dict->at("type");
  const std::string type = typeEntry.reader().word();
  if (type == "VoFCavitation" && of.application == "interPhaseChangeFoam") {
    of.note(fmt::format("VoFCavitation {} of {} is read as cavitation of constant/transportProperties", model.keyword, file));
    return;
  }
  if (type == "porosityForce" || type == "explicitPorositySource")
    addPorosity(model, type, options, of);
  else if (type == "meanVelocityForce")
    addMeanVelocityForce(model, options);
  else if (type == "semiImplicitSource")
    addSemiImplicit(model, options);
  else if (type == "isotropicDamping" || type == "verticalDamping")
    addDamping(model, type, options);
  else if (type == "waveForcing")
    addWaveForcing(model, options, of);
  else if (std::find(known.begin(), known.end(), type) != known.end())
    options.set(renamed(model, model.keyword));
  else if (std::find(notHere.begin(), notHere.end(), type) != notHere.end())
    throw Error(typeEntry.place, fmt::format("{}: type {} of OpenFOAM is not supported by Eagre{}. Supported: {}", model.keyword,
                                             type, type == "clouds" ? ", which has no particles" : "", fmt::join(known, ", ")));
  else
    throw Error(typeEntry.place, unknownWordMessage("type of " + model.keyword, type, known));
  of.note(fmt::format("{} of {} is read as an entry of constant/fvOptions", model.keyword, file));
}

}  // namespace

std::optional<Dictionary> fvOptions(Case& of) {
  Dictionary options("constant/fvModels", Place{"constant/fvModels", 0});
  bool found = false;
  Problems problems;
  for (const char* folder : {"constant", "system"})
    for (const char* name : {"fvModels", "fvConstraints"}) {
      const std::string file = fmt::format("{}/{}", folder, name);
      const auto* models = of.read(file);
      if (!models) continue;
      found = true;
      for (const Entry& model : models->entries())
        if (model.isDict() && model.keyword != "FoamFile") problems.guard([&] { add(model, file, options, of); });
    }
  if (const auto* written = of.read("constant/fvOptions")) {
    if (!found) options = Dictionary(written->name(), written->place());
    for (const Entry& option : written->entries()) problems.guard([&] { addOption(option, options, of); });
  } else if (!found) {
    return std::nullopt;
  }
  problems.throwIfAny("fvModels");
  return options;
}

}  // namespace eagre::flavour
