// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "core/vec.hpp"
#include "mesh/poly_mesh.hpp"

/// Entries of a patch in polyMesh/boundary that are kept as text.
namespace eagre::mesh {

/// The text of an entry; nullptr if there is none.
const std::string* entryOf(const PolyPatch& patch, const char* keyword);
/// Error (badCase): no vector such as (1 0 0).
Vec3 vectorOf(const PolyPatch& patch, const char* keyword, const std::string& text);
/// Error (badCase): no number.
double numberOf(const PolyPatch& patch, const char* keyword, const std::string& text);

}  // namespace eagre::mesh
