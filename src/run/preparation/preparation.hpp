// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "comm/communicator.hpp"
#include "core/log.hpp"
#include "run/control/temporary_directory.hpp"

namespace eagre::run {

struct PreparationOptions {
  bool meshAsIs = false;    ///< the mesh that is there, or blockMesh's alone
  bool fieldsAsIs = false;  ///< the fields that are there
  bool fullMesh = false;    ///< a check makes the mesh however large it is (run/case/coarse_check.hpp)
  /// Refuses a case that cannot be run anyway: called before the first program of OpenFOAM is started, which may take long, and
  /// before a recipe is found to be impossible. Rank 0.
  std::function<void()> requireSolver{};
  std::string flavour{};           ///< of --flavour: what steps of the recipe mean in that version
  std::filesystem::path origin{};  ///< the case that this one is a copy of: where paths that lead out of it begin; empty: itself
};

/// Prepares a case as its own recipe (case/recipe/recipe.hpp) says, or its dictionaries: 0 from 0.orig, files that the recipe
/// copies, the tools of run/tools, and OpenFOAM's own programs where they are on PATH. A mesh that is there is used as it is. A
/// recipe of blockMesh and setFields alone is left to the run, which keeps the mesh in memory. Says in the log what it does.
/// filesOnly: leaves out the steps of tools. Collective. Errors: badCase with every step that cannot be done, by file and line;
/// those of the tools.
void prepareCase(const comm::Communicator& world, const std::filesystem::path& caseDirectory, const std::string& application,
                 const PreparationOptions& options, Log& log, bool filesOnly = false);

/// A copy of a case in a temporary directory that `eagre check` prepares in its place; files that are only read are
/// links. Removed with the object.
class ScratchCase {
 public:
  /// Makes a copy if preparing would write into the case; else directory() is the case itself. willBePrepared: false if a step
  /// needs a program of OpenFOAM, which a check does not start. Collective. Errors: as prepareCase.
  ScratchCase(const comm::Communicator& world, const std::filesystem::path& caseDirectory, const std::string& application,
              const PreparationOptions& options, Log& log);
  const std::filesystem::path& directory() const { return directory_; }
  bool isCopy() const { return isCopy_; }
  bool willBePrepared() const { return willBePrepared_; }
  /// The mesh is too large to be made: of the steps only those that copy files can be done.
  bool filesOnly() const { return filesOnly_; }
  /// A message with the name of the case in place of the copy's, and that of 0.orig in place of 0's, where the case has no 0.
  std::string inWordsOfCase(std::string message) const;

 private:
  std::filesystem::path caseDirectory_, directory_;
  std::unique_ptr<TemporaryDirectory> scratch_;  ///< of the copy, on rank 0
  bool isCopy_ = false, willBePrepared_ = true, filesOnly_ = false;
};

}  // namespace eagre::run
