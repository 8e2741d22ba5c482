// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>

#include "case/recipe/recipe.hpp"

/// What a recipe takes from outside of its case.
namespace eagre::run::preparation {

/// Replaces $FOAM_TUTORIALS/<file> in the arguments of a step by a file of OpenFOAM's tutorials where there is one: by the
/// environment's FOAM_TUTORIALS or WM_PROJECT_DIR, or in a folder above the case, which is one of the tutorials then; and
/// the sources of mapFields and cp by their absolute paths where these lead out of the case `origin`.
case_::Step resolved(case_::Step step, const std::filesystem::path& origin);

/// Whether cp may take this into the case from outside of it (an absolute path that is there): a file, or a directory that is a
/// part of a case, as polyMesh and triSurface, or of the resources of OpenFOAM's tutorials.
bool mayBeCopied(const std::filesystem::path& outside);

/// What stands in the way of mapFields: the source is not there, or has not been run; empty: nothing. step: resolved.
std::string mappingObstacle(const case_::Step& step);

}  // namespace eagre::run::preparation
