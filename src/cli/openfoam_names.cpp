// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "core/error.hpp"

namespace eagre::cli {
namespace {

const std::vector<std::string> programs{
    "blockMesh", "setFields", "icoFoam", "pisoFoam", "interFoam", "interPhaseChangeFoam", "decomposePar", "reconstructPar"};

Command stop(int exitCode) {
  Command command;
  command.exitCode = exitCode;
  return command;
}

}  // namespace

bool isOpenFoamName(const std::string& program) { return std::find(programs.begin(), programs.end(), program) != programs.end(); }

Command parseOpenFoam(const std::string& program, int argc, char** argv) {
  const bool unneeded = program == "decomposePar" || program == "reconstructPar";
  std::string directory = ".";
  bool functionObjects = true;
  static const std::vector<std::string> options{"-case", "-parallel", "-noFunctionObjects", "-help"};
  const auto refuse = [&](const std::string& message) {
    fmt::print(stderr, "eagre: error: {}: {}\n", program, message);
    return stop(static_cast<int>(ExitCode::usage));
  };
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "-case") {
      if (i + 1 == argc || *argv[i + 1] == '\0') return refuse("-case needs a directory");
      directory = argv[++i];
    } else if (argument == "-help" || argument == "-h" || argument == "--help") {
      fmt::print("Usage: {} [-case DIR] [-parallel] [-noFunctionObjects]\nPart of Eagre; see eagre --help.\n", program);
      return stop(0);
    } else if (argument == "-noFunctionObjects") {
      functionObjects = false;
    } else if (argument == "-parallel" || unneeded) {
      continue;  // partition is made in memory
    } else {
      return refuse(unknownWordMessage("option", argument, options));
    }
  }
  if (unneeded) {
    fmt::print("{} is not needed: Eagre divides the mesh in memory and writes whole fields. Nothing was done.\n", program);
    return stop(0);
  }
  Command command;
  if (program == "blockMesh" || program == "setFields")
    command.action = toolAction(program, directory, {});
  else
    command.action = runAction({.caseDirectory = directory, .application = program, .functionObjects = functionObjects});
  return command;
}

}  // namespace eagre::cli
