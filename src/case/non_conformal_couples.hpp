// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"
#include "mesh/poly_mesh.hpp"

/// openfoam.org's createNonConformalCouples: two patches that lie upon each other are coupled where they overlap.
namespace eagre::case_ {

/// Adds a cyclicACMI patch with the faces of each of the two patches, named nonConformalCyclic_on_<patch>; the patch itself is
/// its nonOverlapPatch (mesh/blockages.hpp), as what is not covered stays with it in OpenFOAM 10 and later, too.
/// Errors (badCase): one of the names is no patch with faces, or both are the same, or one is coupled or empty.
mesh::PolyMesh createNonConformalCouples(mesh::PolyMesh mesh, const std::string& first, const std::string& second);

/// The pairs of patches of a createNonConformalCouplesDict: `nonConformalCouples { a { patches (p q); transform none; } }`, also
/// with owner { patch p; } and neighbour { patch q; }. Errors (badCase, all at once): another transform, conditions of fields
/// (patchFields), a patch of two couples, as the copies of a sector have it.
std::vector<std::pair<std::string, std::string>> readNonConformalCouples(const config::Dictionary& dict);

}  // namespace eagre::case_
