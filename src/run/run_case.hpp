// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "config/settings.hpp"
#include "core/log.hpp"
#include "run/control/parallel_controls.hpp"
#include "run/preparation/preparation.hpp"

namespace eagre::run {

struct RunOptions {
  std::filesystem::path caseDirectory = ".";
  std::string application;  ///< "" : controlDict's
  std::string flavour{};    ///< OpenFOAM version that the case was written for; "": recognised by what it says
  bool checkOnly = false;   ///< look at everything, run nothing, write nothing
  bool fastSolvers = true;  ///< linear::fasterMethod; false: the solvers that fvSolution names
  bool functionObjects = true;
  std::string dump{};                          ///< foam, hdf5 or both, instead of controlDict's; "": as that says
  std::string from{};                          ///< time to continue from, instead of controlDict's startFrom; "": as that says
  std::vector<config::GivenEntry> settings{};  ///< entries of the case's files with other values
  ParallelWords parallel{};                    ///< instead of controlDict's
  std::filesystem::path machine{};  ///< of a simulated cluster: time steps are charged by this kernel::Machine; "": real time
  bool fresh = false;               ///< first remove what Eagre made in the case (run/case/clean.hpp)
  PreparationOptions preparation{};
  /// Of postCase(): the directory under postProcessing/<function object> that tables go to, instead of the start time.
  std::string tables{};
  bool profile = false;  ///< time the loops of all steps after the first; print them and write profile.json
};

struct KeptMesh;

/// Has the function objects of a case look at its start time, as at the end of a step that is written; no step is made. Those of
/// other names than `functions` are left out, unless it is empty. kept: takes a mesh that stands still from one time to the next
/// one. Collective. Errors: as runCase(); usage, a setting of a field's file of another time.
void postTime(const comm::Communicator& world, const RunOptions& options, const std::vector<std::string>& functions,
              KeptMesh& kept, Log& log);

/// Runs (or checks) a case: mesh, fields, solver, time loop, writing. Collective over `world`.
/// Errors: badCase with every problem of the case; diverged with field and time; io. Returns the exit code of a run that ended
/// well (success, or stopped after a signal, with everything written).
int runCase(const comm::Communicator& world, const RunOptions& options, Log& log);

}  // namespace eagre::run
