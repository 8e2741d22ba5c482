// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/wave_theory.hpp"

#include <fmt/format.h>

#include "config/word_choice.hpp"
#include "physics/waves/regular_wave.hpp"

namespace eagre::physics::waves {
namespace {

using Maker = std::unique_ptr<WaveTheory> (*)(const config::Dictionary&, const WaveSite&);

const WordTable<Maker>& table() {
  static const WordTable<Maker> makers{
      {"StokesI", "linear wave (Airy)", &makeStokesI},
      {"StokesII", "Stokes's wave of second order", &makeStokesII},
      {"StokesV", "Stokes's wave of fifth order (Skjelbreia and Hendrickson 1960)", &makeStokesV},
      {"cnoidal", "cnoidal wave", &makeCnoidal},
      {"Boussinesq", "solitary wave (Boussinesq 1871)", &makeBoussinesq},
      {"Grimshaw", "solitary wave of third order (Grimshaw 1971)", &makeGrimshaw},
      {"McCowan", "solitary wave (McCowan 1891)", &makeMcCowan},
      {"streamFunction", "stream function wave, of given coefficients Bjs and Ejs", &makeStreamFunction},
      {"irregularMultiDirectional", "sum of linear waves of given heights, periods, phases and directions", &makeIrregular}};
  return makers;
}

}  // namespace

double readPositive(const config::Dictionary& d, const char* keyword) {
  const double value = d.get<double>(keyword);
  if (!(value > 0)) throw Error(d.at(keyword).place, fmt::format("{}: {} must be positive, not {:g}", d.name(), keyword, value));
  return value;
}

double readAngle(const config::Dictionary& d) { return d.get<double>("waveAngle") * std::numbers::pi / 180; }

std::vector<std::string> theoryNames() { return table().names(); }

std::vector<Word> theoryWords() { return table().words(); }

std::unique_ptr<WaveTheory> makeWaveTheory(const config::Dictionary& dictionary, const WaveSite& site) {
  return config::chosen(table(), dictionary, "waveModel").make(dictionary, site);
}

double linearWaveLength(double depth, double period, double g) {
  const double deep = g * period * period / (2 * std::numbers::pi);
  double length = deep;
  for (int i = 0; i < 100; ++i) length = deep * std::tanh(2 * std::numbers::pi * depth / length);
  return length;
}

}  // namespace eagre::physics::waves
