// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/equation/equation.hpp"
#include "fv/fields/context.hpp"
#include "fv/functions/function1.hpp"

namespace eagre::physics {

/// Zones of cells whose equations are those of a rotating frame (constant/MRFProperties): the velocity is the absolute one, the
/// flux that relative to the frame, phi = (U - Omega x r).S (Luo, Issa and Gosman 1994). Patches in a zone move with it unless
/// they are among its nonRotatingPatches.
class RotatingZones {
 public:
  RotatingZones() = default;
  /// dictionary: nullptr if the case has none. Collective. Errors (badCase): all problems of all active zones.
  RotatingZones(const config::Dictionary* dictionary, const fv::Context& context);

  bool empty() const { return zones_.empty(); }
  /// Gives the patches that move with a zone their velocity Omega x r [m/s].
  void correctBoundaryVelocity(fv::VolVectorField& U) const;
  /// What the last step of a run that is continued gave the patches of a fixed value (noSlip has none in its file); all others
  /// are as they were computed at the end of that step.
  void restoreBoundaryVelocity(fv::VolVectorField& U) const;
  /// Adds the Coriolis acceleration Omega x U, times rho unless that is nullptr, before the equation is relaxed.
  void addTo(fv::Equation<Vec3>& UEqn, const fv::VolScalarField* rho) const;
  /// A flux [m^3/s] relative to the frames: less (Omega x r).S; none through patches that move with their zone.
  void makeRelative(std::span<double> flux) const;
  /// The inverse: plus (Omega x r).S on all faces of zones, those of patches that move with their zone included.
  void makeAbsolute(std::span<double> flux) const;
  /// makeRelative of a flux through one boundary face.
  double relative(Label b, double flux) const;
  /// Zero on all faces of zones.
  void zero(std::span<double> values) const;

 private:
  struct Zone {
    Vec3 origin, axis;
    std::shared_ptr<fv::Function1<double>> omega;  ///< [rad/s] of time
    std::vector<Label> cells, interior;            ///< of this rank
    std::vector<Label> moving, standing;           ///< boundary faces: of patches that move with it, of others
  };
  Zone readZone(const config::Dictionary& d) const;
  Vec3 Omega(const Zone& zone) const { return zone.omega->value(context_->time().value) * zone.axis; }
  /// (Omega x r).S of a face.
  struct Swept {
    Vec3 Omega, origin;
    mesh::Mesh::FaceCentres Cf;
    mesh::FaceAreas::View Sf;
    double operator()(Label f) const { return dot(cross(Omega, Cf(f) - origin), Sf[f]); }
  };
  Swept swept(const Zone& zone) const;

  const fv::Context* context_ = nullptr;
  std::vector<Zone> zones_;
  std::vector<int> zoneOfMoving_, zoneOfStanding_;  ///< of each boundary face; -1: none
};

}  // namespace eagre::physics
