// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "solvers/flow_solver.hpp"
#include "solvers/pressure_velocity.hpp"

namespace eagre::solvers {

/// A mesh that moves under a flow: the flux of its faces, and the velocity on faces, of which the flux through the moved faces is
/// made. phi is the flux relative to the faces; its absolute value is phi + meshPhi.
class MovingMesh {
 public:
  /// The run's fields outlive this. A run that continues has the volumes that faces swept in the step before; one whose cells
  /// have just changed has the velocity on faces, too.
  MovingMesh(CaseSource& source, fv::Context& context, fv::VolVectorField& U, fv::SurfaceScalarField& phi);
  /// Schemes that a solver of a mesh that moves needs: ddt names those of time (timeSchemes).
  static void check(const fv::Context& context, const std::vector<std::string>& ddt, Problems& problems);

  /// Fields that are not in the registry, whose ghosts behind overlapping patches are made anew as those of the others are.
  void alsoUpdate(std::vector<fv::VolScalarField*> fields) { others_ = std::move(fields); }

  const fv::SurfaceScalarField& meshPhi() const { return *meshPhi_; }  ///< by the scheme of "ddt(U)" [m^3/s]
  const fv::SurfaceVectorField& Uf() const { return *Uf_; }            ///< [m/s]

  /// Uf of phi, at the end of a step.
  const fv::SurfaceVectorField& velocityNow();
  /// At the start of a time step, before the mesh moves: Uf is that of phi, and keeps n old levels.
  void startStep(int n);
  /// Moves the mesh to the present time; U has the conditions of the moved mesh then. With `correct`, which makes an absolute
  /// flux one of the moved mesh, phi = Uf . Sf (where U is fixed its own), corrected and made relative; without it phi stays that
  /// of before. first, finalIteration: of the outer iterations of PIMPLE. logsCourant: the Courant number of the faces is logged.
  /// Collective. Errors: of MeshMotion::move.
  void move(bool first, bool finalIteration, bool logsCourant, const std::function<void()>& correct);
  /// phi -= meshPhi
  void makeRelative() { addMeshFlux(-1, *meshPhi_, phi_.faces()); }
  /// phi += meshPhi
  void makeAbsolute() { addMeshFlux(1, *meshPhi_, phi_.faces()); }

  /// Adds the fields and the state that a time directory holds.
  void addTo(Outputs& outputs) const;

 private:
  void updateFaceVelocity();
  void movePoints(bool finalIteration);
  void updateOverlaps();

  fv::Context& context_;
  physics::MeshMotion& motion_;
  fv::VolVectorField& U_;
  fv::SurfaceScalarField& phi_;
  std::unique_ptr<fv::SurfaceScalarField> meshPhi_;
  bool startsWithoutMeshFlux_;
  std::unique_ptr<fv::SurfaceVectorField> Uf_;
  bool isCarried_;  ///< Uf is that of the faces before a change of cells
  std::vector<fv::VolScalarField*> others_;
};

}  // namespace eagre::solvers
