// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <vector>

#include "fv/boundary_condition.hpp"
#include "fv/schemes.hpp"
#include "fv/sn_grad.hpp"
#include "interface/band_gradient.hpp"
#include "interface/interface_band.hpp"

namespace eagre::interface_ {

/// nHat . S_f on interior faces [m^2], from the cell gradients of alpha; `per`: divided by this as well, in the same division.
struct FaceNormalFlux {
  const Label *owner, *neighbour;
  const double* weights;
  const Vec3* gradient;
  mesh::FaceAreas::View Sf;
  double deltaN;
  double operator()(Label f, double per = 1) const {
    const double w = weights[f];
    const Vec3 g = w * gradient[owner[f]] + (1 - w) * gradient[neighbour[f]];
    return dot(g, Sf[f]) / ((mag(g) + deltaN) * per);
  }
};

/// Normal, curvature and surface tension of the interface alpha = 1/2 by the continuum surface force of Brackbill, Kothe and
/// Zemach (1992), discretised as OpenFOAM's interfaceProperties:
///     nHat_f = (grad alpha)_f / (|(grad alpha)_f| + deltaN),   K = - div(nHat_f . S_f),   F_f = (sigma K)_f snGrad(alpha),
/// with nHat turned to the contact angle on walls that prescribe one. deltaN = 1e-8 / (mean cell volume)^(1/3) keeps the normal
/// finite away from the interface. All of it is done in the band around the interface, which is kept here.
class InterfaceProperties {
 public:
  InterfaceProperties(const fv::Context& context, fv::VolScalarField& alpha1, const fv::VolVectorField& U, double sigma);
  static void check(const fv::Context& context, Problems& problems);

  /// At the start, and again if the band has become another one: as alphaChanged(), unless the run goes on with contact angles.
  /// Then the walls have their values and gradients, and the normal inside is that of the step before.
  void begin();
  /// After alpha1 has changed anywhere: band, gradient and normals anew. `old`: values that the band has to cover as well;
  /// `also`: faces whose cells are to be in it.
  void alphaChanged(const fv::CellValues<double>* old = nullptr, std::span<const Label> also = {});
  /// After alpha1 has changed in cells of the band only.
  void alphaChangedInBand(const fv::CellValues<double>* old = nullptr);
  /// Once more for the same alpha1: this matters with a contact angle, whose walls get new values each time.
  void correct() {
    if (hasContactAngle_) correctNormals();
  }

  InterfaceBand& band() { return band_; }
  /// Cell gradient of alpha1 by the scheme "nHat", zero outside the band; of walls with a contact angle before they were turned.
  std::span<const Vec3> gradient() const { return gradient_.cells(); }
  bool hasContactAngle() const { return hasContactAngle_; }
  FaceNormalFlux nHatf() const;
  /// F_f [N/m^3] on all faces.
  void surfaceTensionForce(std::span<double> force);
  /// 1 where 0.01 <= alpha1 <= 0.99; such cells are in the band.
  bool nearInterface(Label cell) const { return alpha1_->cells()[cell] >= 0.01 && alpha1_->cells()[cell] <= 0.99; }
  double sigma() const { return sigma_; }

 private:
  void correctNormals();
  void correctContactAngle();
  void curvature();

  const fv::Context* context_;
  fv::VolScalarField* alpha1_;
  const fv::VolVectorField* U_;
  double sigma_, deltaN_;
  bool hasContactAngle_ = false, continuesContactAngle_ = true;
  InterfaceBand band_;
  BandGradient gradient_;
  std::vector<double> snGradBoundary_, theta_, wallGradient_;
  std::vector<Vec3> gradientBoundary_, nHatBoundary_;
  fv::SnGradScheme snGradScheme_;
  fv::FaceWeights normalWeights_, curvatureWeights_;
  fv::VolScalarField K_;                  ///< -div(nHatf) in the band and the cells next to it
  std::vector<double> snGradCorrection_;  ///< empty where the scheme does not need it
  fv::CellValues<Vec3> correctionGradient_;
};

}  // namespace eagre::interface_
