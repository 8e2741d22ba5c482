// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/tell.hpp"
#include "run/case/decomposed.hpp"
#include "run/tools/tool.hpp"

namespace eagre::cli {
namespace {

const std::vector<std::string> programs{"blockMesh",
                                        "setFields",
                                        "icoFoam",
                                        "nonNewtonianIcoFoam",
                                        "pisoFoam",
                                        "pimpleFoam",
                                        "pimpleDyMFoam",
                                        "simpleFoam",
                                        "porousSimpleFoam",
                                        "SRFSimpleFoam",
                                        "SRFPimpleFoam",
                                        "interFoam",
                                        "interDyMFoam",
                                        "interIsoFoam",
                                        "interPhaseChangeFoam",
                                        "interPhaseChangeDyMFoam",
                                        "decomposePar",
                                        "reconstructPar",
                                        "reconstructParMesh"};

Command stop(int exitCode) {
  Command command;
  command.exitCode = exitCode;
  return command;
}

/// After decomposePar a script runs a solver, which would go on from what another run has left.
void warnOfDecomposedTimes(const std::string& directory) {
  try {
    const auto times = run::decomposedTimes(directory);
    if (times.empty()) return;
    tell(
        stderr,
        fmt::format("eagre: warning: the processor directories in {} have times that the case itself lacks, up to {}: a run with "
                    "startFrom latestTime continues from there; remove the directories if they are out of date\n",
                    directory, times.back().name));
  } catch (const Error& e) { tell(stderr, fmt::format("eagre: warning: {}\n", e.what())); }
}

std::string unknownOption(const std::string& argument) {
  static const std::vector<std::string> options{"-case", "-parallel", "-noFunctionObjects", "-help", "--force"};
  if (argument == "-postProcess") return "-postProcess: `eagre post` runs function objects on times that are there";
  return unknownWordMessage("option", argument, options);
}

}  // namespace

bool isOpenFoamName(const std::string& program) { return std::find(programs.begin(), programs.end(), program) != programs.end(); }

Command parseOpenFoam(const std::string& program, int argc, char** argv) {
  const bool unneeded = program == "decomposePar", isTool = run::tools::find(program) != nullptr;
  std::vector<std::string> ofTool;  // a tool checks its options
  std::string directory = ".";
  bool functionObjects = true, force = false;
  const auto refuse = [&](const std::string& message) {
    tell(stderr, fmt::format("eagre: error: {}: {}\n", program, message));
    return stop(static_cast<int>(ExitCode::usage));
  };
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "-case") {
      if (i + 1 == argc || *argv[i + 1] == '\0') return refuse("-case needs a directory");
      directory = argv[++i];
    } else if (argument == "-help" || argument == "-h" || argument == "--help") {
      tell(stdout,
           fmt::format("Usage: {} [-case DIR] [-parallel] [-noFunctionObjects] [--force]\nPart of Eagre; see eagre --help.\n",
                       program));
      return stop(0);
    } else if (isTool) {
      ofTool.push_back(argument);
    } else if (argument == "--force") {
      force = true;
    } else if (argument == "-noFunctionObjects") {
      functionObjects = false;
    } else if (argument == "-parallel" || unneeded) {
      continue;  // partition is made in memory
    } else {
      return refuse(unknownOption(argument));
    }
  }
  if (unneeded) {
    tell(stdout, fmt::format("{} is not needed: Eagre decomposes the mesh in memory and writes whole fields. Nothing was done.\n",
                             program));
    warnOfDecomposedTimes(directory);
    return stop(0);
  }
  Command command;
  if (isTool)
    command.action = toolAction(program, directory, ofTool);
  else
    command.action = locked(directory, force,
                            runAction({.caseDirectory = directory, .application = program, .functionObjects = functionObjects}));
  return command;
}

}  // namespace eagre::cli
