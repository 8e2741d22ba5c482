// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/waves.hpp"

#include "fv/boundary_condition.hpp"

namespace eagre::solvers {

using physics::waves::Paddles;

void makeWaves(CaseSource& source, fv::Context& context, const fv::VolVectorField& U, const fv::VolScalarField& alpha) {
  for (std::size_t p = 0; p < context.mesh.patches.size(); ++p) {
    const auto& patch = context.mesh.patches[p];
    if (U.conditions()[p]->type() != "waveVelocity" && alpha.conditions()[p]->type() != "waveAlpha") continue;
    const auto& dictionary = source.constant("waveProperties").subDict(patch.name);
    context.waves[patch.name] =
        std::make_unique<Paddles>(dictionary, source.state("waveProperties." + patch.name), patch, context);
  }
}

void checkWaves(CaseSource& source, Problems& problems) {
  const auto* dictionary = source.constantIfPresent("waveProperties");
  if (!dictionary) return;
  for (const auto& entry : dictionary->entries())
    if (entry.isDict() && entry.keyword != "FoamFile") Paddles::check(*entry.dict, problems);
}

void addWaves(const fv::Context& context, Outputs& outputs) {
  for (const auto& [patch, waves] : context.waves)
    if (const auto* paddles = dynamic_cast<const Paddles*>(waves.get())) outputs.states.push_back(paddles->state());
}

}  // namespace eagre::solvers
