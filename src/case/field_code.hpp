// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "case/field_file.hpp"
#include "config/code/host.hpp"
#include "mesh/mesh.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// What the code of a #codeStream sees of the global mesh. On rank 0: so the code runs as it does in a serial program, on any
/// number of ranks, whatever it makes of the numbers of cells and faces.
struct CodeMesh {
  std::vector<mesh::PolyPatch> patches;
  config::code::ListPtr cellCentres = {}, cellVolumes = {};             ///< [m], [m^3]
  std::vector<config::code::ListPtr> faceCentres = {}, faceAreas = {};  ///< per patch [m], [m^2]; of empty patches without values
};
CodeMesh codeMesh(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry);
/// The same of a mesh in parts; empty on the other ranks. Collective.
CodeMesh codeMesh(const mesh::Mesh& mesh);

/// Whether an entry of the field waits for code to be run: internalField (then field.internal has no values yet), or one of
/// boundaryField.
bool hasCode(const RawField& field);
/// Runs the codes of the field and puts what they write in their place. time() is that of the directory of the file.
/// Errors (badCase): those of the code, with file and line; what it writes is no value of the field.
void runCodes(RawField& field, const CodeMesh& mesh);
/// The same with a mesh that is there as a whole; the mesh is looked at only if there are codes.
void runCodes(RawField& field, const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry);

}  // namespace eagre::case_
