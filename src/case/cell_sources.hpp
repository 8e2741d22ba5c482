// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "case/field_file.hpp"
#include "case/mesh_sets.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

/// Sets of cells, faces and points chosen by shape, name, value or from other sets: OpenFOAM's topoSet sources, as topoSet and
/// setFields use them.
namespace eagre::case_ {

/// What a source is applied to: the global mesh, and what else it may look at.
struct SourceContext {
  const mesh::PolyMesh& mesh;
  const mesh::PolyGeometry& geometry;
  /// Of fieldToCell; nullptr: no such field.
  std::function<const RawField*(const std::string&)> field{};
  /// A set of constant/polyMesh/sets, ascending; Error at the place that asks if there is none.
  std::function<std::vector<Label>(SetKind, const std::string&, const Place&)> set{};
  /// The set that an action changes, and whether it takes away from it (haloToCell).
  const std::vector<Label>* current = nullptr;
  bool subtracting = false;
  /// Where files of surfaces are looked for.
  std::filesystem::path caseDirectory{};
  /// A name that matches no zone or patch chooses nothing, with a warning, as in OpenFOAM; else it is an Error.
  bool noMatchIsWarning = false;
};

struct Selection {
  using Of = SetKind;
  Of of = Of::cells;
  std::vector<Label> members;  ///< ascending, each once
};

/// The cells, faces or points that a source chooses; a cell or face belongs to a shape if its centre does. Boxes include
/// their boundary; spheres, cylinders and annuli exclude theirs, ends included (v1912's comparisons). A line on the log says what
/// is done. Entries are those of v1912; names that openfoam.org or older versions gave them are understood.
///
/// Shapes, as <shape>ToCell, <shape>ToFace and <shape>ToPoint: box (box | boxes | min, max), sphere (origin or centre,
/// radius, innerRadius), cylinder (p1, p2, radius, innerRadius), cylinderAnnulus (p1, p2, outerRadius, innerRadius).
/// The others stand in the tables at the end of sources_named.cpp, sources_sets.cpp, sources_topology.cpp, sources_surface.cpp.
/// Errors (badCase): unknown or unsupported source, missing entries, names that match nothing, sets that are not there.
Selection select(const std::string& source, const config::Dictionary& controls, const SourceContext& context, Log& log);

/// Names of all sources.
std::vector<std::string> sourceNames();

}  // namespace eagre::case_
