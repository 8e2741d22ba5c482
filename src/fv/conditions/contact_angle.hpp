// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "fv/fields/boundary_condition.hpp"

namespace eagre::fv {

/// A wall on which the interface stands at a contact angle: a condition of the volume fraction with a prescribed gradient,
/// which the interface's physics sets from theta() and the interface's normal, and evaluates (J. U. Brackbill, D. B. Kothe,
/// C. Zemach, J. Comput. Phys. 100 (1992) 335, section on wall adhesion).
class ContactAngleCondition {
 public:
  /// What is kept in bounds when the condition is evaluated: nothing, the gradient (so that the value on the wall stays in
  /// [0, 1]), nothing but with no gradient at all, or the value itself.
  enum class Limit { none, gradient, zeroGradient, alpha };

  virtual ~ContactAngleCondition() = default;
  /// Contact angle of each face of the patch [degrees]. U: the velocity (its values in the cells and on the wall matter to a
  /// dynamic angle); nHat: unit normal of the interface on each face.
  virtual void theta(const VolVectorField& U, std::span<const Vec3> nHat, std::span<double> degrees) const = 0;
  /// Face-normal gradient of the volume fraction [1/m], one value per face. `values`: those on the wall from which the
  /// interface's normal was made; they are written besides what the gradient makes of them.
  virtual void setGradient(std::span<const double> snGrad, std::span<const double> values) = 0;
  /// The values that setGradient() had last, in this run or the one that it continues; nullptr before the first time.
  virtual const std::vector<double>* valueOfNormal() const = 0;
  virtual Limit limit() const = 0;
};

}  // namespace eagre::fv
