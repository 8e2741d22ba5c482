// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/wall_cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/fields/boundary_condition.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::View;

WallCells::WallCells(fv::VolScalarField& dissipation, const fv::VolScalarField& nut) {
  const auto& mesh = dissipation.mesh();
  marked_.assign(static_cast<std::size_t>(mesh.nCells), 0);
  std::vector<double> nFaces(static_cast<std::size_t>(mesh.nCells), 0.0);
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    const auto& patch = mesh.patches[p];
    auto* wallFunction = dynamic_cast<fv::DissipationWallFunction*>(dissipation.conditions()[p].get());
    if (!wallFunction) continue;
    const auto* viscosity = dynamic_cast<const fv::ViscosityWallFunction*>(nut.conditions()[p].get());
    if (!viscosity)
      throw Error(fmt::format("patch {}: {} has an {}, so nut needs a wall function, e.g. nutkWallFunction; it has {}",
                              patch.name, dissipation.name(), dissipation.conditions()[p]->type(), nut.conditions()[p]->type()),
                  ExitCode::badCase);
    walls_.push_back({&patch, wallFunction, viscosity->law()});
    for (Label b = patch.start; b < patch.start + patch.size; ++b) {
      marked_[owner[b]] = 1;
      ++nFaces[owner[b]];
    }
  }
  weights_.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) weights_[b] = marked_[owner[b]] ? 1 / nFaces[owner[b]] : 0;
}

void WallCells::set(const Flow& flow, const fv::VolScalarField& k, const fv::VolScalarField& nut, fv::VolScalarField& dissipation,
                    std::span<double> G) const {
  const auto& mesh = dissipation.mesh();
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  for (const Wall& wall : walls_)
    kernel::sequentialFor(
        "wall cells: zero", wall.patch->start, wall.patch->start + wall.patch->size,
        [owner, G, dissipation = View(dissipation.cells())](Label b) { dissipation[owner[b]] = G[owner[b]] = 0; });
  std::vector<Vec3> gradient;
  std::vector<fv::WallFace> faces;
  std::vector<fv::WallCellValues> values;
  for (const Wall& wall : walls_) {
    const auto& patch = *wall.patch;
    gradient.resize(static_cast<std::size_t>(patch.size));
    flow.U.conditions()[static_cast<std::size_t>(&patch - mesh.patches.data())]->snGrad(flow.U, gradient);
    faces.resize(gradient.size());
    values.resize(gradient.size());
    kernel::parallelFor(
        "wall cells: faces", patch.size,
        [start = patch.start, owner, y = View(mesh.wallDistance), k = View(k.cells()), nu = View(flow.nu.boundary()),
         nut = View(nut.boundary()), gradient = View(gradient), faces = View(faces)](Label i) {
          const Label b = start + i;
          faces[i] = {y[b], k[owner[b]], nu[b], nut[b], mag(gradient[i])};
        });
    wall.dissipation->cellValues(wall.law, faces, values);
    kernel::sequentialFor("wall cells", 0, patch.size,  // a cell may have several faces
                          [start = patch.start, owner, G, weights = View(weights_), values = View(values),
                           dissipation = View(dissipation.cells())](Label i) {
                            const Label b = start + i, c = owner[b];
                            dissipation[c] += weights[b] * values[i].dissipation;
                            G[c] += weights[b] * values[i].G;
                          });
  }
  std::vector<double> atWall;
  for (const Wall& wall : walls_) {
    atWall.clear();
    for (Label b = wall.patch->start; b < wall.patch->start + wall.patch->size; ++b) atWall.push_back(dissipation[owner[b]]);
    wall.dissipation->setValues(atWall);
    std::copy(atWall.begin(), atWall.end(), dissipation.boundary().begin() + wall.patch->start);
  }
  dissipation.updateGhosts();
}

}  // namespace eagre::physics
