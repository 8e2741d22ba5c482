// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/vec.hpp"
#include "core/word_table.hpp"

/// Water waves over a flat bottom, by their formulae alone.
namespace eagre::physics::waves {

/// What a theory needs of the place where the waves are made.
struct WaveSite {
  double depth;  ///< of still water [m]
  double g;      ///< [m/s^2]
  double x0;     ///< where a solitary wave starts from [m]
};

/// A wave that travels at an angle to x: elevation of the surface and velocity of the water. x, y: horizontal, z: upwards from
/// the bottom [m], t [s].
class WaveTheory {
 public:
  virtual ~WaveTheory() = default;
  virtual double elevation(double x, double y, double t) const = 0;         ///< above still water [m]
  virtual Vec3 velocity(double x, double y, double z, double t) const = 0;  ///< [m/s]
  /// Weight of the waves in the first seconds of a run.
  virtual double ramp(double t) const = 0;
};

/// Names of the theories, as `waveModel` of constant/waveProperties.
std::vector<std::string> theoryNames();
std::vector<Word> theoryWords();

/// The theory that `waveModel` names, with the entries that OpenFOAM v1912 gives it. Errors (badCase): unknown name with the
/// nearest, missing entries, a height or period that is not positive, no convergence.
std::unique_ptr<WaveTheory> makeWaveTheory(const config::Dictionary& dictionary, const WaveSite& site);

/// Wave length [m] of a small wave of period T [s]: L = g T^2/(2 pi) tanh(2 pi h/L), by 100 substitutions.
double linearWaveLength(double depth, double period, double g);

// The theories of periodic waves, one file each.
std::unique_ptr<WaveTheory> makeStokesI(const config::Dictionary& dictionary, const WaveSite& site);
std::unique_ptr<WaveTheory> makeStokesII(const config::Dictionary& dictionary, const WaveSite& site);
std::unique_ptr<WaveTheory> makeStokesV(const config::Dictionary& dictionary, const WaveSite& site);
std::unique_ptr<WaveTheory> makeCnoidal(const config::Dictionary& dictionary, const WaveSite& site);
std::unique_ptr<WaveTheory> makeStreamFunction(const config::Dictionary& dictionary, const WaveSite& site);
std::unique_ptr<WaveTheory> makeIrregular(const config::Dictionary& dictionary, const WaveSite& site);
// Solitary waves.
std::unique_ptr<WaveTheory> makeBoussinesq(const config::Dictionary& dictionary, const WaveSite& site);
std::unique_ptr<WaveTheory> makeGrimshaw(const config::Dictionary& dictionary, const WaveSite& site);
std::unique_ptr<WaveTheory> makeMcCowan(const config::Dictionary& dictionary, const WaveSite& site);

}  // namespace eagre::physics::waves
