// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/find_cell.hpp"

#include <algorithm>

namespace eagre::mesh {

namespace {
constexpr double onFace = 1e-9;  ///< sine of the angle between a face and the way to a point that is taken to lie on it
}

Label findCell(const Mesh& mesh, const Vec3& point, bool& found) {
  std::vector<char> inside(static_cast<std::size_t>(mesh.nAllCells()), 1);
  const auto Cf = mesh.faceCentres();
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const Vec3 way = point - Cf(f);
    const double side = dot(way, mesh.Sf[f]), least = onFace * mag(way) * mesh.magSf[f];
    if (side > least) inside[mesh.owner[f]] = 0;
    if (side < -least && f < mesh.nInteriorFaces()) inside[mesh.neighbour[f]] = 0;
  }
  const auto& comm = mesh.communicator();
  double nearest = vGreat;
  for (Label c = 0; c < mesh.nCells; ++c)
    if (inside[c]) nearest = std::min(nearest, mag(mesh.C[c] - point));
  nearest = comm.min(nearest);
  found = nearest < vGreat;
  Label cell = -1;
  for (Label c = 0; c < mesh.nCells; ++c)
    if (inside[c] && mag(mesh.C[c] - point) <= (1 + onFace) * nearest && (cell < 0 || mesh.cellGlobal[c] < mesh.cellGlobal[cell]))
      cell = c;
  const double own = cell >= 0 ? static_cast<double>(mesh.cellGlobal[cell]) : vGreat;
  return comm.min(own) == own && cell >= 0 ? cell : -1;
}

}  // namespace eagre::mesh
