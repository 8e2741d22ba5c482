// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "config/dictionary.hpp"
#include "core/vec.hpp"

namespace eagre::case_ {

/// A shape that is given by a function: inside where it is positive, its surface where it is zero.
///
///     plane     origin, direction (v1912): inside is against the direction; normal (v2006 and later): along the normal
///     sphere    origin, radius
///     cylinder  origin, radius, direction of its axis
///     ellipsoid origin, semiAxis
///     sin       origin, direction, up, amplitude, period, phase (0): below the wave
///     composedFunction  several of these, by its mode
class ImplicitFunction {
 public:
  virtual ~ImplicitFunction() = default;
  virtual double operator()(const Vec3& position) const = 0;
};

/// The function that `type` of a dictionary names. Errors (badCase): no such function, with the nearest; coefficients that are
/// missing or malformed; directions without a length.
std::unique_ptr<ImplicitFunction> makeImplicitFunction(const config::Dictionary& d);

}  // namespace eagre::case_
