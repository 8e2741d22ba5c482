// SPDX-License-Identifier: BSD-3-Clause
#include "run/tool_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/recipe/recipe.hpp"
#include "core/one_of.hpp"
#include "run/case/case_setup.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run {
namespace {

const char* const potentialFoam = "potentialFoam";

bool makesMeshAlone(const std::string& application) {
  return isOneOf(application, {"blockMesh", "snappyHexMesh", "extrudeMesh", "cartesianMesh", "foamyHexMesh"});
}

bool hasStep(const fs::path& caseDirectory) {
  const auto steps = case_::readRecipe(caseDirectory, potentialFoam).steps;
  return std::ranges::any_of(steps, [](const case_::Step& step) { return step.tool == potentialFoam; });
}

void makeMesh(const comm::Communicator& world, const RunOptions& options, const std::string& application, Log& log) {
  if (world.sum(std::int64_t{fileExists(options.caseDirectory / "constant/polyMesh/faces")}) == 0) {
    tools::Call call(world, log, options.caseDirectory, "blockMesh", {});
    tools::blockMesh(call);
  }
  log.line(fmt::format("application {}: the mesh is made, and there is nothing to solve", application));
}

void prepareAndRun(const comm::Communicator& world, const RunOptions& options, const fs::path& origin, Log& log) {
  const std::string tool = *toolOfCase(options);
  prepareCase(world, options.caseDirectory, tool, options.preparation, log);
  if (makesMeshAlone(tool)) return makeMesh(world, options, tool, log);
  if (hasStep(origin)) return;
  tools::Call call(world, log, options.caseDirectory, tool, {});
  tools::potentialFoam(call);
}

}  // namespace

std::optional<std::string> toolOfCase(const RunOptions& options) {
  std::string application = options.application;
  if (application.empty()) {
    Problems ofDictionaries;  // the run says them
    try {
      const CaseDictionaries dictionaries(options.caseDirectory, ofDictionaries, options.flavour, {}, options.settings);
      application = dictionaries.controlDict().getOr("application", "");
      // openfoam.org's dev leaves it out where the script says all.
      if (application.empty() && hasStep(options.caseDirectory)) return potentialFoam;
    } catch (const Error&) { return std::nullopt; }
  }
  if (application == potentialFoam || makesMeshAlone(application)) return application;
  return std::nullopt;
}

int runToolCase(const comm::Communicator& world, const RunOptions& options, Log& log) {
  if (!options.settings.empty())
    throw Error(fmt::format("--set: {} takes its files as they are", *toolOfCase(options)), ExitCode::usage);
  if (!options.checkOnly) {
    prepareAndRun(world, options, options.caseDirectory, log);
    return 0;
  }
  const ScratchCase scratch(world, options.caseDirectory, *toolOfCase(options), options.preparation, log);
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
