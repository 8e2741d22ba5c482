// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

#include "config/dictionary.hpp"
#include "core/vec.hpp"

namespace eagre::case_ {

/// Where the points of an extrusion are.
struct ExtrudeModel {
  std::string type;
  int nLayers = 1;
  /// The point of a layer, 0 to nLayers, above a point of the source with this unit normal.
  std::function<Vec3(const Vec3& point, const Vec3& normal, int layer)> at;
};

/// Reads extrudeModel, with its coefficients beside it in <model>Coeffs, or as a sub-dictionary with an entry `type` (OpenFOAM 11
/// and later): linearNormal (thickness, firstCellThickness), linearDirection (direction, thickness), linearRadial (R, Rsurface),
/// sector and wedge (point or axisPt, axis, angle in degrees), plane (thickness); and nLayers, expansionRatio.
/// Errors (badCase): other models, missing entries, a thickness that is not positive, a direction of length zero.
ExtrudeModel readExtrudeModel(const config::Dictionary& dict);

}  // namespace eagre::case_
