// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/implicit_porosity.hpp"

#include <utility>

#include "fv/conditions/conditions.hpp"
#include "fv/schemes/diffusivity.hpp"
#include "kernel/view.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

namespace {

/// What v1912 calls the gradient in the explicit part of a Laplacian with a tensor.
const char* const gradientScheme = "grad(p.component(0))";

Tensor inverse(const Tensor& A) {
  const Vec3 x{A(0, 0), A(0, 1), A(0, 2)}, y{A(1, 0), A(1, 1), A(1, 2)}, z{A(2, 0), A(2, 1), A(2, 2)};
  const Vec3 a = cross(y, z), b = cross(z, x), c = cross(x, y);  // columns, times the determinant
  const double d = 1 / dot(x, a);
  return {d * a.x, d * b.x, d * c.x, d * a.y, d * b.y, d * c.y, d * a.z, d * b.z, d * c.z};
}

}  // namespace

ImplicitPorosity::ImplicitPorosity(fv::Context& context, fv::VolScalarField& p, const physics::RotatingZones& rotation,
                                   std::vector<std::unique_ptr<physics::PorousZone>> zones, int nCorrectors)
    : PressureGradient(context, p, rotation, std::nullopt, {.consistent = false, .steady = true, .namesRAU = true}),
      zones_(std::move(zones)),
      nCorrectors_(nCorrectors),
      rAU_("rAU", dimTime, context.mesh),
      gradient_(fv::makeGradientScheme<double>(context, gradientScheme)) {
  fv::setCalculatedConditions(rAU_);
}

void ImplicitPorosity::check(const fv::Context& context, Problems& problems) {
  fv::checkScheme<double>(context, "gradSchemes", gradientScheme, problems);
  problems.guard([&] {
    const auto& entry =
        fv::schemeEntry(context, "laplacianSchemes", laplacianScheme({.consistent = false, .steady = true, .namesRAU = true}));
    auto reader = entry.reader();
    if (fv::readDiffusivityScheme(context, reader)->kind() != fv::SchemeKind::linear)
      throw Error(entry.place,
                  "laplacianSchemes: with nUCorrectors the diffusivity of the pressure's equation is a tensor, which is "
                  "interpolated linearly alone: Gauss linear ..");
  });
}

void ImplicitPorosity::makeT(const fv::Equation<Vec3>& UEqn, const fv::VolVectorField& U) {
  const auto& mesh = context_.mesh;
  const auto* nu = context_.registry.scalar("nu");
  T_.resize(static_cast<std::size_t>(mesh.nAllCells()));
  solvers::makeRAU(UEqn, rAU_);
  parallelFor({"implicit porosity: A", 80}, mesh.nCells,
              [T = View(T_), rA = View(rAU_.cells())](Label c) { T[c] = (1 / rA[c]) * identityTensor(); });
  for (const auto& zone : zones_) zone->addTo(T_, U, {nullptr, *nu});
  parallelFor({"implicit porosity: T", 144}, mesh.nCells, [T = View(T_)](Label c) { T[c] = inverse(T[c]); });
  mesh.halo->update(T_);
}

void ImplicitPorosity::predict(fv::Equation<Vec3>& UEqn, fv::VolVectorField& U) {
  const auto& mesh = context_.mesh;
  auto H = context_.workspace.take<Vec3>(static_cast<std::size_t>(mesh.nCells));
  const auto& gradP = this->gradP();
  for (int i = 0; i < nCorrectors_; ++i) {
    UEqn.H(H);
    parallelFor({"implicit porosity: predictor", 144}, mesh.nCells,
                [U = View(U.cells()), T = View(T_), H = View(H), gradP = View(gradP), solved = solved_](Label c) {
                  U[c] = solved(dot(T[c], H[c] - gradP[c]));
                });
    U.updateGhosts();
  }
  U.correctBoundaryConditions();
}

void ImplicitPorosity::makeRAU(const fv::Equation<Vec3>& /*UEqn*/, fv::VolScalarField& rAU) { rAU.values() = rAU_.values(); }

void ImplicitPorosity::interpolate(const fv::Equation<Vec3>& UEqn, const fv::VolScalarField& rAU, fv::SurfaceScalarField& rAUf,
                                   std::span<double> knownFlux) {
  PressureGradient::interpolate(UEqn, rAU, rAUf, knownFlux);
  const auto& mesh = context_.mesh;
  cross_.resize(static_cast<std::size_t>(mesh.nInteriorFaces()));
  parallelFor({"implicit porosity: faces", 250}, mesh.nInteriorFaces(),
              [rAUf = View(rAUf.faces()), across = View(cross_), T = View(T_), w = View(mesh.weights), Sf = mesh.Sf.view(),
               magSf = View(mesh.magSf), owner = View(mesh.owner), neighbour = View(mesh.neighbour)](Label f) {
                const Vec3 S = Sf[f];
                const Vec3 TS = dot(S, w[f] * T[owner[f]] + (1 - w[f]) * T[neighbour[f]]), n = S / magSf[f];
                const double normal = dot(TS, n);
                rAUf[f] = normal / magSf[f];
                across[f] = TS - normal * n;
              });
}

bool ImplicitPorosity::changeHbyA(std::span<Vec3> HbyA) {
  parallelFor({"implicit porosity: HbyA", 128}, static_cast<Label>(HbyA.size()),
              [HbyA, T = View(T_), rA = View(rAU_.cells())](Label c) { HbyA[c] = dot(T[c], HbyA[c]) / rA[c]; });
  return true;
}

std::span<const double> ImplicitPorosity::explicitFlux() {
  const auto& mesh = context_.mesh;
  gradient_->ownedCells(p_, gradP_);
  gradP_.resize(static_cast<std::size_t>(mesh.nAllCells()));
  mesh.halo->update(gradP_);
  flux_.assign(static_cast<std::size_t>(mesh.nFaces()), 0.0);
  parallelFor({"implicit porosity: explicit flux", 96}, mesh.nInteriorFaces(),
              [flux = View(flux_), across = View(cross_), gradP = View(gradP_), w = View(mesh.weights), owner = View(mesh.owner),
               neighbour = View(mesh.neighbour)](Label f) {
                flux[f] = dot(across[f], w[f] * gradP[owner[f]] + (1 - w[f]) * gradP[neighbour[f]]);
              });
  return flux_;
}

kernel::Array<double> ImplicitPorosity::correctFlux(const fv::Equation<double>& pEqn, const fv::SurfaceScalarField& rAUf,
                                                    kernel::Array<double> phiHbyA, std::span<double> phi) {
  auto none = PressureGradient::correctFlux(pEqn, rAUf, std::move(phiHbyA), phi);
  parallelFor({"implicit porosity: phi", 24}, context_.mesh.nFaces(), [phi, flux = View(flux_)](Label f) { phi[f] -= flux[f]; });
  return none;
}

OutflowSums ImplicitPorosity::accelerate(const fv::CellValues<Vec3>& HbyA, const fv::VolScalarField& /*rAU*/,
                                         std::span<const double> /*force*/, std::span<const double> phi, fv::VolVectorField& U) {
  parallelFor({"implicit porosity: U", 144}, context_.mesh.nCells,
              [U = View(U.cells()), HbyA = View(HbyA.cells), T = View(T_), gradP = View(gradP()), solved = solved_](Label c) {
                U[c] = solved(HbyA[c] - dot(T[c], gradP[c]));
              });
  return outflowSums(context_.mesh, phi);
}

}  // namespace eagre::solvers
