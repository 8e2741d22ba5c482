// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/pressure_gradient.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "fv/conditions/conditions.hpp"
#include "fv/schemes/diffusivity.hpp"
#include "kernel/view.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

namespace {
/// With the name of the velocity in the place of U.
std::string named(std::string scheme, const PressureGradient::Kind& kind) {
  for (std::size_t at = 0; kind.U != std::string_view("U") && (at = scheme.find("A(U)", at)) != std::string::npos; at += 4)
    scheme.replace(at + 2, 1, kind.U);
  return scheme;
}
std::string rAUScheme(const PressureGradient::Kind& kind) { return named("interpolate((1|A(U)))", kind); }
std::string moreScheme(const PressureGradient::Kind& kind) {
  return named(kind.steady ? "interpolate(((1|((1|(1|A(U)))-H(1)))-(1|A(U))))"
                           : "interpolate(((1|max(((1|(1|A(U)))-H(1)),(0.1|(1|A(U)))))-(1|A(U))))",
               kind);
}

/// Whether the equation of p and ddtCorr have the same 1/A on faces.
bool shareFaceRAU(const fv::Context& context, const PressureGradient::Kind& kindOfP) {
  auto ofP = fv::schemeEntry(context, "laplacianSchemes", PressureGradient::laplacianScheme(kindOfP)).reader();
  auto ofDdtCorr = fv::schemeEntry(context, "interpolationSchemes", rAUScheme(kindOfP)).reader();
  std::string fluxName;
  const auto kind = fv::readDiffusivityScheme(context, ofP)->kind();
  return kind != fv::SchemeKind::other && kind == fv::makeInterpolationScheme<double>(context, ofDdtCorr, fluxName)->kind();
}
}  // namespace

std::string PressureGradient::laplacianScheme(Kind kind) {
  if (kind.namesRAU) return "laplacian(rAU,p)";
  if (!kind.consistent) return named("laplacian((1|A(U)),p)", kind);
  return named(kind.steady ? "laplacian((1|((1|(1|A(U)))-H(1))),p)" : "laplacian((1|max(((1|(1|A(U)))-H(1)),(0.1|(1|A(U))))),p)",
               kind);
}

PressureGradient::PressureGradient(fv::Context& context, fv::VolScalarField& p, const physics::RotatingZones& rotation,
                                   std::optional<fv::DdtCorrection> ddtCorrection, Kind kind)
    : context_(context),
      p_(p),
      solved_(context.mesh),
      rotation_(rotation),
      ddtCorrection_(std::move(ddtCorrection)),
      kind_(kind),
      sharesFaceRAU_(!kind.consistent && !kind.steady && shareFaceRAU(context, kind)),
      scheme_(fv::makeGradientScheme<double>(context, "grad(p)")) {
  if (!kind.consistent) return;
  consistent_.emplace(
      Consistent{fv::VolScalarField("rAtU", dimTime, context.mesh), fv::VolScalarField("rAtU-rAU", dimTime, context.mesh), {}});
  for (fv::VolScalarField* field : {&consistent_->rAtU, &consistent_->difference}) fv::setCalculatedConditions(*field);
}

void PressureGradient::Consistent::make(fv::Context& context, const fv::Equation<Vec3>& UEqn, const fv::VolScalarField& rAU,
                                        const Kind& kind) {
  const auto& mesh = context.mesh;
  auto H1 = context.workspace.take<double>(static_cast<std::size_t>(mesh.nCells));
  UEqn.H1(H1);
  parallelFor({"piso: 1/(A - H1)", 24}, mesh.nCells,
              [rAtU = View(rAtU.cells()), rAU = View(rAU.cells()), H1 = View(H1),
               least = kind.steady ? -std::numeric_limits<double>::infinity() : 0.1](Label c) {
                rAtU[c] = 1 / std::max(1 / rAU[c] - H1[c], least / rAU[c]);
              });
  rAtU.updateGhosts();
  parallelFor("piso: 1/(A - H1) - 1/A", mesh.nAllCells(),
              [difference = View(difference.cells()), rAtU = View(rAtU.cells()), rAU = View(rAU.cells())](Label c) {
                difference[c] = rAtU[c] - rAU[c];
              });
  parallelFor("piso: 1/(A - H1) boundary", mesh.nBoundaryFaces,
              [boundary = View(rAtU.boundary()), ofDifference = View(difference.boundary()), cells = View(rAtU.cells()),
               differences = View(difference.cells()), owner = View(mesh.owner), first = mesh.nInteriorFaces()](Label b) {
                boundary[b] = cells[owner[first + b]];
                ofDifference[b] = differences[owner[first + b]];
              });
  more.resize(static_cast<std::size_t>(mesh.nFaces()));
  fv::interpolate(context, difference, moreScheme(kind), more);
  parallelFor("piso: SIMPLEC", mesh.nFaces(), [more = View(more), magSf = View(mesh.magSf)](Label f) { more[f] *= magSf[f]; });
}

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

void PressureGradient::interpolate(const fv::Equation<Vec3>& UEqn, const fv::VolScalarField& rAU, fv::SurfaceScalarField& rAUf,
                                   std::span<double> knownFlux) {
  std::fill(knownFlux.begin(), knownFlux.end(), 0.0);
  if (ddtCorrection_) {
    fv::interpolate(context_, rAU, rAUScheme(kind_), rAUf.faces());
    ddtCorrection_->add(rAUf.faces(), knownFlux);
  }
  rotation_.zero(knownFlux);
  if (consistent_) consistent_->make(context_, UEqn, rAU, kind_);
  const fv::VolScalarField& ofP = consistent_ ? consistent_->rAtU : rAU;
  if (!sharesFaceRAU_) fv::interpolateDiffusivity(context_, ofP, laplacianScheme(kind_), rAUf.faces());
}

/// phiHbyA += (rAtU - 1/A)_f |S| snGrad p, as HbyA loses (1/A - rAtU) grad p where U is made.
void PressureGradient::addForces(std::span<double> phiHbyA) {
  if (!consistent_) return;
  auto snGradP = context_.workspace.take<double>(phiHbyA.size());
  fv::fvc::snGrad(context_, p_, "snGrad(p)", snGradP);
  parallelFor({"piso: SIMPLEC flux", 32}, context_.mesh.nFaces(),
              [phiHbyA, more = View(consistent_->more), snGrad = View(snGradP)](Label f) { phiHbyA[f] += more[f] * snGrad[f]; });
  consistent_->gradPBefore = gradP();
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
  if (consistent_)
    parallelFor({"piso: SIMPLEC U", 112}, context_.mesh.nCells,
                [U = View(U.cells()), HbyA = View(HbyA.cells), rAU = View(rAU.cells()), rAtU = View(consistent_->rAtU.cells()),
                 before = View(consistent_->gradPBefore), gradP = View(gradP()),
                 solved = solved_](Label c) { U[c] = solved(HbyA[c] - (rAU[c] - rAtU[c]) * before[c] - rAtU[c] * gradP[c]); });
  else
    parallelFor({"piso: U", 88}, context_.mesh.nCells,
                [U = View(U.cells()), HbyA = View(HbyA.cells), rAU = View(rAU.cells()), gradP = View(gradP()),
                 solved = solved_](Label c) { U[c] = solved(HbyA[c] - rAU[c] * gradP[c]); });
  return outflowSums(context_.mesh, phi);
}

void PressureGradient::check(const fv::Context& context, Kind kind, Problems& problems) {
  fv::checkScheme<double>(context, "laplacianSchemes", laplacianScheme(kind), problems);
  if (kind.consistent) fv::checkScheme<double>(context, "interpolationSchemes", moreScheme(kind), problems);
  if (kind.consistent) fv::checkScheme<double>(context, "snGradSchemes", "snGrad(p)", problems);
  fv::checkScheme<double>(context, "gradSchemes", "grad(p)", problems);
  fv::FaceWeights::check(context, "interpolationSchemes", "flux(HbyA)", problems);
  if (kind.steady) return;
  fv::checkScheme<double>(context, "interpolationSchemes", rAUScheme(kind), problems);
  fv::DdtCorrection::check(context, kind.U, problems);
}

}  // namespace eagre::solvers
