// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/waves.hpp"

#include "fv/fields/boundary_condition.hpp"
#include "physics/waves/superposed_patch.hpp"

namespace eagre::solvers {

using physics::waves::Paddles;
using physics::waves::SuperposedPatch;
using physics::waves::Superposition;

void makeWaves(CaseSource& source, fv::Context& context, const fv::VolVectorField& U, const fv::VolScalarField& alpha) {
  std::shared_ptr<Superposition> sea;
  for (std::size_t p = 0; p < context.mesh.patches.size(); ++p) {
    const auto& patch = context.mesh.patches[p];
    if (U.conditions()[p]->type() != "waveVelocity" && alpha.conditions()[p]->type() != "waveAlpha") continue;
    const auto& waveProperties = source.constant("waveProperties");
    if (Superposition::describes(waveProperties)) {
      if (!sea) {
        sea = std::make_shared<Superposition>(waveProperties, *context.gravity, context.log);
        sea->report();
      }
      context.waves[patch.name] = std::make_unique<SuperposedPatch>(sea, patch, context);
      continue;
    }
    const auto& dictionary = waveProperties.subDict(patch.name);
    context.waves[patch.name] =
        std::make_unique<Paddles>(dictionary, source.state("waveProperties." + patch.name), patch, context);
  }
}

void checkWaves(CaseSource& source, Problems& problems, Log& log) {
  const auto* dictionary = source.constantIfPresent("waveProperties");
  if (!dictionary) return;
  if (Superposition::describes(*dictionary)) return Superposition::check(*dictionary, problems, log);
  for (const auto& entry : dictionary->entries())
    if (entry.isDict() && entry.keyword != "FoamFile") Paddles::check(*entry.dict, problems);
}

void addWaves(const fv::Context& context, Outputs& outputs) {
  for (const auto& [patch, waves] : context.waves)
    if (const auto* paddles = dynamic_cast<const Paddles*>(waves.get())) outputs.states.push_back(paddles->state());
}

}  // namespace eagre::solvers
