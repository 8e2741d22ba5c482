// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

/// What names a viscosity model from OpenFOAM 10 on, and what v1912 calls it. Models of other names keep theirs.
std::string inWordsOfV1912(const std::string& model) { return model == "constant" ? "Newtonian" : model; }

/// physicalProperties or physicalProperties.<phase>: `viscosityModel constant` is `transportModel Newtonian`.
Dictionary phaseOf(const Dictionary& physicalProperties) {
  Dictionary phase = physicalProperties;
  if (const auto* model = physicalProperties.find("viscosityModel")) {
    phase.set(entryOf("transportModel", inWordsOfV1912(model->reader().word()), model->place));
    phase.remove("viscosityModel");
  }
  phase.remove("FoamFile");
  return phase;
}

Entry subDictionary(const std::string& keyword, Dictionary dict) {
  Entry entry;
  entry.keyword = keyword;
  entry.place = dict.place();
  entry.dict = std::make_shared<Dictionary>(std::move(dict));
  return entry;
}

/// The model of a strain rate that momentumTransport gives the one fluid: laminar { model generalisedNewtonian; viscosityModel
/// ..; }.
void addGeneralisedNewtonian(Dictionary& transport, Case& of) {
  const auto* momentum = of.read("constant/momentumTransport");
  const auto* laminar = momentum ? momentum->findDict("laminar") : nullptr;
  if (!laminar) return;
  const std::string model = laminar->getOr("model", laminar->getOr("laminarModel", "Stokes"));
  if (model != "generalisedNewtonian" && model != "generalizedNewtonian") return;
  const std::string viscosity = laminar->get<std::string>("viscosityModel");
  if (of.twoPhase())
    throw Error(
        laminar->at("viscosityModel").place,
        fmt::format("viscosityModel '{}' of the mixture: v1912, whose solvers Eagre has, takes such a model for each phase "
                    "(transportModel in constant/transportProperties), not for both together",
                    viscosity));
  for (const Entry& entry : laminar->entries())
    if (entry.keyword != "model" && entry.keyword != "viscosityModel") transport.set(renamed(entry, entry.keyword));
  const auto* coefficients = laminar->findDict(viscosity + "Coeffs");
  Dictionary& own = coefficients ? transport.setDict(viscosity + "Coeffs") : transport;
  if (const auto* nu = transport.find("nu"); nu && !own.find("nu0")) own.set(renamed(*nu, "nu0"));
  transport.set(entryOf("transportModel", viscosity, laminar->at("viscosityModel").place));
  of.note(fmt::format("viscosityModel {} of constant/momentumTransport is read as transportModel", viscosity));
}

/// phaseProperties (up to 10 it may be transportProperties) with physicalProperties.<phase>.
Dictionary twoPhases(const Dictionary& phaseProperties, const std::string& file, Case& of) {
  Dictionary transport = phaseProperties;
  std::string names;
  for (const auto& phase : phaseProperties.get<std::vector<std::string>>("phases")) {
    const std::string own = "constant/physicalProperties." + phase;
    const auto* properties = of.read(own);
    if (!properties && phaseProperties.has(phase)) continue;
    if (!properties)
      throw Error(Place{own, 0}, fmt::format("no such file; it gives viscosityModel, nu and rho of phase {}", phase));
    transport.set(subDictionary(phase, phaseOf(*properties)));
    names += ", " + own;
  }
  of.note(fmt::format("{}{} are read as constant/transportProperties", file, names));
  return transport;
}

/// phase1 { .. } phase2 { .. } of 2.1, 2.2 and foam-extend: no word says which phases there are.
Dictionary phases1And2(const Dictionary& written, Case& of) {
  Dictionary transport = written;
  transport.set(entryOf("phases", "(phase1 phase2)", written.at("phase1").place));
  of.note(
      "phase1 and phase2 of constant/transportProperties are read as `phases (phase1 phase2)`, fields alpha1 as alpha.phase1");
  return transport;
}

}  // namespace

std::optional<Dictionary> transportProperties(Case& of) {
  const auto* written = of.read("constant/transportProperties");
  const auto* physical = of.read("constant/physicalProperties");
  const auto* phases = of.read("constant/phaseProperties");
  if (of.twoPhase()) {
    if (phases && (!written || of.flavour.orgSince(10))) {
      if (written) of.warn("constant/transportProperties is not used: constant/phaseProperties is there, too");
      return twoPhases(*phases, "constant/phaseProperties", of);
    }
    if (!written) return std::nullopt;
    const auto* phase1 = written->find("phase1");
    if (phase1 && phase1->isDict() && !written->find("phases")) return phases1And2(*written, of);
    return *written;
  }
  if (physical && (!written || of.flavour.orgSince(10))) {
    if (written) of.warn("constant/transportProperties is not used: constant/physicalProperties is there, too");
    Dictionary transport = phaseOf(*physical);
    of.note("constant/physicalProperties is read as constant/transportProperties");
    addGeneralisedNewtonian(transport, of);
    return transport;
  }
  if (!written) return std::nullopt;
  Dictionary transport = *written;
  if (of.flavour.orgSince(8)) addGeneralisedNewtonian(transport, of);
  return transport;
}

}  // namespace eagre::flavour
