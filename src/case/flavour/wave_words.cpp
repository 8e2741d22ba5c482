// SPDX-License-Identifier: BSD-3-Clause
#include "case/flavour/words.hpp"

namespace eagre::flavour {

std::optional<config::Dictionary> waveProperties(Case& of) {
  const auto* written = of.read("constant/waveProperties");
  if (!written) return std::nullopt;
  config::Dictionary result = *written;
  if (!superposesWaves(of) || !of.flavour.olderThanOrg(9)) return result;
  const auto place = written->at("waves").place;
  result.set(entryOf("linearCelerity", "yes", place));
  result.set(entryOf("scaleMoves", "yes", place));
  return result;
}

bool superposesWaves(Case& of) {
  const auto* written = of.read("constant/waveProperties");
  const auto* waves = written ? written->findExact("waves") : nullptr;
  return waves && !waves->isDict();
}

void superposedCondition(config::Dictionary& patch, Case& of) {
  if (!superposesWaves(of)) return;
  patch.set(entryOf("superposed", "yes", patch.place()));
  const auto* switched = patch.findExact("inletOutlet");
  if (!of.flavour.olderThanOrg(9)) {
    if (switched) patch.remove("inletOutlet");  // not read there
  } else if (!switched) {
    patch.set(entryOf("inletOutlet", "yes", patch.place()));
  }
}

}  // namespace eagre::flavour
