// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fv/fields/boundary_condition.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/derived.hpp"
#include "physics/turbulence/les_delta.hpp"
#include "physics/turbulence/nearest_wall.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

constexpr double farAway = 500;  ///< y+ from which on nothing is left of the damping: OpenFOAM's wave ends there

class VanDriest final : public LesDelta {
 public:
  VanDriest(const config::Dictionary& dict, const LesFlow& flow)
      : LesDelta(flow.context.mesh),
        flow_(flow),
        geometric_(makeLesDelta(dict.subDict("vanDriestCoeffs"), flow)),
        onFaces_(static_cast<std::size_t>(flow.context.mesh.nBoundaryFaces)),
        behindWall_(static_cast<std::size_t>(flow.context.mesh.nCells), 0) {
    const auto& own = dict.subDict("vanDriestCoeffs");
    Aplus_ = own.getOr("Aplus", 26.0);
    share_ = dict.getOr("kappa", 0.41) / own.getOr("Cdelta", 0.158);
    width_.cells() = geometric_->width().cells();
    const auto& mesh = flow.context.mesh;
    for (const mesh::Patch& patch : mesh.patches)
      if (patch.type == "wall")
        for (Label b = patch.start; b < patch.start + patch.size; ++b) behindWall_[mesh.owner[mesh.nInteriorFaces() + b]] = 1;
  }

  void correct() override {
    geometric_->correct();
    setWallUnits();
    const auto& mesh = flow_.context.mesh;
    const auto& nearestWall = nearestWall_.get(mesh, [&mesh] { return std::make_shared<const NearestWall>(mesh); });
    const std::vector<double> units = (*nearestWall)(onFaces_);
    kernel::parallelFor({"LES delta: vanDriest", 40}, mesh.nCells,
                        [Aplus = Aplus_, share = share_, y = View(mesh.cellWallDistance), nearest = View(mesh.nearestWallFace),
                         units = View(units), behindWall = View(behindWall_), geometric = View(geometric_->width().cells()),
                         width = View(width_.cells())](Label c) {
                          width[c] = geometric[c];
                          if (nearest[c] < 0) return;
                          const double yPlus = y[c] / units[c];
                          if (yPlus < farAway || behindWall[c])
                            width[c] = std::min(geometric[c], share * (1 + small - std::exp(-yPlus / Aplus)) * y[c]);
                        });
    width_.updateGhosts();
  }

 private:
  /// nu / ((nu + nut) |dU/dn|)^(1/2) on walls.
  void setWallUnits() {
    const auto& mesh = flow_.context.mesh;
    std::vector<Vec3> gradient;
    for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
      const mesh::Patch& patch = mesh.patches[p];
      if (patch.type != "wall") continue;
      gradient.resize(static_cast<std::size_t>(patch.size));
      flow_.U.conditions()[p]->snGrad(flow_.U, gradient);
      kernel::parallelFor("LES delta: wall units", patch.size,
                          [start = patch.start, nu = View(flow_.nu.boundary()), nut = View(flow_.nut.boundary()),
                           gradient = View(gradient), units = View(onFaces_)](Label i) {
                            const Label b = start + i;
                            units[b] = nu[b] / std::sqrt((nu[b] + nut[b]) * mag(gradient[i]) + vSmall);
                          });
    }
  }

  LesFlow flow_;
  std::unique_ptr<LesDelta> geometric_;
  mesh::Derived<std::shared_ptr<const NearestWall>> nearestWall_;
  std::vector<double> onFaces_;   ///< nu / u_tau, nBoundaryFaces
  std::vector<char> behindWall_;  ///< nCells
  double Aplus_ = 0, share_ = 0;
};

}  // namespace

std::unique_ptr<LesDelta> makeVanDriestDelta(const config::Dictionary& les, const LesFlow& flow) {
  return std::make_unique<VanDriest>(les, flow);
}

}  // namespace eagre::physics
