// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "fv/schemes/gradient.hpp"

namespace eagre::physics {

/// Kinematic viscosity with the eddy viscosity, nuEff [m^2/s], and without it, of boundary face b or cell c of what the solver
/// has registered: nu, a number or a field, nut, or (rho*nuEff) over rho. Errors (badCase): none of them is there.
class EffectiveViscosity {
 public:
  explicit EffectiveViscosity(const fv::Context& context);
  double atBoundary(Label b) const;
  double laminarAtBoundary(Label b) const;
  double inCell(Label c) const;

 private:
  std::optional<double> uniform_;
  const fv::VolScalarField *nu_, *nut_, *mu_ = nullptr, *rho_ = nullptr;
};

/// The stress divided by the density on boundary faces, R = sigma - nuEff dev(grad U + (grad U)^T) [m^2/s^2], with the gradient
/// of fvSchemes and the elastic stress that is registered as sigma, or that of a turbulence model as nonlinearStress, if there is
/// one.
class BoundaryStress {
 public:
  /// Makes the gradient of the velocity `name`. Collective.
  void correct(const fv::Context& context, const std::string& name);
  /// n.R of boundary face b for any vector n.
  Vec3 operator()(const Vec3& n, Label b, double nuEff) const;

 private:
  std::unique_ptr<fv::GradientScheme<Vec3>> scheme_;
  fv::CellValues<Tensor> gradient_;
  const fv::VolField<SymmTensor>* sigma_ = nullptr;
};

}  // namespace eagre::physics
