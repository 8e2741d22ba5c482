// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

/// `model SchnerrSauer; SchnerrSauer { liquid water; pSat 2300; n ..; }` in the words of transportProperties.
Dictionary cavitationOf(const Entry& model, Case& of) {
  const auto name = model.dict->get<std::string>("model");
  const Dictionary* own = model.dict->findDict(name);
  if (!own) own = model.dict->findDict(name + "Coeffs");
  const Dictionary& written = own ? *own : *model.dict;
  const auto* properties = of.read("constant/phaseProperties");
  const auto phases = properties ? properties->get<std::vector<std::string>>("phases") : std::vector<std::string>();
  if (const auto* liquid = written.find("liquid"); liquid && !phases.empty() && liquid->reader().word() != phases.front())
    throw Error(liquid->place, fmt::format("VoFCavitation: the liquid must be the first of the phases, {}", phases.front()));
  Dictionary words;
  words.set(entryOf("phaseChangeTwoPhaseMixture", name, model.dict->at("model").place));
  words.set(renamed(written.at("pSat"), "pSat"));
  Dictionary& coefficients = words.setDict(name + "Coeffs");
  for (const Entry& entry : written.entries())
    if (!entry.isDict() && entry.keyword != "type" && entry.keyword != "model" && entry.keyword != "liquid" &&
        entry.keyword != "pSat")
      coefficients.set(renamed(entry, entry.keyword));
  return words;
}

}  // namespace

std::optional<Dictionary> cavitation(Case& of) {
  if (!of.flavour.orgSince(9)) return std::nullopt;
  if (const auto* models = of.read("constant/fvModels"))
    for (const Entry& model : models->entries())
      if (model.isDict() && model.dict->getOr("type", "") == "VoFCavitation") return cavitationOf(model, of);
  const auto* changes = of.read("constant/phaseChangeProperties");  // 9 and 10
  const auto* model = changes ? changes->find("phaseChangeModel") : nullptr;
  if (!model || model->reader().word() == "none") return std::nullopt;
  Dictionary words;
  for (const Entry& entry : changes->entries())
    words.set(renamed(entry, entry.keyword == "phaseChangeModel" ? "phaseChangeTwoPhaseMixture" : entry.keyword));
  words.remove("FoamFile");
  return words;
}

}  // namespace eagre::flavour
