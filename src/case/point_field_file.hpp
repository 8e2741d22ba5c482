// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>

#include "case/field_file.hpp"
#include "fv/fields/point_field.hpp"

namespace eagre::case_ {

/// Reads what a pointVectorField (nComponents 3) or pointScalarField (1) says of its patches: rank 0 reads the file. Its values
/// of points are left out: those of patches are in the entries, the others follow from them. Collective. adapt: as
/// readVolField's. Errors (badCase, on all ranks): another class or dimensions; a patch without an entry; what readRawField
/// finds.
fv::PointFieldFile readPointField(const mesh::Mesh& mesh, const std::filesystem::path& path, const Dimensions& expected,
                                  int nComponents, const Adapt& adapt = {});

/// The entries of the patches as text, with their lists on rank 0, for a dump; and back.
std::string textOfPatches(const mesh::Mesh& mesh, const fv::PointField& field);
fv::PointFieldFile patchesOfText(const mesh::Mesh& mesh, const config::Dictionary& text);

}  // namespace eagre::case_
