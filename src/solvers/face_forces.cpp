// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/face_forces.hpp"

#include "core/lanes.hpp"
#include "kernel/view.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

namespace {
std::string nameOfRhoRAU(const std::string& rAU) { return "interpolate((rho*" + rAU + "))"; }

/// Face forces per area over (1/A)_f, from their flux and that of the pressure: what is left of them [N/m^3 m^2/m^2].
double netForce(double forceFlux, double pressureFlux, double rAUf, double magSf) {
  return (forceFlux - pressureFlux) * (1 / (rAUf * magSf));
}
}  // namespace

FaceForces::FaceForces(OfInterface ofInterface, fv::Context& context, const fv::VolScalarField& rho,
                       const physics::RotatingZones& rotation, const std::string& rAU, fv::DdtCorrection ddtCorrection)
    : ofInterface_(std::move(ofInterface)),
      context_(context),
      rho_(rho),
      rotation_(rotation),
      ddtCorrection_(std::move(ddtCorrection)),
      rhoRAUWeights_(context, nameOfRhoRAU(rAU)),
      reconstruct_(context.mesh),
      solved_(context.mesh) {}

void FaceForces::update() {
  const auto& mesh = context_.mesh;
  const auto nFaces = static_cast<std::size_t>(mesh.nFaces());
  faceForce_ = context_.workspace.take<double>(nFaces);
  auto snGradRho = context_.workspace.take<double>(nFaces);
  (*ofInterface_.tension)(faceForce_);
  fv::fvc::snGrad(context_, rho_, "snGrad(rho)", snGradRho);
  parallelFor({"inter: face forces", 8}, mesh.nFaces(),
              [force = View(faceForce_), snGrad = View(snGradRho), g = *context_.gravity, ghRef = *context_.ghRef,
               Cf = mesh.faceCentres()](Label f) {
                if (snGrad[f] != 0) force[f] -= (dot(g, Cf(f)) - ghRef) * snGrad[f];  // in one phase there is none
              });
  if (ofInterface_.gravity) (*ofInterface_.gravity)(snGradRho, faceForce_);
}

kernel::Array<Vec3> FaceForces::onCells(const fv::VolScalarField& p_rgh) const {
  const auto& mesh = context_.mesh;
  const auto nFaces = static_cast<std::size_t>(mesh.nFaces());
  auto snGradP = context_.workspace.take<double>(nFaces), integrated = context_.workspace.take<double>(nFaces);
  fv::fvc::snGrad(context_, p_rgh, "snGrad(p_rgh)", snGradP);
  parallelFor("inter: predictor force", mesh.nFaces(),
              [integrated = View(integrated), force = View(faceForce_), snGrad = View(snGradP),
               magSf = View(mesh.magSf)](Label f) { integrated[f] = (force[f] - snGrad[f]) * magSf[f]; });
  auto cells = context_.workspace.take<Vec3>(static_cast<std::size_t>(mesh.nAllCells()));
  reconstruct_(integrated, cells);
  parallelFor("inter: integrated force", mesh.nCells, [cells = View(cells), V = View(mesh.V)](Label c) { cells[c] *= V[c]; });
  return cells;
}

void FaceForces::interpolate(const fv::Equation<Vec3>& /*UEqn*/, const fv::VolScalarField& rAU, fv::SurfaceScalarField& rAUf,
                             std::span<double> knownFlux) {
  const auto& mesh = context_.mesh;
  const Label first = mesh.nInteriorFaces();
  fv::interpolate(context_, rAU, "interpolate(" + rAU.name() + ")", rAUf.faces());
  auto rhorAUf = context_.workspace.take<double>(knownFlux.size());
  faceForceFlux_ = std::move(faceForce_);  // which is multiplied in place
  fv::eachInteriorFace({"inter: (rho/A)_f", 72 + 16 / fv::facesPerCell(mesh)}, mesh,
                       [rhorAUf = View(rhorAUf), known = View(knownFlux), flux = View(faceForceFlux_), rho = View(rho_.cells()),
                        rAU = View(rAU.cells()), weights = rhoRAUWeights_.data(), rAUf = View(rAUf.faces()),
                        magSf = View(mesh.magSf)](Label f, Label P, Label N) {
                         const double w = weights[f];
                         rhorAUf[f] = w * rho[P] * rAU[P] + (1 - w) * rho[N] * rAU[N];
                         known[f] = flux[f] *= rAUf[f] * magSf[f];
                       });
  parallelFor("inter: (rho/A)_b", mesh.nBoundaryFaces,
              [first, rhorAUf = View(rhorAUf), known = View(knownFlux), flux = View(faceForceFlux_), rho = View(rho_.boundary()),
               rAU = View(rAU.boundary()), rAUf = View(rAUf.faces()), magSf = View(mesh.magSf)](Label b) {
                rhorAUf[first + b] = rho[b] * rAU[b];
                flux[first + b] *= rAUf[first + b] * magSf[first + b];
                known[first + b] = 0;
              });
  rotation_.zero(rhorAUf);
  ddtCorrection_.add(rhorAUf, knownFlux);
}

void FaceForces::addForces(std::span<double> phiHbyA) {
  const auto& mesh = context_.mesh;
  parallelFor("inter: boundary forces", mesh.nInteriorFaces(), mesh.nFaces(),
              [phiHbyA = View(phiHbyA), flux = View(faceForceFlux_)](Label f) { phiHbyA[f] += flux[f]; });
}

kernel::Array<double> FaceForces::correctFlux(const fv::Equation<double>& pEqn, const fv::SurfaceScalarField& rAUf,
                                              kernel::Array<double> phiHbyA, std::span<double> phi) {
  const View predicted(phiHbyA);
  auto force = std::move(phiHbyA);  // in the same storage, face by face
  pEqn.eachFlux({"inter: phi", 56}, [phi = View(phi), predicted, force = View(force), forceFlux = View(faceForceFlux_),
                                     rAUf = View(rAUf.faces()), magSf = View(context_.mesh.magSf)](Label f, double flux) {
    phi[f] = predicted[f] - flux;
    force[f] = netForce(forceFlux[f], flux, rAUf[f], magSf[f]);
  });
  return force;
}

void FaceForces::updateForce(const fv::Equation<double>& pEqn, const fv::SurfaceScalarField& rAUf,
                             std::span<double> force) const {
  pEqn.eachFlux({"inter: relaxed force", 40}, [force = View(force), forceFlux = View(faceForceFlux_), rAUf = View(rAUf.faces()),
                                               magSf = View(context_.mesh.magSf)](Label f, double flux) {
    force[f] = netForce(forceFlux[f], flux, rAUf[f], magSf[f]);
  });
}

OutflowSums FaceForces::accelerate(const fv::CellValues<Vec3>& HbyA, const fv::VolScalarField& rAU, std::span<const double> force,
                                   std::span<const double> phi, fv::VolVectorField& U) {
  const auto& mesh = context_.mesh;
  const double bytes = fv::bytesOfCellFaces(mesh) + 104 + (16 + mesh.Sf.bytes()) * fv::facesPerCell(mesh);
  return reconstruct_.withInverse([&](auto inverse) {
    return fv::sumOverCells<OutflowSums>(
        {"inter: U", bytes}, mesh,
        [inverse, Sf = mesh.Sf.view(), force = View(force), phi = View(phi), HbyA = View(HbyA.cells), rAU = View(rAU.cells()),
         U = View(U.cells()), solved = solved_](Label c, const auto& around) {
          GradientLanes<double> lanesOfSum;
          double outflow = 0;
          around([&](Label f, double sign) {
            lanesOfSum.addOuter(Sf[f], force[f]);
            outflow += sign * phi[f];
          });
          Vec3 sum;
          lanesOfSum.store(sum);
          U[c] = solved(HbyA[c] + rAU[c] * inverse(c, sum));
          return OutflowSums{std::abs(outflow), outflow};
        });
  });
}

void FaceForces::check(const fv::Context& context, const std::string& rAU, Problems& problems) {
  fv::checkScheme<double>(context, "snGradSchemes", "snGrad(rho)", problems);
  fv::checkScheme<double>(context, "interpolationSchemes", "interpolate(" + rAU + ")", problems);
  for (const std::string& name : {nameOfRhoRAU(rAU), std::string("flux(HbyA)")})
    fv::FaceWeights::check(context, "interpolationSchemes", name, problems);
  fv::DdtCorrection::check(context, "U", problems);
}

}  // namespace eagre::solvers
