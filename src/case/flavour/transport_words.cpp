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

/// `laminar { model generalisedNewtonian; .. }` of momentumTransport or momentumTransport.<phase>; nullptr: another model.
const Dictionary* generalisedNewtonian(const Dictionary& momentum) {
  const auto* laminar = momentum.findDict("laminar");
  if (!laminar) return nullptr;
  const std::string model = laminar->getOr("model", laminar->getOr("laminarModel", "Stokes"));
  return model == "generalisedNewtonian" || model == "generalizedNewtonian" ? laminar : nullptr;
}

/// tauStar, the stress at which a fluid begins to thin, as the time that v1912 has: nu0 times the strain rate over tauStar.
void replaceTauStar(Dictionary& coefficients, const std::string& viscosity, double nu0) {
  const std::string time = viscosity == "BirdCarreau" ? "k" : viscosity == "CrossPowerLaw" ? "m" : "";
  if (time.empty() || !coefficients.has("tauStar")) return;
  const double tauStar = coefficients.getDimensioned("tauStar", dimKinematicPressure);
  if (tauStar > 0) coefficients.set(entryOf(time, fmt::format("{:.17g}", nu0 / tauStar), coefficients.at("tauStar").place));
  coefficients.remove("tauStar");
}

/// The model of a strain rate that momentumTransport gives a fluid, into its transportProperties. Its nu0 is nu in these
/// versions.
void addStrainRateModel(Dictionary& fluid, const Dictionary& laminar, const std::string& file, Case& of) {
  const std::string viscosity = laminar.get<std::string>("viscosityModel");
  for (const Entry& entry : laminar.entries())
    if (entry.keyword != "model" && entry.keyword != "viscosityModel") fluid.set(renamed(entry, entry.keyword));
  const std::string coefficients = viscosity + "Coeffs";
  if (const auto* named = laminar.findExact(viscosity); named && named->isDict() && !laminar.findDict(coefficients))
    fluid.set(renamed(*named, coefficients));
  Dictionary& own = fluid.findDict(coefficients) ? fluid.setDict(coefficients) : fluid;
  const double nu = fluid.getDimensioned("nu", dimViscosity);
  if (const Dictionary& beside = own.has("nu0") ? own : fluid;
      beside.has("nu0") && beside.getDimensioned("nu0", dimViscosity) != nu)
    of.warn(fmt::format("{}: nu0 is not read by {}, whose viscosity at rest is nu of {}: {:g}", toString(beside.at("nu0").place),
                        of.flavour.name(), toString(fluid.at("nu").place), nu));
  own.set(renamed(fluid.at("nu"), "nu0"));
  replaceTauStar(own, viscosity, nu);
  fluid.set(entryOf("transportModel", viscosity, laminar.at("viscosityModel").place));
  of.note(fmt::format("viscosityModel {} of {} is read as transportModel", viscosity, file));
}

/// The same of the one fluid of a case.
void addStrainRateModel(Dictionary& transport, Case& of) {
  const auto* momentum = of.read("constant/momentumTransport");
  if (const auto* laminar = momentum ? generalisedNewtonian(*momentum) : nullptr)
    addStrainRateModel(transport, *laminar, "constant/momentumTransport", of);
}

/// `simulationType twoPhaseTransport`: a model for each phase, in momentumTransport.<phase>. The sum of the stresses of two
/// laminar phases is that of v1912's mixture, whose phases have viscosity models.
void addModelOfPhase(Dictionary& fluid, const std::string& phase, Case& of) {
  const std::string file = "constant/momentumTransport." + phase;
  const auto* momentum = of.read(file);
  if (!momentum) throw Error(Place{file, 0}, "no such file; simulationType twoPhaseTransport needs one for each phase");
  if (const std::string type = momentum->get<std::string>("simulationType"); type != "laminar")
    throw Error(
        momentum->at("simulationType").place,
        fmt::format("simulationType {} of phase {}: a turbulence model for each phase is not supported; for a laminar phase "
                    "write laminar, for one model of the mixture `simulationType {};` in constant/momentumTransport",
                    type, phase, type));
  if (const auto* laminar = generalisedNewtonian(*momentum)) {
    addStrainRateModel(fluid, *laminar, file, of);
    return;
  }
  const auto* laminar = momentum->findDict("laminar");
  const auto* model = laminar ? laminar->find(laminar->has("model") ? "model" : "laminarModel") : nullptr;
  if (model && model->reader().word() != "Stokes")
    throw Error(model->place, fmt::format("model {} of phase {} is not supported; valid: Stokes, generalisedNewtonian",
                                          model->reader().word(), phase));
}

/// What momentumTransport says of the viscosity of two phases.
void addModelsOfPhases(Dictionary& transport, const std::vector<std::string>& phases, Case& of) {
  const auto* momentum = of.flavour.orgSince(8) ? of.read("constant/momentumTransport") : nullptr;
  if (!momentum) return;
  if (momentum->getOr("simulationType", "") == "twoPhaseTransport") {
    for (const std::string& phase : phases)
      if (transport.findDict(phase)) addModelOfPhase(transport.setDict(phase), phase, of);
  } else if (const auto* laminar = generalisedNewtonian(*momentum)) {
    throw Error(
        laminar->at("viscosityModel").place,
        fmt::format("viscosityModel '{}' of the mixture: v1912, whose solvers Eagre has, takes such a model for each phase "
                    "(`simulationType twoPhaseTransport` here, transportModel in v1912's constant/transportProperties), not "
                    "for both together",
                    laminar->get<std::string>("viscosityModel")));
  }
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
  addModelsOfPhases(transport, phaseProperties.get<std::vector<std::string>>("phases"), of);
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

std::optional<Dictionary> ofTwoPhases(const Dictionary* written, const Dictionary* phases, Case& of) {
  if (phases && (!written || of.flavour.orgSince(10))) {
    if (written) of.warn("constant/transportProperties is not used: constant/phaseProperties is there, too");
    return twoPhases(*phases, "constant/phaseProperties", of);
  }
  if (!written) return std::nullopt;
  const auto* phase1 = written->find("phase1");
  if (phase1 && phase1->isDict() && !written->find("phases")) return phases1And2(*written, of);
  Dictionary transport = *written;
  if (written->has("phases")) addModelsOfPhases(transport, written->get<std::vector<std::string>>("phases"), of);
  return transport;
}

std::optional<Dictionary> ofOnePhase(const Dictionary* written, const Dictionary* physical, Case& of) {
  if (physical && (!written || of.flavour.orgSince(10))) {
    if (written) of.warn("constant/transportProperties is not used: constant/physicalProperties is there, too");
    Dictionary transport = phaseOf(*physical);
    of.note("constant/physicalProperties is read as constant/transportProperties");
    addStrainRateModel(transport, of);
    return transport;
  }
  if (!written) return std::nullopt;
  Dictionary transport = *written;
  if (of.flavour.orgSince(8)) addStrainRateModel(transport, of);
  return transport;
}

}  // namespace

std::optional<Dictionary> transportProperties(Case& of) {
  const auto* written = of.read("constant/transportProperties");
  const auto* physical = of.read("constant/physicalProperties");
  const auto* phases = of.read("constant/phaseProperties");
  if (!of.twoPhase()) return ofOnePhase(written, physical, of);
  auto transport = ofTwoPhases(written, phases, of);
  if (transport && of.application == "interPhaseChangeFoam")
    if (const auto words = cavitation(of)) transport->merge(*words);
  return transport;
}

}  // namespace eagre::flavour
