// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "case/recipe/recipe.hpp"

/// openfoam.org's surfaceFeatures where only openfoam.com's surfaceFeatureExtract is on PATH.
namespace eagre::run::preparation {

/// Whether the step is surfaceFeatures, which is not on PATH, and surfaceFeatureExtract is.
bool standsInForSurfaceFeatures(const case_::Step& step);
/// Puts system/surfaceFeaturesDict (or that of -dict) into the words of surfaceFeatureExtract, in
/// system/surfaceFeaturesDict.extract, copies surfaces of constant/geometry, where versions 9 and later have them, to
/// constant/triSurface, and returns the step that does it. Errors (badCase): what surfaceFeatureExtract has no words for; io.
case_::Step extractStep(const case_::Step& step, const std::filesystem::path& caseDirectory);

}  // namespace eagre::run::preparation
