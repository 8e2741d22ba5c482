// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "config/dictionary.hpp"
#include "core/dimensions.hpp"

/// Units behind a value, which openfoam.org has from version 12 on: `omega 126 [rpm];`, `flowRate 0.2 [l/s];`.
namespace eagre::config {

/// What "[l/s]" is: its dimensions, and how much of SI's unit one of it is.
struct UnitValue {
  Dimensions dimensions{};
  double factor = 1;
};

/// Reads "[..]". Errors: a unit that is not known, with the nearest one.
UnitValue readUnits(TokenReader& reader);
/// Reads a number and, if they are there, its units; in SI units. Errors: as above.
double readValueWithUnits(TokenReader& reader);

}  // namespace eagre::config
