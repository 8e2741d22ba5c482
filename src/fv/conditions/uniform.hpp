// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "fv/conditions/condition.hpp"
#include "fv/functions/function1.hpp"

namespace eagre::fv::conditions {

/// Errors (badCase): a condition with a coordinate system or scales of its own, which OpenFOAM's PatchFunction1 takes.
void refuseOwnCoordinates(const config::Dictionary& dict);

/// Values on a patch as a function of time: one Function1 for all faces, or a list ("nonuniform") that stands still
/// (OpenFOAM's PatchFunction1 without the mapped ones).
template <class T>
class PatchFunction {
 public:
  PatchFunction(const Source& source, const std::string& keyword);
  /// One value per face.
  void values(double time, std::span<T> values) const;
  void write(ConditionWriter& out) const;

 private:
  std::string keyword_;
  std::vector<T> list_;
  std::unique_ptr<Function1<T>> function_;
};

/// Cell values behind the patch, scaled or shifted so that their mean over the patch (weighted with area) is `mean`:
/// scaled if they are at least half as large as they should be, else shifted. Collective.
template <class T>
void shiftToMean(const VolField<T>& field, const mesh::Patch& patch, const T& mean, std::span<T> values);

}  // namespace eagre::fv::conditions
