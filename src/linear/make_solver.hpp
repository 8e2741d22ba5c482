// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "linear/settings.hpp"

namespace eagre::linear {

/// makeSolver for an entry that has been read.
std::unique_ptr<Solver> makeSolver(const std::string& fieldName, bool symmetric, const Settings& settings,
                                   const LduAddressing& addressing, std::span<const double> faceWeights,
                                   const FaceGeometry& geometry = {});

}  // namespace eagre::linear
