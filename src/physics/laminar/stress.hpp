// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "fv/context.hpp"
#include "fv/schemes.hpp"

namespace eagre::physics {

/// The explicit part of the viscous stress of a Newtonian fluid,
///     div(mu dev2((grad U)^T)),   dev2(T) = T - (2/3) tr(T) I,
/// interpolated linearly to faces as Gauss linear does; div(mu grad U) is the implicit rest. [N/m^3] for mu in Pa s.
class TransposedStress {
 public:
  TransposedStress(const fv::Context& context, std::string gradientName = "grad(U)")
      : context_(&context), gradientName_(std::move(gradientName)) {}
  /// Returns the force density on owned cells; the storage is this object's.
  const std::vector<Vec3>& operator()(const fv::VolVectorField& U, const fv::CellValues<double>& mu);
  /// The velocity gradient of the last call.
  const fv::CellValues<Tensor>& gradU() const { return gradU_; }

 private:
  const fv::Context* context_;
  std::string gradientName_;
  fv::CellValues<Tensor> gradU_;
  std::vector<Vec3> force_;
};

}  // namespace eagre::physics
