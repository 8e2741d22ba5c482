// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "run/case/case_setup.hpp"

namespace eagre::run {

/// Warns of what OpenFOAM's solvers take, too (the latter up to 2.3), and checkMesh finds: an empty patch of a mesh that is
/// neither 1D nor 2D, and faces of a patch without area.
void warnOfOddPatches(const CaseDictionaries& dictionaries, const WholeMesh& whole, Log& log);

}  // namespace eagre::run
