// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"

namespace eagre::physics {

/// Keeps a field at or above `lowest`, as turbulence models need it: values that are not positive become the mean of the faces
/// around them, weighted by area, of the field cut at `lowest`; then everything is cut but what a condition prescribes (0 on a
/// wall stays 0), and what symmetry planes and wedges impose is made anew. Says so in the log, as OpenFOAM's bound(). Ghosts are
/// up to date before and after. Collective.
void bound(const fv::Context& context, fv::VolScalarField& field, double lowest);

}  // namespace eagre::physics
