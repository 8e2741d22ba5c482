// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/pressure_gradient.hpp"

#include "fv/schemes/diffusivity.hpp"
#include "kernel/view.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

namespace {
const char* const rAUScheme = "interpolate((1|A(U)))";

/// Whether the equation of p and ddtCorr have the same 1/A on faces.
bool shareFaceRAU(const fv::Context& context) {
  auto ofP = fv::schemeEntry(context, "laplacianSchemes", PressureGradient::laplacianScheme).reader();
  auto ofDdtCorr = fv::schemeEntry(context, "interpolationSchemes", rAUScheme).reader();
  std::string fluxName;
  const auto kind = fv::readDiffusivityScheme(context, ofP)->kind();
  return kind != fv::SchemeKind::other && kind == fv::makeInterpolationScheme<double>(context, ofDdtCorr, fluxName)->kind();
}
}  // namespace

PressureGradient::PressureGradient(fv::Context& context, fv::VolScalarField& p, const physics::RotatingZones& rotation,
                                   fv::DdtCorrection ddtCorrection)
    : context_(context),
      p_(p),
      rotation_(rotation),
      ddtCorrection_(std::move(ddtCorrection)),
      sharesFaceRAU_(shareFaceRAU(context)),
      scheme_(fv::makeGradientScheme<double>(context, "grad(p)")),
      solved_(context.mesh) {}

const std::vector<Vec3>& PressureGradient::gradP() {
  const bool hasMoved = geometry_.renew(context_.mesh);
  if (gradPStands_ && !hasMoved && boundaryOfP_ == p_.boundary()) return gradP_;
  boundaryOfP_ = p_.boundary();
  scheme_->ownedCells(p_, gradP_);
  gradPStands_ = true;
  return gradP_;
}

kernel::Array<Vec3> PressureGradient::onCells() {
  const auto& mesh = context_.mesh;
  auto force = context_.workspace.take<Vec3>(static_cast<std::size_t>(mesh.nCells));
  parallelFor({"piso: -grad p", 56}, mesh.nCells,
              [force = View(force), V = View(mesh.V), gradP = View(gradP())](Label c) { force[c] = -V[c] * gradP[c]; });
  return force;
}

void PressureGradient::interpolate(const fv::VolScalarField& rAU, fv::SurfaceScalarField& rAUf, std::span<double> knownFlux) {
  fv::interpolate(context_, rAU, rAUScheme, rAUf.faces());
  std::fill(knownFlux.begin(), knownFlux.end(), 0.0);
  ddtCorrection_.add(rAUf.faces(), knownFlux);
  rotation_.zero(knownFlux);
  if (!sharesFaceRAU_) fv::interpolateDiffusivity(context_, rAU, laplacianScheme, rAUf.faces());
}

fv::KnownGradient<double> PressureGradient::knownGradient(int i) {
  const auto& mesh = context_.mesh;
  if (i > 0 || mesh.orthogonal) return {};
  for (const auto& condition : p_.conditions()) condition->updateCoeffs(p_, context_);
  gradP();
  mesh.halo->update(gradP_);  // the correction looks at ghosts
  return {"grad(p)", gradP_.data()};
}

kernel::Array<double> PressureGradient::correctFlux(const fv::Equation<double>& pEqn, const fv::SurfaceScalarField& /*rAUf*/,
                                                    kernel::Array<double> phiHbyA, std::span<double> phi) {
  pEqn.eachFlux({"piso: phi", 24},
                [phi = View(phi), phiHbyA = View(phiHbyA)](Label f, double flux) { phi[f] = phiHbyA[f] - flux; });
  return {};
}

OutflowSums PressureGradient::accelerate(const fv::CellValues<Vec3>& HbyA, const fv::VolScalarField& rAU,
                                         std::span<const double> /*force*/, std::span<const double> phi, fv::VolVectorField& U) {
  parallelFor({"piso: U", 88}, context_.mesh.nCells,
              [U = View(U.cells()), HbyA = View(HbyA.cells), rAU = View(rAU.cells()), gradP = View(gradP()),
               solved = solved_](Label c) { U[c] = solved(HbyA[c] - rAU[c] * gradP[c]); });
  return outflowSums(context_.mesh, phi);
}

void PressureGradient::check(const fv::Context& context, Problems& problems) {
  fv::checkScheme<double>(context, "laplacianSchemes", laplacianScheme, problems);
  fv::checkScheme<double>(context, "gradSchemes", "grad(p)", problems);
  fv::checkScheme<double>(context, "interpolationSchemes", rAUScheme, problems);
  fv::FaceWeights::check(context, "interpolationSchemes", "flux(HbyA)", problems);
  fv::DdtCorrection::check(context, "U", problems);
}

}  // namespace eagre::solvers
