// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::run::preparation {

/// The patches that the fields of a case name: evidence of the mesh that they were written for.
class FieldPatches {
 public:
  /// Reads boundaryField of all fields of a directory; files that are no fields, or cannot be read, are left out (the check of
  /// the case names them).
  explicit FieldPatches(const std::filesystem::path& directory);
  bool empty() const { return boundaries_.empty(); }
  /// Whether each field has an entry for each patch, and each entry that is a plain name is a patch, or a group of one.
  bool fit(const std::vector<mesh::PolyPatch>& patches) const;
  /// Plain names of entries that are neither a patch nor a group of one. Constraint types, which stand there for whatever mesh,
  /// and defaultFaces are none.
  std::set<std::string> strangers(const std::vector<mesh::PolyPatch>& patches) const;
  /// Whether some field has only names of these patches, no group and no pattern: it cannot have a patch besides.
  bool closed(const std::vector<mesh::PolyPatch>& patches) const;

 private:
  std::vector<config::Dictionary> boundaries_;
};

}  // namespace eagre::run::preparation
