// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "fv/fields/context.hpp"

/// A run that has blown up stops with exit code 4 and says which field, cell and time. OpenFOAM stops there with a floating point
/// exception, as a product of such numbers overflows.
namespace eagre::run {

/// Whether a largest Courant number is beyond all that a calculation survives: not finite, or above 1e30.
bool absurd(double courantMax);

/// The worst value of all fields at the present time: "U is nan in cell 12 at (0.1 0.2 0)"; "" if all are finite and below 1e100.
/// Cells are numbered as in the global mesh, points are in m. One pass over each field. Collective.
std::string worstValue(const fv::Context& context);

/// Throws Error(diverged) with that text and the time if there is such a value, or if a reason is given. Collective.
void requireSoundFields(const fv::Context& context, const std::string& reason = {});

}  // namespace eagre::run
