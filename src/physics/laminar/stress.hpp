// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "fv/gradient.hpp"
#include "fv/terms.hpp"

namespace eagre::physics {

/// The viscous stress of a Newtonian fluid as the momentum equation has it,
///     div(mu grad U) + div(mu dev2((grad U)^T)),   dev2(T) = T - (2/3) tr(T) I,
/// the first implicit, the second explicit by Gauss linear or Gauss midPoint. [N/m^3] for mu in Pa s.
/// Keeps the velocity's gradient, which convection schemes can share.
class NewtonianStress {
 public:
  /// divName: of the explicit part in divSchemes.
  NewtonianStress(const fv::Context& context, const std::string& divName, std::string gradientName = "grad(U)")
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
    for (const auto& condition : U.conditions()) condition->updateCoeffs(U, *context_);
    (*scheme_)(U, gradU_);
  }
  /// The explicit part, of the gradient last computed.
  auto transposed(const fv::CellValues<double>& mu, const fv::VolVectorField& U) const {
    return fv::fvm::divTransposedStress(mu, gradU_, weights_, U);
  }
  fv::KnownGradient<Vec3> gradU() const { return {gradientName_, &gradU_}; }
  /// n numbers of memory for who needs the gradient no more, until the next correct().
  std::span<double> lend(std::size_t n) {
    constexpr auto each = static_cast<std::size_t>(nComponents<Tensor>);
    auto& cells = gradU_.cells;
    if (cells.size() * each < n) {
      cells.reserve((n + each - 1) / each);  // no more than that
      cells.resize((n + each - 1) / each);
    }
    return {reinterpret_cast<double*>(cells.data()), n};
  }

 private:
  const fv::Context* context_;
  fv::FaceWeights weights_;
  std::string gradientName_;
  std::unique_ptr<fv::GradientScheme<Vec3>> scheme_;
  fv::CellValues<Tensor> gradU_;
};

}  // namespace eagre::physics
