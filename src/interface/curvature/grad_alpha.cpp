// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "fv/boundary_condition.hpp"
#include "interface/curvature/curvature_model.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;

namespace {

/// The divergence of the normals on faces, which follow the gradient of alpha (Brackbill, Kothe and Zemach 1992):
/// K = - div(nHat_f . S_f). Beside the band all other faces of such a cell have no normal: K is whole. Coupled faces are all
/// taken: what is in the band beyond them only its gradient tells.
class GradAlpha final : public CurvatureModel {
 public:
  GradAlpha(const fv::Context& context, InterfaceState& state)
      : state_(&state), K_("interfaceProperties:K", Dimensions{{0, -1}}, context.mesh) {
    fv::setCalculatedConditions(K_);
  }

  const fv::VolScalarField& operator()() override {
    const auto& mesh = K_.mesh();
    const FaceNormalFlux nHatf = state_->nHatf();
    const Vec3* boundaryNormals = state_->boundaryNormals().data();
    const InterfaceBand& band = state_->band();
    const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
    const auto internal = band.internalFaces(), outer = band.boundaryFaces();
    const auto nInternal = static_cast<Label>(internal.size()), nOuter = static_cast<Label>(outer.size());
    const double* V = mesh.V.data();
    double* K = K_.cells().data();
    const Label first = mesh.nInteriorFaces();
    parallelFor({"curvature: zero", 12}, nInternal, [=](Label i) { K[owner[internal[i]]] = K[neighbour[internal[i]]] = 0; });
    parallelFor("curvature: zero, coupled", mesh.nInternalFaces, first, [=](Label f) { K[owner[f]] = 0; });
    parallelFor("curvature: zero, boundary", nOuter, [=](Label i) { K[owner[outer[i]]] = 0; });
    const double cellsPerFace = static_cast<double>(mesh.nCells) / std::max<Label>(mesh.nInteriorFaces(), 1);
    parallelFor({"curvature", 4 + 8 + 8 + 24 + cellsPerFace * (24 + 16 + 8)}, nInternal, [=](Label i) {
      const Label f = internal[i], P = owner[f], N = neighbour[f];
      const double VP = V[P], VN = V[N], perBoth = nHatf(f, VP * VN);
      K[P] -= perBoth * VN;
      K[N] += perBoth * VP;
    });
    parallelFor("curvature: coupled", mesh.nInternalFaces, first, [=](Label f) { K[owner[f]] -= nHatf(f, V[owner[f]]); });
    parallelFor("curvature: boundary", nOuter, [=, Sf = mesh.Sf.view()](Label i) {
      const Label f = outer[i], P = owner[f];
      K[P] -= dot(boundaryNormals[f - first], Sf[f]) / V[P];
    });
    K_.updateGhosts();
    return K_;
  }

 private:
  InterfaceState* state_;
  fv::VolScalarField K_;
};

}  // namespace

std::unique_ptr<CurvatureModel> makeGradAlpha(const fv::Context& context, InterfaceState& state) {
  return std::make_unique<GradAlpha>(context, state);
}

}  // namespace eagre::interface_
