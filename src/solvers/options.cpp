// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/options.hpp"

#include "physics/turbulence/turbulence_model.hpp"

namespace eagre::solvers {
namespace {

physics::FvOptions readOptions(CaseSource& source, const fv::Context& context) {
  const auto *constant = source.constantIfPresent("fvOptions"), *system = source.systemIfPresent("fvOptions");
  if (constant && system)
    throw Error(system->place(), "constant/fvOptions and system/fvOptions are both there; OpenFOAM reads the first alone");
  return {constant ? constant : system, context, [&](const std::string& name) { return source.state(name); },
          [&] { return source.constantIfPresent("waveProperties"); }};
}

}  // namespace

physics::FvOptions makeOptions(CaseSource& source, const fv::Context& context) {
  auto options = readOptions(source, context);
  options.report(context.log);
  options.take(source.givenSources());
  return options;
}

physics::RotatingZones makeRotation(CaseSource& source, const fv::Context& context, fv::VolVectorField& U) {
  physics::RotatingZones zones(source.constantIfPresent("MRFProperties"), context);
  if (source.continued()) zones.restoreBoundaryVelocity(U);
  return zones;
}

void requireNoRotation(CaseSource& source) {
  const auto* dictionary = source.constantIfPresent("MRFProperties");
  if (!dictionary) return;
  for (const auto& entry : dictionary->entries())
    if (entry.isDict() && entry.keyword != "FoamFile" && entry.dict->getOr<bool>("active", true))
      throw Error(entry.place, dictionary->name() + ": interPhaseChangeFoam, OpenFOAM's too, has no rotating zones (zone '" +
                                   entry.keyword + "'); active no leaves it out");
}

void checkOptions(CaseSource& source, const fv::Context& context, bool withDensity, Problems& problems) {
  problems.guard([&] {
    const auto* turbulence = source.constantIfPresent("turbulenceProperties");
    readOptions(source, context)
        .check({.withDensity = withDensity,
                .turbulenceWithDensity = turbulence && physics::hasVariableDensity(*turbulence),
                .gravity = source.constantIfPresent("g") != nullptr},
               problems);
  });
  problems.guard([&] { physics::RotatingZones(source.constantIfPresent("MRFProperties"), context); });
}

}  // namespace eagre::solvers
