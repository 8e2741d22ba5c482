// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "mesh/cell_graph.hpp"
#include "mesh/layout.hpp"
#include "physics/turbulence/les_delta.hpp"

namespace eagre::physics {

void smoothWidth(double ratio, fv::VolScalarField& width) {
  const auto& mesh = width.mesh();
  const mesh::CellGraph graph(mesh);
  std::vector<double> whole = mesh::gatherAllCells(mesh, width.cells(), 1);
  if (mesh.communicator().master()) mesh::smooth(graph, ratio, whole);
  const std::vector<double> own = mesh::scatterCells(mesh, whole, 1);
  std::copy(own.begin(), own.end(), width.cells().begin());
  width.updateGhosts();
}

}  // namespace eagre::physics
