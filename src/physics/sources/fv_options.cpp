// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/fv_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "config/word_choice.hpp"
#include "physics/sources/damping.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

void FvOption::check(const OptionSurroundings&) const {}
void FvOption::addTo(fv::Equation<Vec3>&, const Momentum&) {}
void FvOption::addTo(fv::Equation<double>&) {}
void FvOption::addToPhase(const fv::VolScalarField&, std::span<double>, std::span<double>) {}
void FvOption::constrain(fv::Equation<Vec3>&) {}
void FvOption::constrain(fv::Equation<double>&) {}
void FvOption::correct(fv::VolVectorField&) {}
void FvOption::correct(fv::VolScalarField&) {}

void FvOptionSource::checkKeywords(std::vector<std::string> valid) const {
  const std::vector<std::string> common{"type", "active", "enabled", "log", "libs"};
  if (&coefficients == &entry) {
    valid.insert(valid.end(), common.begin(), common.end());
  } else {
    std::vector<std::string> outer = common;
    outer.push_back(entry.get<std::string>("type") + "Coeffs");
    entry.checkKeywords(outer);
  }
  coefficients.checkKeywords(valid);
}

namespace {

using Maker = std::unique_ptr<FvOption> (*)(const FvOptionSource&);

const WordTable<Maker>& table() {
  static const WordTable<Maker> makers{
      {"actuationDiskSource", "disk that takes momentum out of the flow, by Cp, Ct and the velocity upstream",
       &makeActuationDisk},
      {"buoyancyForce", "gravity in the momentum equation: g, or rho g", &makeBuoyancyForce},
      {"explicitPorositySource", "resistance of a porous zone in the momentum equation", &makeExplicitPorositySource},
      {"isotropicDamping", "damping of U towards a value in a zone", &makeIsotropicDamping},
      {"limitVelocity", "cuts the velocity of cells back to a magnitude max", &makeLimitVelocity},
      {"meanVelocityForce", "pressure gradient that keeps a mean velocity Ubar (periodic flow)", &makeMeanVelocityForce},
      {"multiphaseMangrovesSource", "drag and inertia of vegetation in the momentum equation", &makeMangrovesSource},
      {"multiphaseMangrovesTurbulenceModel", "production of k and epsilon by vegetation", &makeMangrovesTurbulenceModel},
      {"multiphaseStabilizedTurbulence",
       "buoyancy in the equation of k, and nut cut where the flow is nearly a potential one: turbulence under waves",
       &makeStabilizedTurbulence},
      {"patchMeanVelocityForce", "meanVelocityForce with the mean over a patch", &makePatchMeanVelocityForce},
      {"radialActuationDiskSource", "the same with a distribution over the radius, coeffs", &makeRadialActuationDisk},
      {"rotorDisk", "blades of a rotor as forces in the cells that they sweep (blade element theory)", &makeRotorDisk},
      {"scalarFixedValueConstraint", "the equations of scalars in cells say the values of fieldValues", &makeFixedScalar},
      {"scalarSemiImplicitSource", "injection of a scalar, explicit and implicit, absolute or specific",
       &makeScalarSemiImplicitSource},
      {"vectorFixedValueConstraint", "the momentum equation of cells says the value of fieldValues", &makeFixedVelocity},
      {"vectorSemiImplicitSource", "injection of a vector, explicit and implicit, absolute or specific",
       &makeVectorSemiImplicitSource},
      {"velocityDampingConstraint", "slows cells faster than UMax down by a term on the diagonal", &makeVelocityDamping},
      {"verticalDamping", "damping of the velocity along g in a zone: absorbs waves", &makeVerticalDamping},
      {"VoFTurbulenceDamping", "damping of turbulence at the interface (epsilon or omega)", &makeInterfaceTurbulenceDamping},
      {"waveForcing", "alpha and U drawn towards the waves of waveProperties in a region", &makeWaveForcing}};
  return makers;
}

std::unique_ptr<FvOption> makeOption(const std::string& name, const config::Dictionary& entry, const fv::Context& context,
                                     const ReadState& readState, const ReadWaves& readWaves) {
  const auto& type = config::chosen(table(), entry, "type");
  const auto* coefficients = entry.findDict(type.word + "Coeffs");
  return type.make({name, entry, coefficients ? *coefficients : entry, context, readState(name + "Properties"), readWaves});
}

}  // namespace

std::vector<Word> fvOptionWords() { return table().words(); }

FvOptions::FvOptions(const config::Dictionary* dictionary, const fv::Context& context, const ReadState& readState,
                     const ReadWaves& readWaves) {
  if (!dictionary) return;
  Problems problems;
  for (const auto& entry : dictionary->entries()) {
    if (!entry.isDict() || entry.keyword == "FoamFile") continue;
    problems.guard([&] {
      if (!entry.dict->getOr<bool>("active", true)) return;
      if (!entry.dict->getOr<bool>("enabled", true))  // examples have it, and there it says yes
        throw Error(
            entry.dict->at("enabled").place,
            fmt::format("fvOptions: '{}' would be active, OpenFOAM v1912 does not read 'enabled'; active no; turns it off",
                        entry.keyword));
      if (const auto* type = entry.dict->find("type"); type && isCoded(type->reader().word())) {
        requireNoEffect(entry.keyword, *entry.dict);
        context.log.warnOnce(fmt::format("{}: '{}' is left out: its code changes no equation, and what it prints is not printed",
                                         toString(entry.place), entry.keyword));
        return;
      }
      auto option = makeOption(entry.keyword, *entry.dict, context, readState, readWaves);
      std::set<std::string> fields(option->fields().begin(), option->fields().end());
      options_.push_back(
          {entry.keyword, entry.dict->get<std::string>("type"), entry.place, std::move(option), std::move(fields)});
    });
  }
  problems.throwIfAny(dictionary->name());
}

void FvOptions::check(const OptionSurroundings& surroundings, Problems& problems) const {
  for (const auto& named : options_) problems.guard([&] { named.option->check(surroundings); });
}

template <class Use>
void FvOptions::eachOf(const std::string& field, Use use) {
  for (auto& named : options_) {
    const auto& fields = named.option->fields();
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) continue;
    if (named.option->oneFieldSuffices())
      named.unused.clear();
    else
      named.unused.erase(field);
    use(*named.option);
  }
}

void FvOptions::addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) {
  eachOf(UEqn.psi().name(), [&](FvOption& option) { option.addTo(UEqn, momentum); });
  if (given_) given_->addTo(UEqn, momentum.rho);
}

void FvOptions::addTo(fv::Equation<double>& eqn) {
  eachOf(eqn.psi().name(), [&](FvOption& option) { option.addTo(eqn); });
  if (given_) given_->addTo(eqn);
}

bool FvOptions::actOn(const std::string& field) const {
  return std::ranges::any_of(options_, [&](const Named& named) {
    return std::ranges::find(named.option->fields(), field) != named.option->fields().end();
  });
}

bool FvOptions::feeds(const std::string& alpha) const {
  return std::ranges::any_of(
      options_, [&](const Named& named) { return named.option->feedsPhase() && named.option->fields().front() == alpha; });
}

void FvOptions::addToPhase(const fv::VolScalarField& alpha, std::span<double> Su, std::span<double> Sp) {
  eachOf(alpha.name(), [&](FvOption& option) { option.addToPhase(alpha, Su, Sp); });
}

void FvOptions::constrain(fv::Equation<Vec3>& UEqn) {
  eachOf(UEqn.psi().name(), [&](FvOption& option) { option.constrain(UEqn); });
}

void FvOptions::constrain(fv::Equation<double>& eqn) {
  eachOf(eqn.psi().name(), [&](FvOption& option) { option.constrain(eqn); });
}

void FvOptions::correct(fv::VolVectorField& U) {
  eachOf(U.name(), [&](FvOption& option) { option.correct(U); });
}

void FvOptions::correct(fv::VolScalarField& nut) {
  eachOf(nut.name(), [&](FvOption& option) { option.correct(nut); });
}

void FvOptions::report(Log& log) const {
  for (const auto& named : options_) {
    log.line(fmt::format("fvOptions: {} of type {}", named.name, named.type));
    for (const auto& [keyword, value] : named.option->state()) log.line(fmt::format("    initial {} = {:g}", keyword, value));
  }
}

void FvOptions::checkAllUsed() const {
  Problems problems;
  for (const auto& named : options_)
    if (!named.unused.empty())
      problems.add(named.place, fmt::format("fvOptions: '{}' is for {}, and no equation of that name takes options here",
                                            named.name, fmt::join(named.unused, ", ")));
  problems.throwIfAny("fvOptions");
}

std::vector<std::pair<std::string, std::string>> FvOptions::states() const {
  std::vector<std::pair<std::string, std::string>> states;
  for (const auto& named : options_) {
    const auto entries = named.option->state();
    if (entries.empty()) continue;
    config::FoamHeader header;
    header.className = "dictionary";
    header.object = named.name + "Properties";
    std::string text = config::headerText(header);
    for (const auto& [keyword, value] : entries) text += fmt::format("{:<16}{:.17g};\n", keyword, value);
    states.emplace_back(header.object, std::move(text));
  }
  return states;
}

}  // namespace eagre::physics
