// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/potential_flow.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "linear/solver.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

namespace {
const char* const schemeOfPhi = "laplacian(1,Phi)";
const char* const schemeOfDivDiv = "div(div(phi,U))";

config::Dictionary controlsOf(const config::Dictionary& fvSolution) {
  const auto* controls = fvSolution.findDict("potentialFlow");
  return controls ? *controls : config::Dictionary(fvSolution.name() + ".potentialFlow", fvSolution.place());
}

/// Fixed where `fixes` says so; constraint types where the patch has one.
template <class Fixes>
void setConditions(fv::VolScalarField& field, Fixes fixes) {
  const auto& mesh = field.mesh();
  fv::setCalculatedConditions(field);
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    auto& condition = field.conditions()[i];
    if (condition->type() != "calculated") continue;
    const auto& patch = mesh.patches[i];
    condition = fixes(i) ? fv::makeFixedValue<double>(patch, std::vector<double>(static_cast<std::size_t>(patch.size), 0.0))
                         : fv::makeZeroGradient<double>(patch);
  }
  field.correctBoundaryConditions();
}

/// div(flux U) of each cell [m/s^2], by the scheme "div(phi,U)".
std::vector<Vec3> convection(const fv::Context& context, const fv::SurfaceScalarField& phi, const fv::VolVectorField& U) {
  const auto& mesh = context.mesh;
  const auto scheme = fv::makeConvectionScheme<Vec3>(context, "div(phi,U)");
  std::vector<Vec3> faces, correction, result(static_cast<std::size_t>(mesh.nAllCells()));
  std::vector<double> weights;
  fv::interpolate(*scheme.interpolation, U, std::span<const double>(phi.faces()), faces, weights, correction);
  parallelFor("potential flow: phi U", mesh.nFaces(),
              [faces = View(faces), phi = View(phi.faces())](Label f) { faces[f] = phi[f] * faces[f]; });
  const std::span<Vec3> owned = std::span(result).first(static_cast<std::size_t>(mesh.nCells));
  fv::fvc::surfaceIntegrate<Vec3>(mesh, std::span<const Vec3>(faces), owned);
  if (scheme.bounded) {
    std::vector<double> divergence(owned.size());
    fv::fvc::div(mesh, phi.faces(), divergence);
    parallelFor("potential flow: bounded", mesh.nCells,
                [result = View(result), divergence = View(divergence), U = View(U.cells())](Label c) {
                  result[c] -= divergence[c] * U[c];
                });
  }
  return result;
}

}  // namespace

PotentialFlow::PotentialFlow(fv::Context& context, fv::VolVectorField& U, fv::VolScalarField& p, fv::VolScalarField& Phi,
                             fv::SurfaceScalarField& phi, std::string solverOfPhi)
    : context_(context),
      U_(U),
      p_(p),
      Phi_(Phi),
      phi_(phi),
      solverOfPhi_(std::move(solverOfPhi)),
      controls_(controlsOf(context.fvSolution)) {
  nNonOrthogonalCorrectors_ = readNonOrthogonalCorrectors(controls_);
  reference_ = PressureReference::read(Phi, Phi.name(), controls_);
}

void PotentialFlow::solve(const physics::RotatingZones& rotation, bool initialiseU) {
  const auto& mesh = context_.mesh;
  // As an assignment of zero to the whole field: conditions that prescribe the velocity keep it.
  std::fill(U_.cells().begin(), U_.cells().end(), Vec3{});
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    const auto& condition = *U_.conditions()[i];
    if (condition.fixesValue() && condition.type() != "calculated") continue;
    const auto values = U_.patchValues(mesh.patches[i]);
    std::fill(values.begin(), values.end(), Vec3{});
  }
  const fv::FaceWeights weights(context_, "flux(U)");
  fv::faceFlux(weights, U_.values(), phi_.faces());
  if (initialiseU) {
    U_.correctBoundaryConditions();
    fv::faceFlux(weights, U_.values(), phi_.faces());
  }
  context_.log.line("\nCalculating potential flow");
  rotation.makeRelative(phi_.faces());  // (1)
  if (fv::needsReference(p_)) adjustPhi(phi_.faces(), U_);
  fv::Equation<double> equation(Phi_, context_);
  std::vector<double> divergence(static_cast<std::size_t>(mesh.nCells));
  fv::fvc::div(mesh, phi_.faces(), divergence);
  for (int i = 0; i <= nNonOrthogonalCorrectors_; ++i) {
    equation = fv::fvm::laplacian(1.0, Phi_, schemeOfPhi) - fv::fvm::Su(divergence, Phi_);
    if (reference_.needed) equation.setReference(reference_.cell, reference_.value);
    equation.solve(solverOfPhi_);  // (2)
  }
  equation.eachFlux({"potential flow: phi", 16}, [phi = phi_.faces().data()](Label f, double flux) { phi[f] -= flux; });
  rotation.makeAbsolute(phi_.faces());
  mesh::synchroniseFlux(mesh, phi_.faces());
  reconstructVelocity();
  reportErrors();
}

/// (3)
void PotentialFlow::reconstructVelocity() {
  fv::fvc::Reconstruct(context_.mesh)(phi_.faces(), U_.cells());
  const SolvedComponents solved(context_.mesh);
  parallelFor("potential flow: U", context_.mesh.nCells, [U = View(U_.cells()), solved](Label c) { U[c] = solved(U[c]); });
  U_.correctBoundaryConditions();
}

void PotentialFlow::reportErrors() const {
  const auto& mesh = context_.mesh;
  std::vector<double> flux(static_cast<std::size_t>(mesh.nFaces()));
  fv::faceFlux({context_, "flux(U)"}, U_.values(), flux);
  double sums[3] = {outflowSums(mesh, phi_.faces()).magnitude, 0, 0};  // |div(phi)| V, (flux(U) - phi)^2, |S|
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) {
    const double share = f < mesh.nInternalFaces ? 1 : 0.5;  // a face between two ranks is on both
    const double difference = flux[f] - phi_[f];
    sums[1] += share * difference * difference;
    sums[2] += share * mesh.magSf[f];
  }
  mesh.communicator().sum(sums);
  const int digits = context_.log.precision();
  context_.log.line(fmt::format("Continuity error = {1:.{0}g}", digits, sums[0] / mesh.totalVolume));
  context_.log.line(fmt::format("Interpolated velocity error = {1:.{0}g}", digits, std::sqrt(sums[1]) / sums[2]));
}

void PotentialFlow::solvePressure() {
  const auto& mesh = context_.mesh;
  context_.log.line("\nCalculating approximate pressure field");
  const auto reference = PressureReference::read(p_, p_.name(), controls_);
  double sums[2] = {0, static_cast<double>(mesh.nCells)};
  for (Label c = 0; c < mesh.nCells; ++c) sums[0] += magSqr(U_[c]);
  mesh.communicator().sum(sums);
  const double floor = small * sums[0] / sums[1];
  const auto alongFlow = [floor](const Vec3& U, const Vec3& v) { return (dot(U, v) / (magSqr(U) + floor)) * U; };
  fv::CellValues<Vec3> force;
  force.cells = convection(context_, phi_, U_);
  force.boundary.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  const Label first = mesh.nInteriorFaces();
  parallelFor("potential flow: force on the boundary", mesh.nBoundaryFaces,
              [onBoundary = View(force.boundary), force = View(force.cells), U = View(U_.boundary()), owner = View(mesh.owner),
               first, alongFlow](Label b) { onBoundary[b] = alongFlow(U[b], force[owner[first + b]]); });
  parallelFor("potential flow: force", mesh.nCells,
              [force = View(force.cells), U = View(U_.cells()), alongFlow](Label c) { force[c] = alongFlow(U[c], force[c]); });
  mesh.halo->update(force.cells);
  std::vector<double> flux(static_cast<std::size_t>(mesh.nFaces())), divergence(static_cast<std::size_t>(mesh.nCells));
  fv::faceFlux({context_, "divSchemes", schemeOfDivDiv}, force, flux);
  fv::fvc::div(mesh, flux, divergence);
  fv::Equation<double> equation(p_, context_);
  for (int i = 0; i <= nNonOrthogonalCorrectors_; ++i) {
    equation = fv::fvm::laplacian(1.0, p_) + fv::fvm::Su(divergence, p_);
    if (reference.needed) equation.setReference(reference.cell, reference.value);
    equation.solve(p_.name());  // (4)
  }
}

void PotentialFlow::setConditionsOfPhi(const fv::VolScalarField& p, fv::VolScalarField& Phi) {
  setConditions(Phi, [&](std::size_t patch) { return p.conditions()[patch]->fixesValue(); });
}

void PotentialFlow::setConditionsOfPressure(const fv::VolVectorField& U, fv::VolScalarField& p) {
  setConditions(p, [&](std::size_t patch) { return !U.conditions()[patch]->fixesValue(); });
}

void PotentialFlow::check(const fv::Context& context, const std::string& pName, bool pressure, const std::string& solverOfPhi,
                          Problems& problems) {
  const auto solver = [&](const std::string& name) {
    problems.guard([&] { linear::checkSolver(name, true, context.fvSolution.subDict("solvers").subDict(name), problems); });
  };
  problems.guard([&] { readNonOrthogonalCorrectors(controlsOf(context.fvSolution)); });
  fv::FaceWeights::check(context, "interpolationSchemes", "flux(U)", problems);
  fv::checkScheme<double>(context, "laplacianSchemes", schemeOfPhi, problems);
  solver(solverOfPhi);
  if (!pressure) return;
  fv::checkScheme<Vec3>(context, "divSchemes", "div(phi,U)", problems);
  fv::FaceWeights::check(context, "divSchemes", schemeOfDivDiv, problems);
  fv::checkScheme<double>(context, "laplacianSchemes", "laplacian(" + pName + ")", problems);
  solver(pName);
}

}  // namespace eagre::solvers
