// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/wall_cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/fields/boundary_condition.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/overlaps.hpp"

namespace eagre::physics {

using kernel::View;

WallCells::WallCells(fv::VolScalarField& dissipation, const fv::VolScalarField& nut) {
  const auto& mesh = dissipation.mesh();
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
  }
  stamp_.set(mesh);
  findCells(mesh);
}

namespace {

bool hasBlockages(const mesh::Mesh& mesh) { return mesh.overlaps && !mesh.overlaps->parts.empty(); }

/// The part of a boundary face that is a wall; 0 where that is too little to count.
double closedPart(const mesh::Mesh& mesh, Label b) {
  constexpr double leastClosed = 1e-5;
  if (!hasBlockages(mesh)) return 1;
  const double part = mesh.overlaps->parts[static_cast<std::size_t>(mesh.nInteriorFaces() + b)];
  return part > leastClosed ? part : 0;
}

}  // namespace

void WallCells::findCells(const mesh::Mesh& mesh) {
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  const auto nCells = static_cast<std::size_t>(mesh.nCells);
  std::vector<double> nFaces(nCells, 0.0), open(nCells, 1.0);
  for (const Wall& wall : walls_)
    for (Label b = wall.patch->start; b < wall.patch->start + wall.patch->size; ++b) {
      open[owner[b]] *= 1 - closedPart(mesh, b);
      ++nFaces[owner[b]];
    }
  marked_.assign(nCells, 0);
  cells_.clear();
  open_.clear();
  for (Label c = 0; c < mesh.nCells; ++c)
    if (open[c] < 1) {
      marked_[c] = 1;
      cells_.push_back(c);
      open_.push_back(open[c]);
    }
  weights_.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) weights_[b] = marked_[owner[b]] ? (1 - open[owner[b]]) / nFaces[owner[b]] : 0;
}

void WallCells::set(const Flow& flow, const fv::VolScalarField& k, const fv::VolScalarField& nut, fv::VolScalarField& dissipation,
                    std::span<double> G) {
  const auto& mesh = dissipation.mesh();
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  if (hasBlockages(mesh) && stamp_.renew(mesh)) findCells(mesh);
  kernel::parallelFor("wall cells: open part", static_cast<Label>(cells_.size()),
                      [cells = View(cells_), open = View(open_), G, dissipation = View(dissipation.cells())](Label i) {
                        dissipation[cells[i]] = open[i] > 0 ? open[i] * dissipation[cells[i]] : 0;
                        G[cells[i]] = open[i] > 0 ? open[i] * G[cells[i]] : 0;
                      });
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
