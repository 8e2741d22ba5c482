// SPDX-License-Identifier: BSD-3-Clause
#include "run/tool_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/recipe/recipe.hpp"
#include "core/one_of.hpp"
#include "output/on_master.hpp"
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

/// The mesh that the recipe has made, or blockMesh's, as a run would take it. Errors (badCase): as of a run's mesh; nothing makes
/// it.
void takeMesh(const comm::Communicator& world, const RunOptions& options, const fs::path& origin, const std::string& application,
              Log& log) {
  output::onMaster(world, [&] {
    if (application != "blockMesh" && !fileExists(options.caseDirectory / "constant/polyMesh/faces") &&
        !case_::readRecipe(origin, application).makesMesh())
      throw Error(fmt::format("application {0}: nothing makes the mesh: there is neither a script that does nor system/{0}Dict",
                              application),
                  ExitCode::badCase);
    Problems ofSolver;  // what a solver would ask for
    CaseDictionaries dictionaries(options.caseDirectory, ofSolver, options.flavour, application, options.settings);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, ofSolver);
    loadOrMakeMesh(dictionaries, control, !options.checkOnly, log);
    if (!options.checkOnly) log.line(fmt::format("application {}: the mesh is made, and there is nothing to solve", application));
  });
}

void prepareAndRun(const comm::Communicator& world, const RunOptions& options, const fs::path& origin, Log& log) {
  const std::string tool = *toolOfCase(options);
  prepareCase(world, options.caseDirectory, tool, options.preparation, log);
  if (makesMeshAlone(tool)) return takeMesh(world, options, origin, tool, log);
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
  } else if (const std::string tool = *toolOfCase(options); makesMeshAlone(tool) && scratch.willBePrepared()) {
    takeMesh(world, options, options.caseDirectory, tool, log);
  }
  log.line(fmt::format("{}: no problems found", options.caseDirectory.string()));
  return 0;
}

}  // namespace eagre::run
