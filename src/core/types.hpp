// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace eagre {

/// Index of a cell, face or point on one rank. 32 bits: half the memory traffic of 64 and enough for
/// two billion entities a rank.
using Label = std::int32_t;

/// Index in the global mesh.
using GlobalLabel = std::int64_t;

/// Guards against division by zero; the values of OpenFOAM in double precision.
inline constexpr double small = 1e-15;
inline constexpr double vSmall = 1e-300;
inline constexpr double great = 1e+15;
inline constexpr double vGreat = 1e+300;
inline constexpr double rootVSmall = 1e-150;

}  // namespace eagre
