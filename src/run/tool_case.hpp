// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "run/run_case.hpp"

/// Cases whose application is no solver in time but a tool that makes fields, potentialFoam, or a mesh (of another case), such as
/// snappyHexMesh: to run them is to prepare them.
namespace eagre::run {

/// The tool that is controlDict's application, or that the script of the case runs where there is none; nullopt: a solver is.
std::optional<std::string> toolOfCase(const RunOptions& options);
/// Prepares the case, and runs the tool unless a step of the case's recipe has done so; a check does it in a copy. Collective.
/// Errors: those of the preparation and of the tool.
int runToolCase(const comm::Communicator& world, const RunOptions& options, Log& log);

}  // namespace eagre::run
