// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cmath>
#include <string>

namespace eagre {

/// Exponents of [kg m s K mol A cd].
struct Dimensions {
  std::array<double, 7> exponents{};
  bool operator==(const Dimensions& o) const {
    for (int i = 0; i < 7; ++i)
      if (std::abs(exponents[i] - o.exponents[i]) > 1e-6) return false;
    return true;
  }
  friend Dimensions operator*(Dimensions a, const Dimensions& b) {
    for (int i = 0; i < 7; ++i) a.exponents[i] += b.exponents[i];
    return a;
  }
  friend Dimensions operator/(Dimensions a, const Dimensions& b) {
    for (int i = 0; i < 7; ++i) a.exponents[i] -= b.exponents[i];
    return a;
  }
};
/// "[0 1 -1 0 0 0 0]"
std::string toString(const Dimensions& dimensions);

inline constexpr Dimensions dimless{};
inline constexpr Dimensions dimVelocity{{0, 1, -1}};
inline constexpr Dimensions dimPressure{{1, -1, -2}};
inline constexpr Dimensions dimKinematicPressure{{0, 2, -2}};
inline constexpr Dimensions dimDensity{{1, -3}};
inline constexpr Dimensions dimViscosity{{0, 2, -1}};
inline constexpr Dimensions dimDissipation{{0, 2, -3}};  ///< of turbulent kinetic energy
inline constexpr Dimensions dimVolumeFlux{{0, 3, -1}};
inline constexpr Dimensions dimMassFlux{{1, 0, -1}};
inline constexpr Dimensions dimAcceleration{{0, 1, -2}};
inline constexpr Dimensions dimSurfaceTension{{1, 0, -2}};
inline constexpr Dimensions dimFrequency{{0, 0, -1}};
inline constexpr Dimensions dimTime{{0, 0, 1}};

}  // namespace eagre
