// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/fields/cell_faces.hpp"
#include "interface/curvature/curvature_model.hpp"
#include "interface/curvature/distance_curvature.hpp"
#include "interface/curvature/heights.hpp"
#include "interface/curvature/paraboloid_fit.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/derived.hpp"

namespace eagre::interface_ {

// grad_alpha.cpp
std::unique_ptr<CurvatureModel> makeGradAlpha(const config::Dictionary&, const fv::Context& context, InterfaceState& state);

using kernel::parallelFor;
using kernel::View;

namespace {

/// The curvature of heights in the cells that the interface crosses; where there are no heights, that of a paraboloid fitted to
/// the pieces of the interface around, or with contact angles, which the fit does not know, that of the distance; where these lie
/// on none, as those of a smeared interface do not, that of the gradient of alpha. Or paraboloids first. Or that of the distance
/// to the planes of the interface, and where there is none that of the gradient. Other cells of the band get the mean of the
/// cells around.
class GeometricCurvature final : public CurvatureModel {
 public:
  enum class First { heights, fit, distance };

  GeometricCurvature(const fv::Context& context, InterfaceState& state, First first)
      : state_(&state),
        first_(first),
        K_("interfaceProperties:K", Dimensions{{0, -1}}, context.mesh),
        gradients_(makeGradAlpha(config::Dictionary(), context, state)) {
    fv::setCalculatedConditions(K_);
    if (!context.mesh.points) return;  // a check without a mesh
    const bool fits = first != First::distance && !state.hasContactAngle();
    if (fits) fit_.emplace(context.mesh, state);
    if (!fits) distance_ = std::make_unique<DistanceCurvature>(context, state);
  }

  bool belongsToInterface() const override { return true; }

  const fv::VolScalarField& operator()() override {
    const View K(K_.cells());
    parallelFor({"curvature: none", 8}, K_.mesh().nAllCells(), [K](Label c) { K[c] = none; });
    findCrossed();
    if (first_ == First::heights) takeHeights();
    if (fit_ && anyMissing()) (*fit_)(crossed_, K);
    if (distance_ && anyMissing()) (*distance_)(K);
    if (anyMissing()) takeGradients();
    for (int pass = 0; pass < passes; ++pass) spread();
    K_.updateGhosts();
    return K_;
  }

 private:
  static constexpr int passes = 2;

  /// The cells that the interface crosses, or that have one of their faces in it, in the order of the mesh's cells, so that it
  /// does not depend on how the band grew.
  void findCrossed() {
    const auto& alpha = state_->alpha1().cells();
    const fv::AroundAnyCell any(K_.mesh());
    const auto isCrossed = [&](Label c) {
      if (alpha[c] > Heights::pure && alpha[c] < 1 - Heights::pure) return true;
      bool meets = false;
      fv::AroundAnyCell(any, c)([&](Label, Label N, double) { meets |= std::abs(alpha[N] - alpha[c]) > 1 - Heights::pure; },
                                [](Label) {});
      return meets;
    };
    crossed_.clear();
    std::ranges::copy_if(state_->band().cells(), std::back_inserter(crossed_), isCrossed);
    std::ranges::sort(crossed_);
  }

  void takeHeights() {
    const mesh::Mesh& mesh = K_.mesh();
    const mesh::BoxCells& boxes = boxes_.get(mesh, [&] { return mesh::BoxCells(mesh, Heights::reach); });
    alpha_.resize(static_cast<std::size_t>(boxes.nCells()));
    parallelFor({"heights: alpha", 16}, mesh.nCells,
                [to = View(alpha_), from = View(state_->alpha1().cells())](Label c) { to[c] = from[c]; });
    boxes.update(alpha_);
    findWalls();
    parallelFor("heights", static_cast<Label>(crossed_.size()),
                [cells = View(crossed_), K = View(K_.cells()), heights = Heights{boxes.view(), alpha_.data()},
                 walls = std::span(std::as_const(walls_)), starts = View(std::as_const(wallStarts_))](Label i) {
                  const auto own =
                      walls.subspan(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(starts[i + 1] - starts[i]));
                  K[cells[i]] = heights.curvature(cells[i], own).value_or(none);
                });
  }

  /// Walls with a contact angle beside the crossed cells.
  void findWalls() {
    walls_.clear();
    if (!state_->hasContactAngle()) return wallStarts_.assign(crossed_.size() + 1, 0);
    wallStarts_.assign(1, 0);
    const mesh::Mesh& mesh = K_.mesh();
    const auto theta = state_->contactAngles();
    const Label first = mesh.nInteriorFaces();
    for (const Label c : crossed_) {
      for (Label i = mesh.outerStart[c]; i < mesh.outerStart[c + 1]; ++i) {
        const Label f = mesh.outer[i];
        if (f < first || theta[f - first] == 90) continue;
        const Vec3 S = mesh.Sf[f];
        for (std::int8_t d = 0; d < 3; ++d)
          if (std::abs(S[d]) > 0.5 * mesh.magSf[f])
            walls_.push_back({d, S[d] > 0, 1 / std::tan(theta[f - first] * std::numbers::pi / 180)});
      }
      wallStarts_.push_back(static_cast<Label>(walls_.size()));
    }
  }

  bool anyMissing() const {
    const auto& K = K_.cells();
    return K_.mesh().communicator().any(std::any_of(crossed_.begin(), crossed_.end(), [&](Label c) { return K[c] == none; }));
  }

  void takeGradients() {
    const auto& gradients = (*gradients_)();
    parallelFor("curvature: gradients", static_cast<Label>(crossed_.size()),
                [cells = View(crossed_), K = View(K_.cells()), from = View(gradients.cells())](Label i) {
                  if (K[cells[i]] == none) K[cells[i]] = from[cells[i]];
                });
  }

  /// Cells of the band that have no curvature get the mean of those around them. Of two passes nothing depends on what the band
  /// was before: a cell beside one that the interface crosses is in it at any rate.
  void spread() {
    K_.updateGhosts();
    const auto cells = state_->band().cells();
    means_.resize(cells.size());
    parallelFor("curvature: means", static_cast<Label>(cells.size()),
                [cells, means = View(means_), K = View(K_.cells()), any = fv::AroundAnyCell(K_.mesh())](Label i) {
                  double sum = 0;
                  int n = 0;
                  const auto add = [K, &sum, &n](Label, Label N, double) {
                    if (K[N] != none) sum += K[N], ++n;
                  };
                  fv::AroundAnyCell(any, cells[i])(add, [](Label) {});
                  means[i] = n > 0 ? sum / n : none;
                });
    parallelFor("curvature: spread", static_cast<Label>(cells.size()),
                [cells, means = View(means_), K = View(K_.cells())](Label i) {
                  if (K[cells[i]] == none) K[cells[i]] = means[i];
                });
  }

  InterfaceState* state_;
  First first_;
  fv::VolScalarField K_;
  mesh::Derived<mesh::BoxCells> boxes_;
  std::optional<ParaboloidFit> fit_;
  std::unique_ptr<DistanceCurvature> distance_;
  std::unique_ptr<CurvatureModel> gradients_;
  std::vector<Label> crossed_;
  std::vector<double> alpha_;  ///< of the boxes of other ranks, too
  std::vector<Heights::Wall> walls_;
  std::vector<Label> wallStarts_;  ///< of each crossed cell in walls_
  std::vector<double> means_;      ///< of cells of the band
};

/// Fits take boundaries for mirrors, so that a contact angle would be wrong in silence.
void requireRightAngles(const InterfaceState& state) {
  if (state.hasContactAngle())
    throw Error(
        "contact angles need `curvatureModel heightFunction`, `RDF` or `gradAlpha`: by fitParaboloid the interface meets "
        "boundaries at a right angle",
        ExitCode::badCase);
}

}  // namespace

/// A parabola in the plane of a wedge lacks the curvature across it.
void checkGeometricCurvature(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems) {
  for (const auto& patch : context.mesh.patches)
    if (patch.type == "wedge")
      problems.add(
          surfaceForces.at("curvatureModel").place,
          fmt::format("wedge patches ({}) need `curvatureModel RDF` or `gradAlpha`: heightFunction and fitParaboloid do not see "
                      "the curvature across a wedge",
                      patch.name));
  if (context.mesh.overlaps || !context.mesh.rotations.empty())
    problems.add(surfaceForces.at("curvatureModel").place,
                 "heightFunction and fitParaboloid do not see the interface across cyclicAMI patches and those of transform "
                 "rotational: use `curvatureModel gradAlpha`");
}

std::unique_ptr<CurvatureModel> makeHeightFunction(const config::Dictionary&, const fv::Context& context, InterfaceState& state) {
  return std::make_unique<GeometricCurvature>(context, state, GeometricCurvature::First::heights);
}

std::unique_ptr<CurvatureModel> makeFitParaboloid(const config::Dictionary&, const fv::Context& context, InterfaceState& state) {
  requireRightAngles(state);
  return std::make_unique<GeometricCurvature>(context, state, GeometricCurvature::First::fit);
}

std::unique_ptr<CurvatureModel> makeDistanceCurvature(const config::Dictionary&, const fv::Context& context,
                                                      InterfaceState& state) {
  return std::make_unique<GeometricCurvature>(context, state, GeometricCurvature::First::distance);
}

void checkDistanceCurvature(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems) {
  if (context.mesh.overlaps || !context.mesh.rotations.empty())
    problems.add(surfaceForces.at("curvatureModel").place,
                 "RDF does not see the interface across cyclicAMI patches and those of transform rotational: use "
                 "`curvatureModel gradAlpha`");
}

}  // namespace eagre::interface_
