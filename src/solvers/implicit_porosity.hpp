// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "physics/sources/porous_zone.hpp"
#include "solvers/pressure_gradient.hpp"

namespace eagre::solvers {

/// The momentum of porousSimpleFoam whose pressure is implicit in the resistance R of porous zones: U = T (H - grad p) with
/// T = (A + R)^-1 in the cells of zones, a tensor, and 1/A elsewhere. T takes the place of 1/A in the pressure's equation: on
/// faces (T S).n grad p.n is implicit, the rest of grad p explicit, as OpenFOAM v1912's Laplacian with a tensor has it.
class ImplicitPorosity final : public PressureGradient {
 public:
  /// nCorrectors: how often the predictor repeats U = T (H(U) - grad p).
  ImplicitPorosity(fv::Context& context, fv::VolScalarField& p, const physics::RotatingZones& rotation,
                   std::vector<std::unique_ptr<physics::PorousZone>> zones, int nCorrectors);
  /// Errors (badCase): a Laplacian whose diffusivity is not linear on faces.
  static void check(const fv::Context& context, Problems& problems);

  /// Makes T of a momentum equation that stands but for the constraints of fvOptions: of those, as in v1912, H alone has part.
  void makeT(const fv::Equation<Vec3>& UEqn, const fv::VolVectorField& U);
  /// Predicts the velocity, in place of a solution of the momentum equation.
  void predict(fv::Equation<Vec3>& UEqn, fv::VolVectorField& U);

  /// That of makeT().
  void makeRAU(const fv::Equation<Vec3>& UEqn, fv::VolScalarField& rAU) override;
  void interpolate(const fv::Equation<Vec3>& UEqn, const fv::VolScalarField& rAU, fv::SurfaceScalarField& rAUf,
                   std::span<double> knownFlux) override;
  bool changeHbyA(std::span<Vec3> HbyA) override;
  std::span<const double> explicitFlux() override;
  kernel::Array<double> correctFlux(const fv::Equation<double>& pEqn, const fv::SurfaceScalarField& rAUf,
                                    kernel::Array<double> phiHbyA, std::span<double> phi) override;
  OutflowSums accelerate(const fv::CellValues<Vec3>& HbyA, const fv::VolScalarField& rAU, std::span<const double> force,
                         std::span<const double> phi, fv::VolVectorField& U) override;

 private:
  std::vector<std::unique_ptr<physics::PorousZone>> zones_;
  int nCorrectors_;
  fv::VolScalarField rAU_;    ///< 1/A
  std::vector<Tensor> T_;     ///< of all cells
  std::vector<Vec3> cross_;   ///< of T S the part along the face, interior faces
  std::vector<double> flux_;  ///< what it gives with the gradient of p, all faces
  std::unique_ptr<fv::GradientScheme<double>> gradient_;
  std::vector<Vec3> gradP_;
};

}  // namespace eagre::solvers
