// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "physics/sources/fv_option.hpp"

/// Damping of waves before an outlet, and of turbulence at an interface, of openfoam.org 7 and later.
namespace eagre::physics {

std::unique_ptr<FvOption> makeIsotropicDamping(const FvOptionSource& source);
std::unique_ptr<FvOption> makeVerticalDamping(const FvOptionSource& source);
std::unique_ptr<FvOption> makeInterfaceTurbulenceDamping(const FvOptionSource& source);

}  // namespace eagre::physics
