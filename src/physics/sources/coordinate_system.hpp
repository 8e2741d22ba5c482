// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "config/dictionary.hpp"
#include "core/vec.hpp"

namespace eagre::physics {

/// The rotation R of the Cartesian system that `coordinateSystem` of a dictionary describes: its columns are the local axes, so
/// that a tensor of local components T reads R T R^T in the mesh's. Two axes (e1 e2, e2 e3 or e3 e1) beside the origin or in
/// `rotation` (`coordinateRotation`), the first kept and the second made normal to it; or rotation of type none.
/// Errors (badCase): other types; axes that are missing or parallel; other keywords.
Tensor readRotation(const config::Dictionary& dictionary);

}  // namespace eagre::physics
