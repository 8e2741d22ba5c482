// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/machine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>

#include "core/error.hpp"

namespace eagre::kernel {

Machine Machine::read(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw Error(Place{file.string(), 0}, "cannot read the machine");
  Machine machine;
  const std::map<std::string, double*> numbers{{"memoryBandwidth", &machine.memoryBandwidth},
                                               {"cacheBandwidth", &machine.cacheBandwidth},
                                               {"cacheSize", &machine.cacheSize},
                                               {"callSeconds", &machine.callSeconds},
                                               {"iterationSeconds", &machine.iterationSeconds},
                                               {"noisePerSecond", &machine.noisePerSecond},
                                               {"noiseSeconds", &machine.noiseSeconds}};
  std::vector<std::string> valid{"loop"};
  for (const auto& [word, value] : numbers) valid.push_back(word);
  Place place{file.string(), 0};
  for (std::string line; std::getline(in, line);) {
    ++place.line;
    std::istringstream text(line.substr(0, line.find('#')));
    std::string word, name;
    if (!(text >> word)) continue;
    const auto it = numbers.find(word);
    if (it == numbers.end() && word != "loop") throw Error(place, unknownWordMessage("word", word, valid));
    double value = 0;
    if (!(text >> value) || value <= 0) throw Error(place, "'" + word + "' wants a number above 0");
    if (word == "loop") {
      std::getline(text >> std::ws, name);
      name.erase(name.find_last_not_of(" \t\r") + 1);
      if (name.empty()) throw Error(place, "a loop without a name");
      machine.loops[name] = value;
    } else {
      *it->second = value;
    }
  }
  for (const auto& [word, value] : numbers)
    if (*value == 0 && !word.starts_with("noise")) throw Error(Place{file.string(), 0}, "no '" + word + "'");
  return machine;
}

Noise::Noise(const Machine& machine, std::uint64_t seed)
    : perSecond_(machine.noisePerSecond), seconds_(machine.noiseSeconds), state_(seed) {
  if (perSecond_ > 0) left_ = interval();
}

/// -log(u) / rate for the next u of SplitMix64 (Steele2014) in (0, 1].
double Noise::interval() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  const auto bits = (z ^ (z >> 31U)) >> 11U;
  return -std::log(static_cast<double>(bits + 1) * 0x1p-53) / perSecond_;
}

double Noise::lost(double worked) {
  if (perSecond_ <= 0) return 0;
  double lost = 0;
  for (left_ -= worked; left_ < 0; left_ += interval()) lost += seconds_;
  return lost;
}

double LoopTimes::iterationSeconds(const Loop& loop) const {
  const auto it = machine_.loops.find(std::string_view(loop.name));
  return it == machine_.loops.end() ? machine_.iterationSeconds : it->second;
}

/// Where a loop stands, or the free place where it belongs.
LoopTimes::Known& LoopTimes::place(const char* name, int size) {
  const std::size_t last = known_.size() - 1;
  std::size_t i = (reinterpret_cast<std::uintptr_t>(name) >> 3U) + static_cast<std::size_t>(size + 64) * 0x9e3779b1U;
  for (i ^= i >> 15U;; ++i) {
    Known& known = known_[i & last];
    if (!known.name || (known.name == name && known.size == size)) return known;
  }
}

void LoopTimes::grow() {
  std::vector<Known> before(2 * known_.size());
  before.swap(known_);
  for (const Known& known : before)
    if (known.name) place(known.name, known.size) = known;
}

double LoopTimes::next(const Loop& loop, const Iterations& iterations) {
  if (iterations.now == 0) return machine_.callSeconds;
  const int size = std::ilogb(iterations.before + iterations.now + iterations.after);
  const double bytes = iterations.now * loop.bytes;
  moved_ += bytes;
  if (2 * nKnown_ >= known_.size()) grow();
  Known& known = place(loop.name, size);
  double inCache = 0;
  if (!known.name) {
    known = {loop.name, size, iterationSeconds(loop), std::numeric_limits<double>::lowest()};
    ++nKnown_;
  } else {
    inCache = std::min(1.0, machine_.cacheSize / std::max(moved_ + iterations.after * loop.bytes - known.movedBefore, 1.0));
  }
  if (iterations.after == 0) known.movedBefore = moved_;
  const double moving = bytes * (inCache / machine_.cacheBandwidth + (1 - inCache) / machine_.memoryBandwidth);
  return machine_.callSeconds + std::max(iterations.now * known.iterationSeconds, moving);
}

}  // namespace eagre::kernel
