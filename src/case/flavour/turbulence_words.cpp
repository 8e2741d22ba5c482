// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <map>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

/// LES models under the names of 2.x, whose equations v1912 has under another.
std::string lesModelOfV1912(const std::string& name) {
  static const std::map<std::string, std::string> names{{"oneEqEddy", "kEqn"}};
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

/// The coefficients of 2.x begin with a small letter, and ce of Smagorinsky and oneEqEddy is 1.048 in both.
void renameCoefficients(Dictionary& dict, const std::string& from, const std::string& to) {
  const auto* entry = dict.findExact(from + "Coeffs");
  if (!entry || !entry->isDict()) return;
  Entry coefficients = renamed(*entry, to + "Coeffs");
  for (const auto& [small, large] : std::map<std::string, std::string>{{"ck", "Ck"}, {"ce", "Ce"}})
    if (const auto* value = coefficients.dict->findExact(small)) coefficients.dict->set(renamed(*value, large));
  dict.set(std::move(coefficients));
}

/// RASProperties or LESProperties become the dictionary RAS or LES.
Dictionary ofVersion2(const Dictionary& turbulence, const std::string& type, Case& of) {
  const std::string kind = type.substr(0, 3), file = fmt::format("constant/{}Properties", kind);
  Dictionary result = turbulence;
  const Place place = turbulence.at("simulationType").place;
  const auto* model = of.read(file);
  if (!model) throw Error(place, fmt::format("simulationType {} needs {}, which is not there", type, file));
  const std::string name = model->get<std::string>(type);
  of.note(
      fmt::format("simulationType {} and {} are read as simulationType {}", type, file, name == "laminar" ? "laminar" : kind));
  if (name == "laminar") {
    result.set(entryOf("simulationType", "laminar", place));
    return result;
  }
  result.set(entryOf("simulationType", kind, place));
  Entry sub = entryOf(kind, "", model->place());
  sub.dict = std::make_shared<Dictionary>(*model);
  sub.dict->remove("FoamFile");
  if (!model->has("turbulence")) sub.dict->set("turbulence", "on");
  if (kind == "LES") {
    const std::string own = lesModelOfV1912(name);
    renameCoefficients(*sub.dict, name, own);
    if (own != name) {
      sub.dict->set(entryOf(type, own, model->at(type).place));
      of.note(fmt::format("{} {} is read as {}", type, name, own));
    }
  }
  result.set(std::move(sub));
  return result;
}

/// Steady solvers of 2.x and of foam-extend read RASProperties alone.
std::optional<Dictionary> ofSteadyVersion2(Case& of) {
  if (!of.steady() || !of.flavour.olderThanOrg(3)) return std::nullopt;
  const auto* model = of.read("constant/RASProperties");
  if (!model) return std::nullopt;
  Dictionary steady;
  steady.set(entryOf("simulationType", "RASModel", model->place()));
  return ofVersion2(steady, "RASModel", of);
}

/// Widths of the filter whose coefficients openfoam.org has in a dictionary of their name, also one within another:
/// `smooth { .. }` as smoothCoeffs { .. }.
void renameDeltas(Dictionary& dict) {
  for (const std::string name :
       {"cubeRootVol", "maxDeltaxyz", "maxDeltaxyzCubeRoot", "smooth", "Prandtl", "vanDriest", "IDDESDelta"}) {
    const auto* written = dict.findExact(name);
    if (written && written->isDict() && !dict.findExact(name + "Coeffs")) {
      dict.set(renamed(*written, name + "Coeffs"));
      dict.remove(name);
    }
    if (const auto* coefficients = dict.findExact(name + "Coeffs"); coefficients && coefficients->isDict())
      renameDeltas(*coefficients->dict);
  }
}

/// The model's own coefficients under its name, in the same way.
void renameModel(Dictionary& dict, const std::string& keyword) {
  const auto* model = dict.findExact(keyword);
  if (!model || model->isDict() || model->tokens.empty()) return;
  const std::string name = model->tokens.front().text;
  const auto* written = dict.findExact(name);
  if (!written || !written->isDict() || dict.findExact(name + "Coeffs")) return;
  dict.set(renamed(*written, name + "Coeffs"));
  dict.remove(name);
}

/// momentumTransport: `model` is RASModel, LESModel or laminarModel; `turbulence` may be left out.
Dictionary ofMomentumTransport(const Dictionary& momentum, Case& of) {
  Dictionary result = momentum;
  of.note("constant/momentumTransport is read as constant/turbulenceProperties");
  if (const auto* type = momentum.find("simulationType"); type && type->reader().word() == "twoPhaseTransport") {
    if (!of.twoPhase()) throw Error(type->place, "simulationType twoPhaseTransport: this solver has one fluid");
    result.set(entryOf("simulationType", "laminar", type->place));  // of both phases, as transportProperties() sees to
    of.note("simulationType twoPhaseTransport, both phases laminar, is read as laminar");
    return result;
  }
  for (const std::string kind : {"RAS", "LES", "laminar"}) {
    const auto* written = momentum.findDict(kind);
    if (!written) continue;
    Dictionary& dict = result.setDict(kind);
    if (const auto* model = written->findExact("model")) {
      dict.set(renamed(*model, kind + "Model"));
      dict.remove("model");
    }
    if (kind != "laminar" && !written->has("turbulence")) dict.set("turbulence", "on");
    if (kind == "LES") renameDeltas(dict);
    if (kind != "laminar") renameModel(dict, kind + "Model");
    if (const auto* model = dict.findExact("laminarModel")) {  // its viscosity is part of transportProperties
      const std::string name = model->reader().word();
      if (name == "generalisedNewtonian" || name == "generalizedNewtonian")
        dict.set(entryOf("laminarModel", "Stokes", model->place));
    }
  }
  return result;
}

/// The dictionary RAS, LES or laminar of the versions after v2006 and of openfoam.org's from 8 on: they read `model` first, then
/// RASModel and so on, which versions before them read alone; openfoam.com's do without `turbulence`.
Dictionary ofLaterVersions(const Dictionary& written, const std::string& kind, Case& of) {
  Dictionary result = written;
  const auto* dict = written.findDict(kind);
  if (!dict) return result;
  const std::string keyword = kind + "Model";
  const bool laterCom = of.flavour.fork == Fork::com && of.flavour.version > 2006;
  const auto* model = dict->findExact("model");
  if (model && (laterCom || of.flavour.orgSince(8) || !dict->findExact(keyword))) {
    result.setDict(kind).set(renamed(*model, keyword));
    result.setDict(kind).remove("model");
    of.note(fmt::format("model of {} in constant/turbulenceProperties is read as {}", kind, keyword));
  }
  if (laterCom && kind != "laminar" && !dict->has("turbulence"))
    result.setDict(kind).set("turbulence", "on");  // v1912 asks for it
  return result;
}

/// `density` is a word of interFoam in openfoam.com's versions from v2012 on; the others do not read it.
Dictionary withoutDensity(const Dictionary& written, Case& of) {
  Dictionary result = written;
  if ((of.flavour.fork != Fork::com || of.flavour.version < 2012 || of.application != "interFoam") && result.remove("density"))
    of.note(fmt::format("density of constant/turbulenceProperties is not read by {} of {}", of.application, of.flavour.name()));
  return result;
}

std::optional<Dictionary> inWordsOfV1912(Case& of) {
  const auto* written = of.read("constant/turbulenceProperties");
  const auto* momentum = of.read("constant/momentumTransport");
  if (momentum && (!written || of.flavour.orgSince(8))) {
    if (written) of.warn("constant/turbulenceProperties is not used: constant/momentumTransport is there, too");
    return ofMomentumTransport(*momentum, of);
  }
  if (!written) return ofSteadyVersion2(of);
  const auto* type = written->find("simulationType");
  const std::string word = type && !type->tokens.empty() ? type->tokens.front().text : "";
  if (word == "RASModel" || word == "LESModel") return ofVersion2(*written, word, of);
  return isOneOf(word, {"RAS", "LES", "laminar"}) ? ofLaterVersions(*written, word, of) : *written;
}

}  // namespace

std::optional<Dictionary> turbulenceProperties(Case& of) {
  auto properties = inWordsOfV1912(of);
  if (properties && properties->findExact("density")) return withoutDensity(*properties, of);
  return properties;
}

}  // namespace eagre::flavour
