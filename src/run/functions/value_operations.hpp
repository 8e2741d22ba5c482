// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "comm/communicator.hpp"
#include "core/vec.hpp"
#include "core/word_table.hpp"

namespace eagre::run {

/// What volFieldValue and surfaceFieldValue make of the values of a field.
struct ValueOperation {
  enum class What {
    none,
    min,
    max,
    minMag,
    maxMag,
    sum,
    sumMag,
    sumDirection,
    sumDirectionBalance,
    average,
    extentAverage,  ///< weighted by volumes or areas
    integral,
    CoV,
    areaNormalAverage,
    areaNormalIntegrate,
    uniformity
  } what;
  bool isWeighted = false;   ///< by the field weightField
  bool ofMagnitude = false;  ///< of that field
};

using ValueOperations = WordTable<ValueOperation>;
const ValueOperations& operationsOverCells();
const ValueOperations& operationsOverAreas();

/// This rank's values of a field, with the cells or faces that they are in.
struct FieldValues {
  int components = 1;
  std::vector<double> values;   ///< components of each
  std::vector<double> extents;  ///< volumes [m^3] or areas [m^2]
  std::vector<Vec3> areas;      ///< area vectors [m^2]; of faces only
};

/// Weights of the values, of this rank: w for sums, w times the extent (of vectors: w . area) for means and integrals over areas.
struct ValueWeights {
  std::vector<double> plain, byExtent;
};
/// weight: the field weightField in the same cells or faces.
ValueWeights valueWeights(const FieldValues& weight, bool ofMagnitude);

/// The components of the result; one number for operations that are scalars whatever the field is. weights: nullptr: none, all
/// values count alike. direction: of sumDirection and sumDirectionBalance. The formulae are OpenFOAM v1912's. Collective.
std::vector<double> operate(const comm::Communicator& communicator, const ValueOperation& operation, const FieldValues& field,
                            const ValueWeights* weights, const Vec3& direction);

}  // namespace eagre::run
