// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "fv/conditions/conditions.hpp"
#include "interface/curvature/curvature_model.hpp"

namespace eagre::interface_ {

namespace {

/// The same curvature everywhere, so that a surface force is the gradient of sigma K alpha: what is left of it at rest is what
/// forces and pressure gradient differ by.
class ConstantCurvature final : public CurvatureModel {
 public:
  ConstantCurvature(const fv::Context& context, double K) : K_("interfaceProperties:K", Dimensions{{0, -1}}, context.mesh, K) {
    fv::setCalculatedConditions(K_);
  }
  const fv::VolScalarField& operator()() override { return K_; }

 private:
  fv::VolScalarField K_;
};

double curvatureOf(const config::Dictionary& surfaceForces) {
  return surfaceForces.subDict("constantCurvatureCoeffs").getDimensioned("curvature", Dimensions{{0, -1}});
}

}  // namespace

std::unique_ptr<CurvatureModel> makeConstantCurvature(const config::Dictionary& surfaceForces, const fv::Context& context,
                                                      InterfaceState&) {
  return std::make_unique<ConstantCurvature>(context, curvatureOf(surfaceForces));
}

void checkConstantCurvature(const config::Dictionary& surfaceForces, const fv::Context&, Problems&) {
  curvatureOf(surfaceForces);
}

}  // namespace eagre::interface_
