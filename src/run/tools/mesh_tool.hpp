// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

#include "run/tools/tool.hpp"

/// What the tools that change a mesh have in common.
namespace eagre::run::tools {

/// A case while a tool works on its mesh. Rank 0 only.
class MeshCase {
 public:
  /// Reads the dictionaries and constant/polyMesh. Errors (badCase): as there; there is no mesh.
  explicit MeshCase(Call& call);
  CaseDictionaries& dictionaries() { return dictionaries_; }
  const mesh::PolyMesh& mesh() const { return mesh_; }
  fs::path polyMesh() const { return dictionaries_.directory() / "constant" / "polyMesh"; }

  /// The dictionary that option -dict names (a path from the case or from its system directory; a directory that has one of
  /// this name), else system/<name>; nullptr: -dict is not given and there is none. Error (badCase): the file of -dict is not there.
  const config::Dictionary* dictionary(const std::string& name);
  /// The same; Error (badCase) if there is none.
  const config::Dictionary& requiredDictionary(const std::string& name);

  /// Checks the new mesh and writes it to constant/polyMesh. Error (badCase): what is wrong with it; the old one stays.
  void replaceMesh(const mesh::PolyMesh& mesh);

 private:
  Call& call_;
  Problems problems_;
  CaseDictionaries dictionaries_;
  ControlDict control_;
  mesh::PolyMesh mesh_;
};

/// Error (usage) unless -overwrite is given, or `implied` (dictionaries of OpenFOAM 12 and later, whose tools overwrite):
/// OpenFOAM writes the mesh to a new time directory then, and Eagre reads meshes from constant alone.
void requireOverwrite(const Call& call, bool implied);

}  // namespace eagre::run::tools
