// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "case/recipe/recipe.hpp"

/// Tools of openfoam.org where only those of openfoam.com that do the same are on PATH: surfaceFeatureExtract for
/// surfaceFeatures, mergeOrSplitBaffles for splitBaffles and mergeBaffles.
namespace eagre::run::preparation {

/// Whether the step's tool is not on PATH, and the other one is.
bool hasStandIn(const case_::Step& step);
/// The step of the other tool. surfaceFeatures: puts system/surfaceFeaturesDict (or that of -dict) into the words of
/// surfaceFeatureExtract, in system/surfaceFeaturesDict.extract, copies surfaces of constant/geometry, where versions 9 and later
/// have them, to constant/triSurface. Errors (badCase): what surfaceFeatureExtract has no words for; io.
case_::Step standIn(const case_::Step& step, const std::filesystem::path& caseDirectory);

}  // namespace eagre::run::preparation
