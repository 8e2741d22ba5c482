// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>

#include "fv/fields/context.hpp"
#include "interface/curvature/curvature_model.hpp"
#include "interface/curvature/interface_planes.hpp"
#include "interface/interface_state.hpp"

namespace eagre::interface_ {

/// What acts at the interface itself, as a force per volume on faces along their normals, where the pressure gradient stands.
class SurfaceForce {
 public:
  virtual ~SurfaceForce() = default;
  /// F_f [N/m^3] of the state's present alpha1, written on all faces. Collective.
  virtual void operator()(std::span<double> force) = 0;
};

/// What surface forces are made of. sigma [N/m]; the state outlives them.
struct SurfaceForceInputs {
  const fv::Context& context;
  InterfaceState& state;
  double sigma;
};

/// The force that a case asks for: `surfaceForces { curvatureModel gradAlpha; deltaFunctionModel alphaCSF; }` in
/// transportProperties, each with the default that stands here, and <word>Coeffs for the entries of a model. Errors (badCase):
/// unknown words.
std::unique_ptr<SurfaceForce> makeSurfaceForce(const config::Dictionary& transportProperties, const SurfaceForceInputs& inputs);
/// Whether the curvature or the gravity that it names is made from pieces of the interface, so that the mesh has to keep its
/// points (mesh::keepPoints). An unknown word needs none: checkSurfaceForce names it.
bool surfaceForceNeedsPoints(const config::Dictionary& transportProperties);
/// Whether the correction of snGrad(alpha), which is made of grad(alpha), may differ from zero outside the interface's band: a
/// gradient that has no words for it may take more than a cell's neighbours. The band is the whole mesh then. moves: faces that
/// are not slanted now may become so.
bool correctionReachesBeyondBand(const fv::Context& context, const std::string& alphaName, bool moves);
/// The problems of that sub-dictionary and of the schemes that a force names; what else stands there is named in a warning.
void checkSurfaceForce(const config::Dictionary& transportProperties, const fv::Context& context,
                       const InterfacePlanes::Phase& phase, Problems& problems);

}  // namespace eagre::interface_
