// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "interface/interface_state.hpp"

namespace eagre::interface_ {

/// Curvature of the interface, K = - div(nHat) [1/m]: positive where phase 1 is convex, as a drop of it.
class CurvatureModel {
 public:
  virtual ~CurvatureModel() = default;
  /// K of the state's present alpha1 in every cell that a face of the band touches, and in ghosts. What other cells have is not
  /// defined. Collective.
  virtual const fv::VolScalarField& operator()() = 0;
};

/// The model that `curvatureModel` in surfaceForces of transportProperties names; a model's own entries are in <word>Coeffs
/// there, and the dictionary is empty if the case has none. The state outlives the model. Errors (badCase): an unknown word, with
/// those that there are, or what checkCurvatureModel finds.
std::unique_ptr<CurvatureModel> makeCurvatureModel(const config::Dictionary& surfaceForces, const fv::Context& context,
                                                   InterfaceState& state);
/// The problems of the word and of the model's entries and schemes.
void checkCurvatureModel(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems);

}  // namespace eagre::interface_
