// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/les_eddy_viscosity.hpp"
#include "physics/turbulence/les_filter.hpp"

namespace eagre::physics {

/// The dynamic model whose coefficient is averaged along the paths of fluid (Meneveau, Lund and Cabot 1996), with the flow
/// filtered once more (hat),
///     S = dev symm grad U,   L = dev(hat(U U) - hat U hat U),   M = 2 Delta^2 (hat(|S| S) - 4 |S'| S'),   S' of grad hat U,
///     d flm/dt + div(phi flm) = (L : M - flm)/T,   d fmm/dt + div(phi fmm) = (M : M - fmm)/T,
///     T = theta Delta (flm fmm)^(-1/8),   nut = (flm/fmm) Delta^2 |S|.
/// flm and fmm [m^4/s^4] are fields of the case, kept at or above 0. Coefficients theta and `filter`: simple.
class DynamicLagrangian final : public LesEddyViscosity {
 public:
  DynamicLagrangian(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& les);

 private:
  void solve(bool finalIteration) override;
  void correctNut() override;
  /// Products of the flow, filtered, and hat U with its gradient.
  void filterFlow();
  void setSources();

  double theta_;
  TransportedScalar &flm_, &fmm_;
  SimpleFilter filter_;
  fv::CellValues<FlowProducts> products_, hat_;
  fv::VolVectorField Uhat_;
  std::unique_ptr<fv::GradientScheme<Vec3>> gradientOfUhat_;
  std::vector<Tensor> gradUhat_;
};

}  // namespace eagre::physics
