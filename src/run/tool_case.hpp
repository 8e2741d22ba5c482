// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "run/run_case.hpp"

/// Cases whose application is no solver in time but a tool that makes fields or a mesh, potentialFoam or snappyHexMesh: to run
/// them is to prepare them.
namespace eagre::run {

/// Whether controlDict's application is such a tool, or it has none and the script of the case runs one.
bool isToolCase(const RunOptions& options);
/// Prepares the case, and runs the tool unless a step of the case's recipe has done so; a check does it in a copy. Collective.
/// Errors: those of the preparation and of the tool.
int runToolCase(const comm::Communicator& world, const RunOptions& options, Log& log);

}  // namespace eagre::run
