// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "fv/conditions/conditions.hpp"
#include "fv/conditions/contact_angle.hpp"
#include "interface/curvature/curvature_model.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::sequentialFor;
using kernel::View;

namespace {

/// The divergence of the normals on faces, which follow the gradient of alpha (Brackbill, Kothe and Zemach 1992):
/// K = - div(nHat_f . S_f). Beside the band all other faces of such a cell have no normal: K is whole. Coupled faces are all
/// taken: what is in the band beyond them only its gradient tells. On a wall with a contact angle the normal is turned where
/// there is no interface, too: cells beside the band have it.
class GradAlpha final : public CurvatureModel {
 public:
  GradAlpha(const fv::Context& context, InterfaceState& state)
      : state_(&state), K_("interfaceProperties:K", Dimensions{{0, -1}}, context.mesh) {
    fv::setCalculatedConditions(K_);
  }

  const fv::VolScalarField& operator()() override {
    const auto& mesh = K_.mesh();
    const InterfaceBand& band = state_->band();
    const auto internal = band.internalFaces(), outer = band.boundaryFaces();
    const auto nInternal = static_cast<Label>(internal.size()), nOuter = static_cast<Label>(outer.size());
    const Label first = mesh.nInteriorFaces();
    const View owner(mesh.owner), neighbour(mesh.neighbour);
    const View V(mesh.V);
    const View K(K_.cells());
    const double cellsPerFace = static_cast<double>(mesh.nCells) / std::max<Label>(mesh.nInteriorFaces(), 1);
    perVolumes_.resize(internal.size());
    parallelFor({"curvature: normals", 4 + 8 + 8 + 24 + 8 + cellsPerFace * (24 + 8)}, nInternal,
                [=, nHatf = state_->nHatf(), flux = View(perVolumes_)](Label i) {
                  const Label f = internal[i];
                  flux[i] = nHatf(f, V[owner[f]] * V[neighbour[f]]);
                });
    // The band's list of faces grows with the band and is in no order of the mesh; the sums are in the order of the list.
    sequentialFor("curvature: zero", 0, nInternal, [=](Label i) { K[owner[internal[i]]] = K[neighbour[internal[i]]] = 0; });
    sequentialFor("curvature: zero, coupled", mesh.nInternalFaces, first, [=](Label f) { K[owner[f]] = 0; });
    sequentialFor("curvature: zero, boundary", 0, nOuter, [=](Label i) { K[owner[outer[i]]] = 0; });
    eachWallOutside(band, [=](Label f) { K[owner[f]] = 0; });
    sequentialFor({"curvature", 4 + 8 + 8 + cellsPerFace * (16 + 8)}, 0, nInternal, [=, flux = View(perVolumes_)](Label i) {
      const Label P = owner[internal[i]], N = neighbour[internal[i]];
      K[P] -= flux[i] * V[N];
      K[N] += flux[i] * V[P];
    });
    sequentialFor("curvature: coupled", mesh.nInternalFaces, first,
                  [=, nHatf = state_->nHatf()](Label f) { K[owner[f]] -= nHatf(f, V[owner[f]]); });
    const auto addWall = [=, Sf = mesh.Sf.view(), normals = state_->boundaryNormals()](Label f) {
      const Label P = owner[f];
      K[P] -= dot(normals[f - first], Sf[f]) / V[P];
    };
    sequentialFor("curvature: boundary", 0, nOuter, [=](Label i) { addWall(outer[i]); });
    eachWallOutside(band, addWall);
    K_.updateGhosts();
    return K_;
  }

 private:
  /// The faces with a contact angle whose cell is not in the band.
  template <class Use>
  void eachWallOutside(const InterfaceBand& band, Use use) const {
    if (!state_->hasContactAngle()) return;
    const auto& mesh = K_.mesh();
    for (const auto& condition : state_->alpha1().conditions()) {
      const auto& patch = condition->patch();
      if (!dynamic_cast<const fv::ContactAngleCondition*>(condition.get())) continue;
      const Label first = mesh.nInteriorFaces() + patch.start;
      for (Label f = first; f < first + patch.size; ++f)
        if (!band.contains(mesh.owner[f])) use(f);
    }
  }

  InterfaceState* state_;
  fv::VolScalarField K_;
  std::vector<double> perVolumes_;  ///< nHat_f . S_f over the volumes of both cells, of the band's internal faces
};

}  // namespace

std::unique_ptr<CurvatureModel> makeGradAlpha(const config::Dictionary&, const fv::Context& context, InterfaceState& state) {
  return std::make_unique<GradAlpha>(context, state);
}

/// It has no entries, and its schemes are those of the state, which checks them.
void checkGradAlpha(const config::Dictionary&, const fv::Context&, Problems&) {}

}  // namespace eagre::interface_
