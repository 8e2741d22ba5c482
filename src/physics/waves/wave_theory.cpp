// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/wave_theory.hpp"

#include <fmt/format.h>

#include "physics/waves/regular_wave.hpp"

namespace eagre::physics::waves {
namespace {

using Maker = std::unique_ptr<WaveTheory> (*)(const config::Dictionary&, const WaveSite&);

const std::vector<std::pair<std::string, Maker>>& makers() {
  static const std::vector<std::pair<std::string, Maker>> table{
      {"StokesI", &makeStokesI},
      {"StokesII", &makeStokesII},
      {"StokesV", &makeStokesV},
      {"cnoidal", &makeCnoidal},
      {"Boussinesq", &makeBoussinesq},
      {"Grimshaw", &makeGrimshaw},
      {"McCowan", &makeMcCowan},
      {"streamFunction", &makeStreamFunction},
      {"irregularMultiDirectional", &makeIrregular},
  };
  return table;
}

}  // namespace

double readPositive(const config::Dictionary& d, const char* keyword) {
  const double value = d.get<double>(keyword);
  if (!(value > 0)) throw Error(d.at(keyword).place, fmt::format("{}: {} must be positive, not {:g}", d.name(), keyword, value));
  return value;
}

double readAngle(const config::Dictionary& d) { return d.get<double>("waveAngle") * std::numbers::pi / 180; }

const std::vector<std::string>& theoryNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> n;
    for (const auto& [name, maker] : makers()) n.push_back(name);
    return n;
  }();
  return names;
}

std::unique_ptr<WaveTheory> makeWaveTheory(const config::Dictionary& dictionary, const WaveSite& site) {
  const std::string name = dictionary.getChoice("waveModel", theoryNames());
  for (const auto& [known, maker] : makers())
    if (known == name) return maker(dictionary, site);
  return nullptr;
}

double linearWaveLength(double depth, double period, double g) {
  const double deep = g * period * period / (2 * std::numbers::pi);
  double length = deep;
  for (int i = 0; i < 100; ++i) length = deep * std::tanh(2 * std::numbers::pi * depth / length);
  return length;
}

}  // namespace eagre::physics::waves
