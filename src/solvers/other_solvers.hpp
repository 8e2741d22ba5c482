// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

/// Programs of OpenFOAM, and of packages for it, that Eagre does not have, so that a case for one of them is told what it is.
namespace eagre::solvers {

/// Whether Eagre has a solver of that name.
bool isSolver(const std::string& application);

/// What to say of an application that is none of solverNames(): "compressibleInterFoam: compressible two-phase flow, which Eagre
/// does not have; it has icoFoam, ...", or that the word is unknown, with the nearest.
std::string unknownApplication(const std::string& application);

}  // namespace eagre::solvers
