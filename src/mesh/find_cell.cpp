// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/find_cell.hpp"

namespace eagre::mesh {

Label findCell(const Mesh& mesh, const Vec3& point, bool& found) {
  std::vector<char> inside(static_cast<std::size_t>(mesh.nAllCells()), 1);
  const auto Cf = mesh.faceCentres();
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const double side = dot(point - Cf(f), mesh.Sf[f]);
    if (side > 0) inside[mesh.owner[f]] = 0;
    if (side < 0 && f < mesh.nInteriorFaces()) inside[mesh.neighbour[f]] = 0;
  }
  Label cell = -1;
  double nearest = vGreat;
  for (Label c = 0; c < mesh.nCells; ++c)
    if (inside[c] && mag(mesh.C[c] - point) < nearest) {
      nearest = mag(mesh.C[c] - point);
      cell = c;
    }
  const auto& comm = mesh.communicator();
  const double winner = comm.min(nearest);
  found = winner < vGreat;
  const double rank = comm.min(cell >= 0 && nearest == winner ? comm.rank() : great);
  return rank == comm.rank() ? cell : -1;
}

}  // namespace eagre::mesh
