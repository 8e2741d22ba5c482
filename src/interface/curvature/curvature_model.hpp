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

/// The model of this word; the state outlives it. Errors (badCase): there is none, with the words that there are.
std::unique_ptr<CurvatureModel> makeCurvatureModel(const config::Entry* entry, const fv::Context& context, InterfaceState& state);
/// The same without making it.
void checkCurvatureModel(const config::Entry* entry);

}  // namespace eagre::interface_
