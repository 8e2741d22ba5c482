// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/boundary_condition.hpp"
#include "fv/schemes/schemes.hpp"
#include "fv/schemes/sn_grad.hpp"
#include "interface/surface_force/surface_force.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {

const char* const curvatureScheme = "interpolate((sigma*interfaceProperties:K))";

/// The continuum surface force of Brackbill, Kothe and Zemach (1992): F_f = (sigma K)_f snGrad(alpha), with
/// snGrad as the pressure gradient has it, which the force is in balance with if K is the same everywhere.
class AlphaCSF final : public SurfaceForce {
 public:
  AlphaCSF(const SurfaceForceInputs& inputs, std::unique_ptr<CurvatureModel> curvature)
      : context_(&inputs.context),
        state_(&inputs.state),
        sigma_(inputs.sigma),
        curvature_(std::move(curvature)),
        snGradScheme_(fv::snGradScheme(inputs.context, "snGrad(" + inputs.state.alpha1().name() + ")")),
        curvatureWeights_(inputs.context, curvatureScheme),
        snGradBoundary_(static_cast<std::size_t>(inputs.context.mesh.nBoundaryFaces)) {}

  void operator()(std::span<double> force) override {
    const auto& mesh = context_->mesh;
    parallelFor({"surface tension: zero", 8}, mesh.nFaces(), [F = View(force)](Label f) { F[f] = 0; });
    if (sigma_ == 0) return;
    const View K((*curvature_)().cells());
    auto& alpha1 = state_->alpha1();
    const InterfaceBand& band = state_->band();
    const bool corrected = fv::needsCorrection(mesh, snGradScheme_);
    if (corrected) fv::nonOrthCorrectionFlux(*context_, alpha1, snGradScheme_, snGradCorrection_, correctionGradient_);
    const auto onFace = [corrected, K, ofCells = curvature_->belongsToInterface(), F = View(force), sigma = sigma_,
                         owner = View(mesh.owner), neighbour = View(mesh.neighbour), weights = curvatureWeights_.data(),
                         coeffs = View(fv::snGradCoeffs(mesh, snGradScheme_)), alpha = View<const double>(alpha1.cells()),
                         correction = View(snGradCorrection_)](Label f) {
      const Label P = owner[f], N = neighbour[f];
      const double faceK = ofCells ? CurvatureModel::onFace(K[P], K[N], alpha[P], alpha[N]) : weights[f] * (K[P] - K[N]) + K[N];
      const double snGrad = coeffs[f] * (alpha[N] - alpha[P]) + (corrected ? correction[f] : 0);
      F[f] = sigma * faceK * snGrad;
    };
    const auto internal = band.internalFaces(), outer = band.boundaryFaces();
    parallelFor({"surface tension", 44}, static_cast<Label>(internal.size()),
                [onFace, internal](Label i) { onFace(internal[i]); });
    parallelFor("surface tension: coupled", mesh.nInternalFaces, mesh.nInteriorFaces(), onFace);
    for (const auto& condition : alpha1.conditions()) {
      const auto& patch = condition->patch();
      if (patch.size > 0) condition->snGrad(alpha1, std::span(snGradBoundary_).subspan(patch.start, patch.size));
    }
    parallelFor("surface tension: boundary", static_cast<Label>(outer.size()),
                [outer, K, F = View(force), sigma = sigma_, owner = View(mesh.owner), snGrad = View(snGradBoundary_),
                 first = mesh.nInteriorFaces()](Label i) {
                  const Label f = outer[i];
                  const double cellK = K[owner[f]];
                  F[f] = cellK == CurvatureModel::none ? 0 : sigma * cellK * snGrad[f - first];
                });
  }

 private:
  const fv::Context* context_;
  InterfaceState* state_;
  double sigma_;
  std::unique_ptr<CurvatureModel> curvature_;
  fv::SnGradScheme snGradScheme_;
  fv::FaceWeights curvatureWeights_;
  std::vector<double> snGradBoundary_;
  std::vector<double> snGradCorrection_;  ///< empty where the scheme does not need it
  fv::CellValues<Vec3> correctionGradient_;
};

}  // namespace

bool correctionReachesBeyondBand(const fv::Context& context, const std::string& alphaName, bool moves) {
  const fv::SnGradScheme scheme = fv::snGradScheme(context, "snGrad(" + alphaName + ")");
  return scheme.corrected && (moves || fv::needsCorrection(context.mesh, scheme)) &&
         fv::makeGradientScheme<double>(context, "grad(" + alphaName + ")")->words().empty();
}

std::unique_ptr<SurfaceForce> makeAlphaCSF(const config::Dictionary&, const SurfaceForceInputs& inputs,
                                           std::unique_ptr<CurvatureModel> curvature) {
  return std::make_unique<AlphaCSF>(inputs, std::move(curvature));
}

void checkAlphaCSF(const config::Dictionary&, const fv::Context& context, const std::string& alphaName, Problems& problems) {
  fv::checkScheme<double>(context, "snGradSchemes", "snGrad(" + alphaName + ")", problems);
  fv::FaceWeights::check(context, "interpolationSchemes", curvatureScheme, problems);
}

}  // namespace eagre::interface_
