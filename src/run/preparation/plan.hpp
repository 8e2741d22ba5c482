// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "case/recipe/recipe.hpp"
#include "run/preparation/preparation.hpp"

/// What is still to be done to a case before a run.
namespace eagre::run::preparation {

namespace fs = std::filesystem;

struct Plan {
  std::vector<case_::Step> steps{};                           ///< none: nothing, or what the run does by itself
  std::string copiesZero{};                                   ///< 0.orig or its like, to become 0
  std::vector<std::pair<std::string, std::string>> copies{};  ///< single fields: 0/U.orig to 0/U
  bool copiesZeroInSteps = false;                             ///< a step does that, after those that want no fields yet
  bool begunAnew = false;                                     ///< an earlier preparation was interrupted
  std::vector<std::string> notes{}, warnings{};               ///< for the log: of a case without a script
  bool empty() const { return steps.empty() && copiesZero.empty() && copies.empty() && !begunAnew; }
  /// Whether a step needs a program of OpenFOAM.
  bool needsOpenFoam() const;
  /// Whether the mesh is not that of the case's blockMeshDict alone.
  bool changesBlockMesh() const;
};

/// Rank 0. Errors: badCase with every step that cannot be done.
Plan makePlan(const fs::path& caseDirectory, const std::string& application, const PreparationOptions& options);

/// The file that says that a preparation has begun and not ended.
fs::path unfinishedMark(const fs::path& caseDirectory);

/// The program of OpenFOAM that does a step: its path on PATH; empty if it is not there, or is a link to this program.
fs::path programOnPath(const std::string& tool);
/// Runs it in the case without a shell, its output in log.<tool> there (or the file that the recipe names). Error(failure) with
/// the log's name if it fails.
void runProgram(const case_::Step& step, const fs::path& caseDirectory);

/// What stands in the way of a step of files (cp, mv, rm, mkdir, m4, restore0Dir); empty: it can be done. Harmless ones inside
/// the case can.
/// made: files and directories that earlier steps make, relative to the case.
std::string fileStepObstacle(const case_::Step& step, const fs::path& caseDirectory, const std::vector<std::string>& made = {});
/// Does it; returns a line for the log, or nothing. Errors: Error(io).
std::string doFileStep(const case_::Step& step, const fs::path& caseDirectory);

}  // namespace eagre::run::preparation
