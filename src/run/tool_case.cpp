// SPDX-License-Identifier: BSD-3-Clause
#include "run/tool_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/recipe/recipe.hpp"
#include "run/case/case_setup.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run {
namespace {

const char* const toolOfCases = "potentialFoam";
const char* const mesher = "snappyHexMesh";  // of a case that is a mesh for others, as wingMotion_snappyHexMesh of the tutorials

bool hasStep(const fs::path& caseDirectory) {
  const auto steps = case_::readRecipe(caseDirectory, toolOfCases).steps;
  return std::ranges::any_of(steps, [](const case_::Step& step) { return step.tool == toolOfCases; });
}

std::string applicationOf(const RunOptions& options) {
  if (!options.application.empty()) return options.application;
  Problems ofDictionaries;  // the run says them
  try {
    const CaseDictionaries dictionaries(options.caseDirectory, ofDictionaries, options.flavour, {}, options.settings);
    return dictionaries.controlDict().getOr("application", "");
  } catch (const Error&) { return "?"; }
}

void prepareAndRun(const comm::Communicator& world, const RunOptions& options, const fs::path& origin, Log& log) {
  const bool isMesh = applicationOf(options) == mesher;
  prepareCase(world, options.caseDirectory, isMesh ? mesher : toolOfCases, options.preparation, log);
  if (isMesh || hasStep(origin)) return;
  tools::Call call(world, log, options.caseDirectory, toolOfCases, {});
  tools::potentialFoam(call);
}

}  // namespace

bool isToolCase(const RunOptions& options) {
  const std::string application = applicationOf(options);
  // openfoam.org's dev leaves it out where the script says all.
  return application.empty() ? hasStep(options.caseDirectory) : application == toolOfCases || application == mesher;
}

int runToolCase(const comm::Communicator& world, const RunOptions& options, Log& log) {
  if (!options.settings.empty())
    throw Error(fmt::format("--set: {} takes its files as they are", applicationOf(options)), ExitCode::usage);
  if (!options.checkOnly) {
    prepareAndRun(world, options, options.caseDirectory, log);
    return 0;
  }
  const ScratchCase scratch(world, options.caseDirectory, toolOfCases, options.preparation, log);
  if (scratch.isCopy() && scratch.willBePrepared()) {
    RunOptions there = options;
    there.caseDirectory = scratch.directory();
    there.preparation.origin = options.caseDirectory;
    try {
      prepareAndRun(world, there, options.caseDirectory, log);
    } catch (const Error& e) { throw Error(scratch.inWordsOfCase(e.what()), e.code()); }
  }
  log.line(fmt::format("{}: no problems found", options.caseDirectory.string()));
  return 0;
}

}  // namespace eagre::run
