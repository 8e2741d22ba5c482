// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "case/decomposed/processor_files.hpp"
#include "case/poly_mesh_io.hpp"

namespace eagre::case_ {

/// Where the faces of one patch of a processor's mesh are: in the global patch, or, of processor patches, in the mesh.
struct PatchPart {
  std::string name;         ///< in the processor's files
  Label patch = -1;         ///< of the global mesh; -1: of type processor, its faces are internal ones
  bool processor = false;   ///< processor or processorCyclic: the values on it are those of the processor on the other side, too
  std::vector<Label> from;  ///< positions of the faces in the processor's patch, of those that are taken from this side
  std::vector<Label> to;    ///< and in the global patch, or among the internal faces
  Label size = 0;           ///< of the processor's patch
};

/// The mesh of one processor: which cells and internal faces of the global mesh it has.
struct ProcessorMesh {
  std::vector<Label> cells;
  std::vector<Label> faces;  ///< all faces: +-(global face + 1); -: its normal points the other way
  std::vector<mesh::PolyPatch> patches;
  std::vector<PatchPart> parts;  ///< one per patch
  Label nInternalFaces() const {
    return patches.empty() ? static_cast<Label>(faces.size()) : static_cast<Label>(patches.front().start);
  }
};

/// A global mesh and how it was cut: what puts fields of processors together.
struct Decomposition {
  ProcessorFiles files;
  MeshOutline mesh;
  std::vector<ProcessorMesh> processors;
};

/// Reads cellProcAddressing, faceProcAddressing and boundary of all processors. Errors (badCase): a directory or file is missing
/// (the addressing of a case that was decomposed by hand, or copied without it), or what they say does not cover the cells and
/// faces of this mesh once each.
Decomposition readDecomposition(ProcessorFiles files, MeshOutline mesh);

/// The mesh that was cut into these parts, in its own order: from the meshes and the addressing of the processors, with zones
/// (whose members come in rising order). Errors (badCase): as above.
mesh::PolyMesh reconstructMesh(const ProcessorFiles& files);

}  // namespace eagre::case_
