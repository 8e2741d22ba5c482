// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "case/field_file.hpp"
#include "core/log.hpp"

namespace eagre::case_ {

/// Names that boundaryFields carry for whatever mesh: those of setConstraintTypes, and defaultFaces.
bool isGeneralPatchName(const std::string& name);
/// Whether a plain word in a boundaryField means this patch: by its name, its type or a group.
bool isNameOrGroup(const mesh::PolyPatch& patch, const std::string& name);
/// Entries under plain names that mean no patch and are not general. They point into the dictionary.
std::vector<const config::Entry*> strangersAmong(const config::Dictionary& boundaryField,
                                                 const std::vector<mesh::PolyPatch>& patches);

/// Entries of a boundaryField that name a patch which the mesh does not have. v1912 and the other versions take no notice of
/// them, and templates are full of them; but they are also how a mesh shows that a tool has not been run.
class StrangerPatches {
 public:
  /// meshAsIs: the user has said that the mesh is as he wants it; application: the solver, by which scripts are read.
  StrangerPatches(std::filesystem::path caseDirectory, std::string application, bool meshAsIs)
      : caseDirectory_(std::move(caseDirectory)), application_(std::move(application)), meshAsIs_(meshAsIs) {}

  /// Looks at the entries of a field under plain names; regular expressions, groups, types that are groups, and defaultFaces may
  /// match nothing. Rank 0. Warns with the line of each; says nothing if a patch has no entry, which is an error that names
  /// them, too.
  /// Error (badCase): a dictionary of a mesh tool makes a patch of that name and none of those that it makes is in the mesh, and
  /// the case's scripts, if they make the mesh, call that tool; or a step of theirs has the name as an argument.
  void check(const RawField& field, const std::vector<mesh::PolyPatch>& patches, Log& log);

 private:
  struct Maker {
    std::string tool, step;     ///< "createPatch"; the call in a script, or empty
    Place place{};              ///< where the name is
    std::string name{};         ///< of the patch
    bool startsOthers = false;  ///< patches are also called <name>_<region>
  };
  const std::vector<Maker>& makers();
  bool makes(const Maker& maker, const std::string& patch) const;
  std::optional<Maker> makerOf(const std::string& patch, const std::vector<mesh::PolyPatch>& patches);

  std::filesystem::path caseDirectory_;
  std::string application_;
  bool meshAsIs_ = false;
  std::optional<std::vector<Maker>> makers_;  ///< read when a stranger is met
};

}  // namespace eagre::case_
