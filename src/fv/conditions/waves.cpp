// SPDX-License-Identifier: BSD-3-Clause
// Waves at an inlet and their absorption at an outlet: waveVelocity, waveAlpha.
#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/superposed_waves.hpp"
#include "fv/fields/patch_waves.hpp"

namespace eagre::fv::conditions {
namespace {

/// What the wave model of the patch says: the model of both conditions is one, made from constant/waveProperties.
template <class T>
class Wave final : public FixedValue<T> {
 public:
  explicit Wave(const Source& source) : FixedValue<T>(source) {
    for (const char* keyword : {"waveDict", "waveDictName"})
      if (source.dict.getOr(keyword, "waveProperties") != "waveProperties")
        source.fail("waves are read from constant/waveProperties alone", keyword);
  }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] { out.entry("waveDictName", "waveProperties"); });
  }

 protected:
  std::string missing(const Context& context) const override {
    return context.waves.contains(this->patch().name) ? std::string{} : "wave model of constant/waveProperties";
  }
  void update(const VolField<T>&, const Context& context) override {
    PatchWaves& waves = *context.waves.at(this->patch().name);
    waves.correct();
    if constexpr (nComponents<T> == 1)
      std::ranges::copy(waves.phaseFraction(), this->value_.begin());
    else
      std::ranges::copy(waves.velocity(), this->value_.begin());
  }
};

template <class T>
std::unique_ptr<BoundaryCondition<T>> makeWave(const Source& source) {
  if (source.dict.has("superposed")) return makeSuperposedWave<T>(source);
  return std::make_unique<Wave<T>>(source);
}

}  // namespace

void addWaves(Table<double>& table) {
  table.add({"waveAlpha", "phase fraction of the waves of constant/waveProperties, or of superposed waves (openfoam.org)",
             &makeWave<double>});
}
void addWaves(Table<Vec3>& table) {
  table.add({"waveVelocity", "velocity of the waves of constant/waveProperties, or of superposed waves (openfoam.org)",
             &makeWave<Vec3>});
}

}  // namespace eagre::fv::conditions
