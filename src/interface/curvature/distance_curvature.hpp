// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "interface/curvature/interface_planes.hpp"
#include "interface/reconstruction/plane_distances.hpp"

namespace eagre::interface_ {

/// Curvature from the distance Psi to the planes of the interface (PlaneDistances), on any mesh:
///     nHat = - grad(Psi)/|grad(Psi)| in cells around the interface,   K = - 1/V sum over the faces of nHat_f . S_f,
/// nHat_f interpolated and normalised. On the boundary nHat_f is the state's, which stands at the contact angle where there is
/// one and along the boundary elsewhere. At most 1/h. Scheufler and Roenby, arXiv:2103.00870 (2021), model RDF.
class DistanceCurvature {
 public:
  DistanceCurvature(const fv::Context& context, InterfaceState& state);
  /// K [1/m] of owned cells that have a plane; that of others is left. Collective.
  void operator()(kernel::View<double> K);

 private:
  void findNormals();

  const fv::Context* context_;
  InterfaceState* state_;
  InterfacePlanes planes_;
  PlaneDistances distances_;
  std::vector<Vec3> nHat_;  ///< nAllCells; zero where there is no plane around
};

}  // namespace eagre::interface_
