// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "mesh/poly_mesh.hpp"
#include "output/vtk/vtk_cells.hpp"

namespace eagre::output {

/// The mesh that vtkCells() has made these cells of, but for the numbers of its faces and with one patch "boundary" of all faces
/// of one cell: VTK's cells name neither. Errors (io): a type that is none of VtkCells', a point or face that is not there.
mesh::PolyMesh polyMeshOf(std::vector<Vec3> points, const VtkCells& cells);

/// The mesh in the mesh file beside dumps, packed or not. Serial. Errors: Error(io).
mesh::PolyMesh readDumpedMesh(const std::filesystem::path& meshFile);

}  // namespace eagre::output
