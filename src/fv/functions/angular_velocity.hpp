// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>

#include "fv/functions/function1.hpp"

namespace eagre::fv {

/// Angular velocity [rad/s] of a dictionary: its entry omega, or rpm [1/min], which openfoam.org also reads. Errors (badCase):
/// both or none of them, and those of makeFunction1.
std::unique_ptr<Function1<double>> makeAngularVelocity(const config::Dictionary& dict,
                                                       const std::filesystem::path& caseDirectory = {});

}  // namespace eagre::fv
