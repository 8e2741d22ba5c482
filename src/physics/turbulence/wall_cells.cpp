// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/wall_cells.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fv/boundary_condition.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::physics {

WallCells::WallCells(fv::VolScalarField& epsilon, const fv::VolScalarField& nut) {
  const auto& mesh = epsilon.mesh();
  marked_.assign(static_cast<std::size_t>(mesh.nCells), 0);
  std::vector<double> nFaces(static_cast<std::size_t>(mesh.nCells), 0.0);
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    const auto& patch = mesh.patches[p];
    auto* dissipation = dynamic_cast<fv::DissipationWallFunction*>(epsilon.conditions()[p].get());
    if (!dissipation) continue;
    const auto* viscosity = dynamic_cast<const fv::ViscosityWallFunction*>(nut.conditions()[p].get());
    if (!viscosity)
      throw Error(
          fmt::format("patch {}: epsilon has an epsilonWallFunction, so nut needs a wall function, e.g. nutkWallFunction; "
                      "it has {}",
                      patch.name, nut.conditions()[p]->type()),
          ExitCode::badCase);
    walls_.push_back({&patch, dissipation, viscosity->law()});
    for (Label b = patch.start; b < patch.start + patch.size; ++b) {
      marked_[owner[b]] = 1;
      ++nFaces[owner[b]];
    }
  }
  weights_.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) weights_[b] = marked_[owner[b]] ? 1 / nFaces[owner[b]] : 0;
}

void WallCells::set(const Flow& flow, const fv::VolScalarField& k, const fv::VolScalarField& nut, fv::VolScalarField& epsilon,
                    std::span<double> G) const {
  const auto& mesh = epsilon.mesh();
  const Label* owner = mesh.owner.data() + mesh.nInteriorFaces();
  for (const Wall& wall : walls_)
    kernel::sequentialFor("wall cells: zero", wall.patch->start, wall.patch->start + wall.patch->size,
                          [&](Label b) { epsilon[owner[b]] = G[owner[b]] = 0; });
  std::vector<Vec3> gradient;
  for (const Wall& wall : walls_) {
    const auto& patch = *wall.patch;
    gradient.resize(static_cast<std::size_t>(patch.size));
    flow.U.conditions()[static_cast<std::size_t>(&patch - mesh.patches.data())]->snGrad(flow.U, gradient);
    const double Cmu25 = std::pow(wall.law.Cmu, 0.25), Cmu75 = std::pow(wall.law.Cmu, 0.75), kappa = wall.law.kappa;
    kernel::sequentialFor("wall cells", 0, patch.size, [&](Label i) {  // a cell may have several faces
      const Label b = patch.start + i, c = owner[b];
      const double y = mesh.wallDistance[b], w = weights_[b], nu = flow.nu.boundary()[b];
      const bool sublayer = wall.dissipation->lowReCorrection() && Cmu25 * y * std::sqrt(k[c]) / nu < wall.law.yPlusLam;
      epsilon[c] += w * (sublayer ? 2.0 * k[c] * nu / (y * y) : Cmu75 * std::pow(k[c], 1.5) / (kappa * y));
      if (!sublayer) G[c] += w * (nut.boundary()[b] + nu) * mag(gradient[i]) * Cmu25 * std::sqrt(k[c]) / (kappa * y);
    });
  }
  std::vector<double> values;
  for (const Wall& wall : walls_) {
    values.clear();
    for (Label b = wall.patch->start; b < wall.patch->start + wall.patch->size; ++b) values.push_back(epsilon[owner[b]]);
    wall.dissipation->setValues(values);
    std::copy(values.begin(), values.end(), epsilon.boundary().begin() + wall.patch->start);
  }
  epsilon.updateGhosts();
}

}  // namespace eagre::physics
