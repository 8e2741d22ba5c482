// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "solvers/flow_solver.hpp"

namespace eagre::solvers {

/// Uf = U interpolated ("interpolate(U)"), its normal part that of the absolute flux phi + meshPhi (meshPhi null: phi). All
/// faces.
void velocityOfFlux(const fv::Context& context, const fv::VolVectorField& U, const fv::SurfaceScalarField& phi,
                    const fv::SurfaceScalarField* meshPhi, fv::SurfaceVectorField& Uf);

/// phi = Uf . Sf; where U fixes its value that of U, evaluated with this phi (which tells inflow from outflow).
void fluxOfVelocity(const fv::SurfaceVectorField& Uf, fv::VolVectorField& U, fv::SurfaceScalarField& phi);

/// The velocity on the faces of a mesh that is refined, of which the flux through other faces is made, and ddtCorr of the step
/// after.
class FaceVelocity {
 public:
  /// U and phi outlive this. A run that starts anew starts with U interpolated, as OpenFOAM's.
  FaceVelocity(CaseSource& source, const fv::Context& context, fv::VolVectorField& U, fv::SurfaceScalarField& phi);
  /// Schemes on a mesh that is refined: Euler, or, where it does not move, backward of all equations but that of the phase
  /// fraction, or steadyState of what is neither that nor U; ddt names them (timeSchemes).
  static void check(const fv::Context& context, bool moves, const std::vector<std::string>& ddt, Problems& problems);
  /// Whether the mesh has just changed.
  bool isCarried() const { return isCarried_; }
  /// Where the mesh has just changed: phi becomes the flux of the velocity that is carried.
  void makeFlux();
  /// At the start of a time step: Uf is that of phi, or, where the mesh has just changed, that of the faces before; as many old
  /// levels as ddt(U) has.
  void startStep();
  /// Uf as it is at the end of a step.
  const fv::SurfaceVectorField& now();
  const fv::SurfaceVectorField& Uf() const { return *Uf_; }  ///< [m/s]

 private:
  const fv::Context& context_;
  fv::VolVectorField& U_;
  fv::SurfaceScalarField& phi_;
  std::unique_ptr<fv::SurfaceVectorField> Uf_;
  bool isCarried_;
  int oldLevels_;      ///< that ddtCorr needs
  bool isSet_ = true;  ///< not to be made of phi
};

}  // namespace eagre::solvers
