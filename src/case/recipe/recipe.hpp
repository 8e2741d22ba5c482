// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "case/recipe/tool_words.hpp"
#include "core/error.hpp"

namespace eagre::case_ {

/// A step by which a case is prepared.
struct Step {
  std::string tool{};
  std::vector<std::string> arguments{};
  Place place{};  ///< file and line of the script, relative to the case; line 0: a dictionary that asks for it
  ToolKind kind = ToolKind::unknown;
  std::string output{};                ///< file that it writes its output to
  std::optional<std::string> input{};  ///< the here-document that it is given
  std::string directory{};             ///< where it runs, relative to the case; "" : the case
  std::string doubt{};                 ///< why it is not known whether it is done, or how
  bool mayFail = false;                ///< that it cannot be done is a warning

  /// "createBaffles -overwrite"
  std::string text() const;
};

/// The case's own recipe: the steps of its scripts (Allrun, Allrun.pre, Allmesh, ...) up to the solver.
struct Recipe {
  std::vector<Step> steps{};
  std::vector<std::string> scripts{};  ///< those that were read; none: the case has no recipe
  std::vector<std::string> missing{};  ///< scripts that are called and not there, each with its place
  std::vector<std::string> leftOut{};  ///< messages: commands before the solver whose function objects may write its input
  bool has(const std::string& tool) const;
  /// Whether a step makes or changes the mesh, or may.
  bool makesMesh() const;
};

/// Reads the scripts of a case as text. Steps that change nothing of the input (decomposePar, checkMesh, ...) are left out, and
/// so is all that follows the solver. A case without scripts is prepared as ../Allrun says, if that names it. application: the
/// solver of controlDict. Files are asked for as if the case were clean (no mesh but blockMeshDict, no 0 where there is 0.orig,
/// no logs). Errors: Error(io) if a script cannot be read.
Recipe readRecipe(const std::filesystem::path& caseDirectory, const std::string& application);

/// The initial fields of a case where 0 is missing: 0.orig, 0.org, 0_org or 0_orig; "" : none.
std::string originalFields(const std::filesystem::path& caseDirectory);
/// Files of the case's directory whose names say that they are scripts that run or prepare it, but which readRecipe does not look
/// for: Allrun1, Allrun.bat, run_les.sh. Sorted.
std::vector<std::string> unreadScripts(const std::filesystem::path& caseDirectory);

}  // namespace eagre::case_
