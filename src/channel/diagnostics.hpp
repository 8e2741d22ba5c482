// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "channel/settings.hpp"
#include "grid/block.hpp"
#include "grid/field.hpp"

namespace eagre::channel {

/// The fields that are measured: velocities on faces, and what carries the interface (level set: the distance phi; phase field:
/// C); one layer of ghosts is filled in each.
struct FlowFields {
  const grid::Field &u, &v, &w, &interface;
};

/// Of the temperature, half a step before the velocity [dT]; energy: of C T over the channel; fluxes: mean heat into the channel
/// through each plate [k_upper dT / H].
struct HeatDiagnostics {
  double mean = 0, least = 0, most = 0, energy = 0, fluxLower = 0, fluxUpper = 0;
};

/// Of the contact lines at z = 0 and z = 1, half a step before the velocity: the part of each plate that the lower fluid wets,
/// and the mean angle that the interface is given there [degrees]; NaN without a line.
struct ContactDiagnostics {
  std::array<double, 2> wetted{}, angle{};
};

/// What a line of the time series says; lengths in H, velocities in V, energies in rho V^2 H^3 of the upper fluid.
struct Diagnostics {
  double heightMean = 0, heightMin = 0, heightMax = 0;  ///< of the interface; NaN if a column of cells has none
  /// Part of the columns of cells that have several crossings, where the interface has overturned or a drop is above it: mean,
  /// amplitude and phase are those of the highest crossing of each column. NaN as above.
  double overturned = 0;
  double amplitude = 0,
         phase = 0;  ///< of its wave: height = mean + amplitude cos(kx x + ky y + phase) + other waves; NaN as above
  double volumeLower = 0, volumeUpper = 0;
  double kineticEnergy = 0, potentialEnergy = 0;  ///< 1/2 rho u^2; G rho z, both over the channel
  double surfaceEnergy = 0;                       ///< area / We
  double shearLower = 0, shearUpper = 0;          ///< mu du/dz at the plates, mean
  double flowRate = 0;                            ///< mean of u
  std::array<double, 3> largest{};                ///< |u|, |v|, |w|
  std::optional<HeatDiagnostics> heat{};          ///< of a run with a temperature
  std::optional<ContactDiagnostics> contact{};    ///< of a run with a law of the contact line
  std::optional<double> evaporated{};  ///< of a run with evaporation: mass that becomes vapour, over the area of a plate [rho V]

  /// Column names and values, in the order of the file.
  std::vector<std::pair<std::string, double>> columns() const;
};

/// Measures a flow. Collective: two reductions.
Diagnostics measure(const Settings& settings, const grid::Block& block, const FlowFields& fields);

/// The wave that amplitude and phase are those of: initial.mode if the shape is a wave, else the longest one along x.
std::array<int, 2> observedMode(const Settings& settings);

}  // namespace eagre::channel
