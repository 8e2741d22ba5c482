// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <limits>
#include <memory>

#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "interface/interface_state.hpp"

namespace eagre::interface_ {

/// Curvature of the interface, K = - div(nHat) [1/m]: positive where phase 1 is convex, as a drop of it.
class CurvatureModel {
 public:
  /// Of a cell that has no curvature.
  static constexpr double none = std::numeric_limits<double>::max();
  /// K on a face between cells of a model that belongsToInterface(): the mean of both, each with the weight alpha (1 - alpha), so
  /// that nothing jumps when the interface leaves a cell. Between pure cells it is the plain mean; 0 if neither has one.
  static double onFace(double P, double N, double alphaP, double alphaN) {
    constexpr double ofPure = 1e-10;
    const auto weight = [](double K, double alpha) { return K == none ? 0 : std::max(alpha * (1 - alpha), 0.0) + ofPure; };
    const double wP = weight(P, alphaP), wN = weight(N, alphaN);
    return wP == 0 ? (wN == 0 ? 0 : N) : wN == 0 ? P : (wP * P + wN * N) / (wP + wN);
  }

  virtual ~CurvatureModel() = default;
  /// K is that of the interface in a cell, so that cells that it does not cross have none of their own; else K is a field that is
  /// interpolated to faces.
  virtual bool belongsToInterface() const { return false; }
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
/// Whether it needs the planes of the interface (InterfacePlanes). An unknown word does not.
bool curvatureNeedsPlanes(const config::Dictionary& surfaceForces);
/// The problems of the word and of the model's entries and schemes.
void checkCurvatureModel(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems);

}  // namespace eagre::interface_
