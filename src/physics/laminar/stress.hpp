// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "fv/equation/terms.hpp"
#include "fv/schemes/gradient.hpp"

namespace eagre::physics {

/// The viscous stress of a Newtonian fluid as the momentum equation has it,
///     div(mu grad U) + div(mu dev2((grad U)^T)),   dev2(T) = T - (2/3) tr(T) I,
/// the first implicit, the second explicit by Gauss linear or Gauss midPoint. [N/m^3] for mu in Pa s.
/// Convection schemes can share the velocity's gradient, from correct() to release().
class NewtonianStress {
 public:
  /// divName: of the explicit part in divSchemes.
  NewtonianStress(fv::Context& context, const std::string& divName, std::string gradientName = "grad(U)")
      : context_(&context),
        weights_(context, "divSchemes", divName),
        gradientName_(std::move(gradientName)),
        scheme_(fv::makeGradientScheme<Vec3>(context, gradientName_)) {}
  static void check(const fv::Context& context, const std::string& divName, Problems& problems) {
    fv::FaceWeights::check(context, "divSchemes", divName, problems);
  }
  /// Recomputes the gradient from the present velocity, its boundary conditions those of the new time, as in the equation that is
  /// assembled next.
  void correct(fv::VolVectorField& U) {
    const auto& mesh = U.mesh();
    for (const auto& condition : U.conditions()) condition->updateCoeffs(U, *context_);
    if (gradU_.empty()) gradU_ = context_->workspace.take<Tensor>(static_cast<std::size_t>(mesh.nAllCells()));
    boundaryGradU_.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
    (*scheme_)(U, gradU_, boundaryGradU_);
  }
  /// The explicit part, of the gradient last computed.
  auto transposed(const fv::CellValues<double>& mu, const fv::VolVectorField& U) const {
    return fv::fvm::divTransposedStress(mu, gradU_, boundaryGradU_, weights_, U);
  }
  /// Adds to the source of an equation of U with transposed() what that misses on overlapping patches (mesh/overlaps.hpp): the
  /// mean of mu grad U over the cells behind a face is not the product of the means, which the ghosts have. source: nCells.
  /// Collective.
  void addBehindOverlaps(const fv::CellValues<double>& mu, std::span<Vec3> source) const;
  /// That gradient, cells with ghosts and boundary.
  std::span<const Tensor> cells() const { return gradU_; }
  std::span<const Tensor> boundary() const { return boundaryGradU_; }
  fv::KnownGradient<Vec3> gradU() const { return {gradientName_, gradU_.data()}; }
  /// Returns the storage of the gradient to the workspace, once the equation is assembled.
  void release() { kernel::Workspace::give(gradU_); }

 private:
  fv::Context* context_;
  fv::FaceWeights weights_;
  std::string gradientName_;
  std::unique_ptr<fv::GradientScheme<Vec3>> scheme_;
  kernel::Array<Tensor> gradU_;  ///< nAllCells; empty before correct() and after release()
  std::vector<Tensor> boundaryGradU_;
};

}  // namespace eagre::physics
