// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "interface/curvature/interface_planes.hpp"
#include "interface/interface_state.hpp"

namespace eagre::interface_ {

/// Gravity on faces, - (g.x - ghRef) snGrad(rho), with x on the interface and not at the centre of the face: then a still plane
/// surface has one value of g.x on any mesh, and p_rgh is in balance with it. x is the point of the interface nearest to the
/// face's centre, by the planes of both cells (Reconstruction), each with the weight alpha (1 - alpha). A face none of whose
/// cells has a plane keeps its centre.
class InterfaceGravity {
 public:
  /// As InterfacePlanes.
  InterfaceGravity(const fv::Context& context, InterfaceState& state);
  /// From the force with x at the centres of faces that with x on the interface [N/m^3]. snGradRho: nFaces. Collective.
  void operator()(std::span<const double> snGradRho, std::span<double> force);

  /// Of a cell: g.x of the interface near it, g.x = g.y + atCentre + along.(y - C) for the point x of the interface that is
  /// nearest to a place y, which is linear where the interface is a plane.
  struct Potential {
    static constexpr double none = std::numeric_limits<double>::max();  ///< CurvatureModel::none
    double atCentre = none;                                             ///< [m^2/s^2]; none: there is no interface near
    Vec3 along{};                                                       ///< [m/s^2]
    /// From y to x, g.(x - y).
    double at(const Vec3& fromCentre) const { return atCentre == none ? none : atCentre + dot(along, fromCentre); }
  };

 private:
  void spread();
  void updateGhosts();

  const fv::Context* context_;
  InterfaceState* state_;
  InterfacePlanes planes_;
  std::vector<Potential> potentials_;  ///< nAllCells
  std::vector<Potential> means_;       ///< of the band's cells
};

/// What `accelerationModel` in surfaceForces of transportProperties names; null: x is at the centres of faces, as in OpenFOAM.
/// Error (badCase): an unknown word.
std::unique_ptr<InterfaceGravity> makeInterfaceGravity(const config::Dictionary& transportProperties, const fv::Context& context,
                                                       InterfaceState& state);
/// Whether it needs the planes of the interface (InterfacePlanes). Error (badCase): an unknown word.
bool accelerationNeedsPlanes(const config::Dictionary& surfaceForces);

}  // namespace eagre::interface_
