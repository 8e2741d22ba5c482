// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "case/field_file.hpp"
#include "case/mesh_sets.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

/// OpenFOAM's topoSet: sets and zones of cells, faces and points by a list of actions.
namespace eagre::case_ {

/// One of the actions of a topoSetDict, checked.
struct TopoAction {
  std::string name;  ///< of the set or zone
  SetKind kind = SetKind::cells;
  bool zone = false;
  std::string action;  ///< new, add, subtract, subset, invert, clear, remove, list
  std::string source;  ///< new, add, subtract, subset alone
  config::Dictionary dict;
  /// Where the source's entries stand: sourceInfo, or the action itself.
  const config::Dictionary& controls() const;
  std::string type() const;  ///< cellSet, faceZoneSet ...
};

/// One action: name, type, action, source. Errors (badCase): as below.
TopoAction readTopoAction(config::Dictionary dict);
/// Reads `actions`. Both forms are understood: entries of the source in sourceInfo or beside it; `delete` is `subtract`.
/// Errors (badCase, all of them at once): unknown types, actions and sources, a source of another kind than the set.
std::vector<TopoAction> readTopoActions(const config::Dictionary& topoSetDict);

struct TopoSetInput {
  const mesh::PolyGeometry& geometry;
  /// Sets that are there already: readMeshSet.
  std::function<std::vector<Label>(SetKind, const std::string&, const Place&)> set;
  std::function<const RawField*(const std::string&)> field;  ///< of fieldToCell
  std::filesystem::path caseDirectory;
  bool sync = true;  ///< what is chosen on one side of a cyclic pair is chosen on the other
};

/// What the actions have made; the zones are in the mesh.
struct TopoSetResult {
  struct Set {
    SetKind kind;
    std::vector<Label> members;
  };
  std::map<std::string, Set> sets;  ///< to be written
  std::set<std::string> removed;    ///< files of sets to be removed
  bool zonesChanged = false;
};

/// Applies the actions one after another and changes the zones of the mesh. Serial (rank 0).
/// Errors (badCase): see select() and selectZone(); a set or zone that an action changes and that is not there.
TopoSetResult topoSet(const std::vector<TopoAction>& actions, mesh::PolyMesh& mesh, const TopoSetInput& input, Log& log);

}  // namespace eagre::case_
