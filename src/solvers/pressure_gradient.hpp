// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fv/schemes/gradient.hpp"
#include "mesh/derived.hpp"
#include "solvers/pressure_corrector.hpp"

namespace eagre::solvers {

/// The momentum of one fluid per density: the force on cells is -grad p, that on faces is the Laplacian's; the only known flux is
///     knownFlux = (1/A)_f ddtCorr.
/// A steady flow has no ddtCorr.
/// In SIMPLEC (Van Doormaal and Raithby 1984) the corrections of the neighbours' velocities are not neglected but taken to be
/// those of the cell: 1/A before the new pressure becomes 1/(A - H1), of transient flow at most 10/A, and HbyA loses the
/// difference times the old one. Keeps the gradient of p while p is the same: predictor, non-orthogonal correction and the next
/// step share it.
class PressureGradient : public MomentumInterpolation {
 public:
  struct Kind {
    bool consistent = false;  ///< SIMPLEC
    bool steady = false;
    bool namesRAU = false;  ///< schemes know 1/A as rAU, not as (1|A(U)): porousSimpleFoam
    const char* U = "U";    ///< the velocity's name
  };
  /// Of the equation of p.
  static std::string laplacianScheme(Kind kind);

  /// All of them outlive this. ddtCorrection: of transient flow.
  PressureGradient(fv::Context& context, fv::VolScalarField& p, const physics::RotatingZones& rotation,
                   std::optional<fv::DdtCorrection> ddtCorrection, Kind kind);
  static void check(const fv::Context& context, Kind kind, Problems& problems);

  /// -V grad p [m^4/s^2], nCells: the source of a momentum predictor.
  kernel::Array<Vec3> onCells();

  void interpolate(const fv::Equation<Vec3>& UEqn, const fv::VolScalarField& rAU, fv::SurfaceScalarField& rAUf,
                   std::span<double> knownFlux) override;
  void addForces(std::span<double> phiHbyA) override;
  fv::KnownGradient<double> knownGradient(int i) override;
  void pressureChanged() override { gradPStands_ = false; }
  kernel::Array<double> correctFlux(const fv::Equation<double>& pEqn, const fv::SurfaceScalarField& rAUf,
                                    kernel::Array<double> phiHbyA, std::span<double> phi) override;
  OutflowSums accelerate(const fv::CellValues<Vec3>& HbyA, const fv::VolScalarField& rAU, std::span<const double> force,
                         std::span<const double> phi, fv::VolVectorField& U) override;

 protected:
  const std::vector<Vec3>& gradP();

  fv::Context& context_;
  fv::VolScalarField& p_;
  const SolvedComponents solved_;

 private:
  /// What SIMPLEC adds to 1/A.
  struct Consistent {
    fv::VolScalarField rAtU;          ///< 1/max(A - H1, A/10); of steady flow 1/(A - H1)
    fv::VolScalarField difference;    ///< rAtU - 1/A
    std::vector<double> more;         ///< (rAtU - 1/A)_f |S|, nFaces
    std::vector<Vec3> gradPBefore{};  ///< of the corrector, in owned cells
    void make(fv::Context& context, const fv::Equation<Vec3>& UEqn, const fv::VolScalarField& rAU, const Kind& kind);
  };

  const physics::RotatingZones& rotation_;
  std::optional<fv::DdtCorrection> ddtCorrection_;
  const Kind kind_;
  const bool sharesFaceRAU_;  ///< ddtCorr has the same (1/A)_f as the equation of p
  std::unique_ptr<fv::GradientScheme<double>> scheme_;
  std::vector<Vec3> gradP_;          ///< in owned cells, in ghosts where the mesh is not orthogonal
  std::vector<double> boundaryOfP_;  ///< boundary values of p that it was made with
  mesh::GeometryStamp geometry_;     ///< of gradP_
  bool gradPStands_ = false;         ///< p is the same in the cells
  std::optional<Consistent> consistent_;
};

}  // namespace eagre::solvers
