// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "core/log.hpp"

/// The `eagre` program: one small file per sub-command. A command line is parsed into a Command before MPI is started, since
/// `-n 4` starts the program again under mpirun.
namespace eagre::cli {

/// What is left to do once MPI is up; returns the exit code.
using Action = std::function<int(const comm::Communicator&, Log&)>;

struct Command {
  Action action;     ///< empty: nothing to do (help was printed)
  int exitCode = 0;  ///< if action is empty
  int ranks = 0;     ///< > 0: start again under mpirun on so many ranks
};

/// `eagre <sub-command> ...`
Command parseEagre(int argc, char** argv);

/// The names of OpenFOAM's programs (links to this one): blockMesh, setFields, icoFoam, interFoam, decomposePar, reconstructPar,
/// with -case, -parallel and the options of theirs that change nothing here. True if argv[0] is one of them.
bool isOpenFoamName(const std::string& program);
Command parseOpenFoam(const std::string& program, int argc, char** argv);

// The actions of the sub-commands.
Action runAction(std::filesystem::path caseDirectory, std::string application);
Action checkAction(std::filesystem::path caseDirectory);
Action blockMeshAction(std::filesystem::path caseDirectory);
Action setFieldsAction(std::filesystem::path caseDirectory);
/// Starts python/eagre's plots; arguments are handed on.
int plot(const std::vector<std::string>& arguments);
/// Replaces this process by mpirun on `ranks` ranks of the same command line without -n; returns only on failure, with the exit
/// code.
int runUnderMpi(int ranks, int argc, char** argv);

}  // namespace eagre::cli
