// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "run/tools/tool.hpp"

/// What the tools that change a mesh have in common.
namespace eagre::run::tools {

/// A case while a tool works on its mesh. Rank 0 only.
class MeshCase {
 public:
  /// Reads the dictionaries. Errors (badCase): as there.
  explicit MeshCase(Call& call);
  CaseDictionaries& dictionaries() { return dictionaries_; }
  /// The mesh in constant/polyMesh, which is read at the first call. Error (badCase): there is none.
  const mesh::PolyMesh& mesh();
  fs::path polyMesh() const { return dictionaries_.directory() / "constant" / "polyMesh"; }

  /// The dictionary that option -dict names (a path from the case or from its system directory; a directory that has one of
  /// this name), else system/<name>; nullptr: -dict is not given and there is none. Error (badCase): the file of -dict is not
  /// there.
  const config::Dictionary* dictionary(const std::string& name);
  /// The same; Error (badCase) if there is none.
  const config::Dictionary& requiredDictionary(const std::string& name);

  /// Writes the new mesh to constant/polyMesh. What keeps a run from using it, such as patches of a type that does not fit, is a
  /// warning on the log: as a step between others it may be right. Error (badCase): its lists are wrong; the old one stays.
  void replaceMesh(const mesh::PolyMesh& mesh);

 private:
  Call& call_;
  Problems problems_;
  CaseDictionaries dictionaries_;
  ControlDict control_;
  std::optional<mesh::PolyMesh> mesh_;
};

/// Error (usage) unless -overwrite is given, or `implied` (dictionaries of OpenFOAM 12 and later, whose tools overwrite):
/// OpenFOAM writes the mesh to a new time directory then, and Eagre reads meshes from constant alone.
void requireOverwrite(const Call& call, bool implied);

}  // namespace eagre::run::tools
