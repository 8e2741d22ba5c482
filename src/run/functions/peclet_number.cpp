// SPDX-License-Identifier: BSD-3-Clause
// PecletNo.
#include <cmath>

#include "fv/schemes/schemes.hpp"
#include "physics/forces/boundary_stress.hpp"
#include "run/functions/made_fields.hpp"

namespace eagre::run {
namespace {

/// Pe = |phi| / (|Sf| nuEff deltaCoeffs) on faces: convection over diffusion, with the effective viscosity by the scheme
/// interpolate(nuEff) of interpolationSchemes.
class PecletNumber final : public FunctionObject {
 public:
  explicit PecletNumber(const FunctionSource& source)
      : schedule_(source.dict),
        phi_(source.dict.getOr("field", source.dict.getOr("phi", "phi"))),
        place_(source.dict.place()),
        Pe_(resultName(source.dict, phi_ == "phi" ? "Pe" : "Pe(" + phi_ + ")"), dimless, source.context.mesh),
        nuEff_("nuEff", dimViscosity, source.context.mesh) {
    warnOfMisspeltEntries(source.dict, {"field", "phi", "result", "rho"});
  }

  void requireFields(const fv::Context& context) const override {
    flux(context);
    const physics::EffectiveViscosity viscosity(context);
  }
  void execute(const fv::Context& context, StepEnd end) override {
    fresh_ = schedule_.due(context, end);
    if (!fresh_) return;
    const auto& mesh = context.mesh;
    const auto& phi = flux(context);
    const physics::EffectiveViscosity viscosity(context);
    bool isZero = false;
    for (Label c = 0; c < mesh.nCells; ++c) {
      nuEff_[c] = viscosity.inCell(c);
      isZero = isZero || !(nuEff_[c] > 0);
    }
    if (mesh.communicator().sum(isZero ? 1.0 : 0.0) > 0)
      throw Error(place_, "PecletNo: the viscosity is zero in some cell, and the number is infinite");
    nuEff_.updateGhosts();
    const auto number = [&](Label f, double nu) { return std::abs(phi[f]) / (mesh.magSf[f] * mesh.deltaCoeffs[f] * nu); };
    const fv::FaceWeights weights(context, "interpolate(nuEff)");
    for (Label f = 0; f < mesh.nInteriorFaces(); ++f) {
      const double w = weights.data()[f];
      Pe_[f] = number(f, w * nuEff_[mesh.owner[f]] + (1 - w) * nuEff_[mesh.neighbour[f]]);
    }
    for (Label b = 0; b < mesh.nBoundaryFaces; ++b)
      Pe_.atBoundary(b) = number(mesh.nInteriorFaces() + b, viscosity.atBoundary(b));
  }
  bool hasOwnTimes() const override { return true; }
  void addTo(solvers::Outputs& outputs) const override {
    if (fresh_) outputs.fluxes.push_back(&Pe_);
  }

 private:
  const fv::SurfaceScalarField& flux(const fv::Context& context) const {
    const auto* phi = context.registry.surfaceScalar(phi_);
    if (!phi) throw Error(place_, "PecletNo: there is no flux '" + phi_ + "' in this solver");
    if (!(phi->dimensions() == Dimensions{{0, 3, -1}}))
      throw Error(place_, "PecletNo: the flux '" + phi_ + "' is none of volume, which the viscosity belongs to");
    return *phi;
  }
  Schedule schedule_;
  std::string phi_;
  Place place_;
  fv::SurfaceScalarField Pe_;
  fv::VolScalarField nuEff_;
  bool fresh_ = false;
};

}  // namespace

std::unique_ptr<FunctionObject> makePecletNo(const FunctionSource& source) { return std::make_unique<PecletNumber>(source); }

}  // namespace eagre::run
