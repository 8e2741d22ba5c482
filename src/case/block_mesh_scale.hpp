// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "case/patch_entries.hpp"
#include "config/dictionary.hpp"
#include "core/vec.hpp"

namespace eagre::case_ {

/// The factors of the points of a blockMeshDict: `scale` (convertToMeters), a number or, in openfoam.com from v2112 on, one for
/// each direction; `units [mm]` of openfoam.org; 1 where they are not positive, as in OpenFOAM. Errors (badCase): both, other
/// units, prescale.
Vec3 readBlockMeshScale(const config::Dictionary& dict);

/// A patch of openfoam.org's type mappedInternal (with `offset`) as mappedPatch of v1912, in place; the offset is in metres, or,
/// where the dictionary has `units`, in these. Errors (badCase): another way to sample.
void nameMappedPatch(TextEntries& entries, const config::Dictionary& dict, const Place& place);

/// The entries of a cyclic as openfoam.org 8 and later write them (8, 10, 12 and the development version looked at), in place
/// and as v1912 has them: transformType, whose rotationCentre and separation (also by the older name separationVector; from the
/// neighbour, in v1912 to it) have the mesh's scale.
void nameTransform(TextEntries& entries, const Vec3& scale, const Place& place);

}  // namespace eagre::case_
