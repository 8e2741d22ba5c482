// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>
#include <memory>

#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "interface/interface_state.hpp"

namespace eagre::interface_ {

/// Curvature of the interface, K = - div(nHat) [1/m]: positive where phase 1 is convex, as a drop of it.
class CurvatureModel {
 public:
  /// Of a cell that has no curvature of its own, as cells beside the interface have none by some models.
  static constexpr double none = std::numeric_limits<double>::max();
  /// On a face between two cells: that of the one which has it, and of both at the weight of the first. 0 if neither has.
  static double onFace(double P, double N, double weight) {
    if (P == none) return N == none ? 0 : N;
    return N == none ? P : weight * (P - N) + N;
  }

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
/// Whether the model needs the mesh to keep its points. An unknown word does not: checkCurvatureModel names it.
bool curvatureNeedsPoints(const config::Dictionary& surfaceForces);
/// The problems of the word and of the model's entries and schemes.
void checkCurvatureModel(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems);

}  // namespace eagre::interface_
