// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "case/recipe/recipe.hpp"
#include "run/case/case_setup.hpp"

namespace eagre::run::preparation {

/// How the mesh of a case is made that has dictionaries of mesh tools beside blockMeshDict, and no script that says in which
/// order.
struct Unscripted {
  std::vector<case_::Step> steps{};     ///< blockMesh and more; none: blockMesh alone, which is left to the run
  std::vector<std::string> notes{};     ///< for the log: what is done
  std::vector<std::string> warnings{};  ///< dictionaries that are passed over, and why
  std::vector<std::string> problems{};  ///< that the case cannot be run with
};

/// Decides by the patches that the fields name, since a tool that makes patches cannot have been meant if no field knows them:
///   topoSet, createZones   make sets and zones alone: done after the mesh; that they cannot be done is no problem by itself
///   snappyHexMesh    after blockMesh and surfaceFeatureExtract or surfaceFeatures, if it is on PATH; passed over with a warning
///                    if the fields fit blockMesh's mesh and know no other patch
///   createPatch, createBaffles    done if fields name patches that they make; passed over with a warning if the fields fit
///                    without them
///   extrudeMesh, cartesianMesh    done if nothing else makes a mesh
///   refineMesh, mirrorMesh        make no patches: always a problem
/// fields: the directory of the initial fields. Rank 0.
Unscripted planUnscripted(CaseDictionaries& dictionaries, const std::filesystem::path& fields);

}  // namespace eagre::run::preparation
