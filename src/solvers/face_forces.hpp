// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "interface/surface_force/interface_gravity.hpp"
#include "interface/surface_force/surface_force.hpp"
#include "solvers/pressure_corrector.hpp"

namespace eagre::solvers {

/// The momentum of two fluids on faces, balanced there: surface tension and gravity are forces on faces as the gradient of p_rgh
/// is, and the velocity gets what the three leave, reconstructed from faces (Francois et al., J. Comput. Phys. 213, 2006).
///
///     f = sigma K snGrad(alpha) - (g.x - ghRef) snGrad(rho)                      [N/m^3]                     (1)
///     knownFlux = (1/A)_f |S| f + (rho/A)_f ddtCorr,  the first inside only      [m^3/s]                     (2)
///     U = HbyA + 1/A reconstruct((f - snGrad(p_rgh)) |S|)                                                     (3)
class FaceForces final : public MomentumInterpolation {
 public:
  /// What acts at the interface: sigma K snGrad(alpha), and what moves x in (1) to it, if the case asks for that.
  struct OfInterface {
    std::unique_ptr<interface_::SurfaceForce> tension;
    std::unique_ptr<interface_::InterfaceGravity> gravity;
  };
  /// rAU: the name of 1/A in interpolationSchemes. context, rho and rotation outlive this.
  FaceForces(OfInterface ofInterface, fv::Context& context, const fv::VolScalarField& rho, const physics::RotatingZones& rotation,
             const std::string& rAU, fv::DdtCorrection ddtCorrection);
  static void check(const fv::Context& context, const std::string& rAU, Problems& problems);

  /// (1) of the present state.
  void update();
  /// V reconstruct((f - snGrad(p_rgh)) |S|) [N], nAllCells, ghosts not defined: the source of a momentum predictor.
  kernel::Array<Vec3> onCells(const fv::VolScalarField& p_rgh) const;

  void interpolate(const fv::Equation<Vec3>&, const fv::VolScalarField& rAU, fv::SurfaceScalarField& rAUf,
                   std::span<double> knownFlux) override;  // (2)
  void addForces(std::span<double> phiHbyA) override;
  kernel::Array<double> correctFlux(const fv::Equation<double>& pEqn, const fv::SurfaceScalarField& rAUf,
                                    kernel::Array<double> phiHbyA, std::span<double> phi) override;
  void updateForce(const fv::Equation<double>& pEqn, const fv::SurfaceScalarField& rAUf, std::span<double> force) const override;
  OutflowSums accelerate(const fv::CellValues<Vec3>& HbyA, const fv::VolScalarField& rAU, std::span<const double> force,
                         std::span<const double> phi, fv::VolVectorField& U) override;  // (3)
  /// Returns the storage of the forces to the workspace, behind the last corrector.
  void release() { kernel::Workspace::give(faceForceFlux_); }

 private:
  OfInterface ofInterface_;
  fv::Context& context_;
  const fv::VolScalarField& rho_;
  const physics::RotatingZones& rotation_;
  fv::DdtCorrection ddtCorrection_;
  fv::FaceWeights rhoRAUWeights_;
  fv::fvc::Reconstruct reconstruct_;
  const SolvedComponents solved_;
  kernel::Array<double> faceForce_;      ///< f [N/m^3], from update() to interpolate()
  kernel::Array<double> faceForceFlux_;  ///< (1/A)_f |S| f [m^3/s], from interpolate() to release()
};

}  // namespace eagre::solvers
