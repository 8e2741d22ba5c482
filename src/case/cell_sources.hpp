// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "case/field_file.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

/// Sets of cells and faces chosen by shape, name or value: OpenFOAM's topoSet sources, as setFields uses them.
namespace eagre::case_ {

/// What a source is applied to: the undivided mesh, and the fields that fieldToCell may look at (nullptr: no such field).
struct SourceContext {
  const mesh::PolyMesh& mesh;
  const mesh::PolyGeometry& geometry;
  std::function<const RawField*(const std::string&)> field;
};

struct Selection {
  enum class Of { cells, faces };
  Of of = Of::cells;
  std::vector<Label> members;  ///< ascending, each once
};

/// The cells or faces that a source chooses; a cell or face belongs to a shape if its centre does. Boxes include
/// their boundary; spheres, cylinders and annuli exclude theirs, ends included (v1912's comparisons). A line on the log says what
/// is done.
///
/// Sources for cells: boxToCell (box | boxes | min, max), rotatedBoxToCell (origin, i, j, k), sphereToCell (origin or centre,
/// radius, innerRadius), cylinderToCell (p1, p2, radius, innerRadius), cylinderAnnulusToCell (p1, p2, outerRadius,
/// innerRadius), zoneToCell (zone | zones), labelToCell (value), patchToCell (patch | patches), nearestToCell (points),
/// fieldToCell (field, min, max). For faces: boxToFace, sphereToFace, cylinderToFace, cylinderAnnulusToFace, patchToFace,
/// zoneToFace, boundaryToFace, labelToFace, normalToFace (normal, cos).
/// Errors (badCase): unknown or unsupported source, missing entries, names that match nothing.
Selection select(const std::string& source, const config::Dictionary& controls, const SourceContext& context, Log& log);

/// Names of all sources.
std::vector<std::string> sourceNames();

}  // namespace eagre::case_
