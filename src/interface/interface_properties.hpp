// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "fv/boundary_condition.hpp"
#include "fv/schemes.hpp"

namespace eagre::interface_ {

/// Normal, curvature and surface tension of the interface alpha = 1/2 by the continuum surface force of Brackbill, Kothe and
/// Zemach (1992), discretised as OpenFOAM's interfaceProperties:
///     nHat_f = (grad alpha)_f / (|(grad alpha)_f| + deltaN),   K = - div(nHat_f . S_f),   F_f = (sigma K)_f snGrad(alpha),
/// with nHat turned to the contact angle on walls that prescribe one. deltaN = 1e-8 / (mean cell volume)^(1/3) keeps the normal
/// finite away from the interface.
class InterfaceProperties {
 public:
  InterfaceProperties(const fv::Context& context, fv::VolScalarField& alpha1, const fv::VolVectorField& U, double sigma);

  /// Recomputes nHatf and K from alpha1; sets the gradient of contact-angle conditions.
  void correct();
  /// nHat . S_f on all faces [m^2].
  const std::vector<double>& nHatf() const { return nHatf_; }
  const fv::VolScalarField& curvature() const { return K_; }
  /// F_f [N/m^3] on all faces.
  void surfaceTensionForce(std::vector<double>& force);
  /// 1 where 0.01 <= alpha1 <= 0.99.
  bool nearInterface(Label cell) const { return alpha1_->cells()[cell] >= 0.01 && alpha1_->cells()[cell] <= 0.99; }
  double sigma() const { return sigma_; }

 private:
  void correctContactAngle(std::vector<Vec3>& nHatBoundary);

  const fv::Context* context_;
  fv::VolScalarField* alpha1_;
  const fv::VolVectorField* U_;
  double sigma_, deltaN_;
  std::vector<double> nHatf_, snGradAlpha_, faceK_;
  fv::VolScalarField K_;
  fv::CellValues<Vec3> gradAlpha_;
  std::vector<Vec3> nHatBoundary_;
};

}  // namespace eagre::interface_
