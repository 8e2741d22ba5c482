// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/pressure_corrector.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "fv/conditions/conditions.hpp"
#include "fv/equation/relaxation.hpp"
#include "fv/equation/terms.hpp"
#include "fv/fields/assigned_velocity.hpp"

namespace eagre::solvers {

PressureCorrector::PressureCorrector(const PressureInputs& inputs)
    : in_(inputs),
      pEqn_(in_.p, in_.context),
      rAU_(in_.rAU, dimViscosity / in_.p.dimensions(), in_.context.mesh),
      rAUf_("rAUf", rAU_.dimensions(), in_.context.mesh),
      HbyAWeights_(in_.context, "flux(HbyA)") {
  fv::setCalculatedConditions(rAU_);
  HbyA_.cells.resize(static_cast<std::size_t>(in_.context.mesh.nAllCells()));
}

void PressureCorrector::startOuterIteration(bool isFinal) {
  relaxation_ = fv::fieldRelaxation(in_.context.fvSolution, in_.p.name() + (isFinal ? "Final" : ""));
  if (relaxation_) pBefore_ = in_.p.values();
}

void PressureCorrector::begin(const fv::Equation<Vec3>& UEqn) {
  in_.momentum.makeRAU(UEqn, rAU_);
  knownFlux_ = in_.context.workspace.take<double>(static_cast<std::size_t>(in_.context.mesh.nFaces()));
  in_.momentum.interpolate(UEqn, rAU_, rAUf_, knownFlux_);
  matrixStands_ = false;
}

namespace {

/// The gradient of p normal to the faces of each patch whose condition follows what is assigned to U; empty on others.
std::vector<std::vector<double>> gradientsAtFollowers(const fv::VolVectorField& U, const fv::VolScalarField& p) {
  std::vector<std::vector<double>> gradients(U.mesh().patches.size());
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    if (!dynamic_cast<const fv::AssignedVelocity*>(U.conditions()[i].get())) continue;
    gradients[i].resize(static_cast<std::size_t>(U.mesh().patches[i].size));
    p.conditions()[i]->snGrad(p, gradients[i]);
  }
  return gradients;
}

/// The right-hand side of (4) on the patches whose conditions follow it is that of the cell. Where the forces are those of cells
/// (flux is not null), grad p normal to the face is that of p's condition, as in the flux but for the relaxation of p since then.
void assignPatches(const std::vector<std::vector<double>>& solved, const fv::SurfaceScalarField& rAUf,
                   const fv::VolScalarField& p, const fv::SurfaceScalarField* flux, fv::VolVectorField& U) {
  const auto& mesh = U.mesh();
  const auto now = gradientsAtFollowers(U, p);
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    auto* condition = dynamic_cast<fv::AssignedVelocity*>(U.conditions()[i].get());
    if (!condition) continue;
    const auto& patch = mesh.patches[i];
    std::vector<Vec3> assigned(static_cast<std::size_t>(patch.size));
    for (Label k = 0; k < patch.size; ++k) {
      const Label f = mesh.nInteriorFaces() + patch.start + k, c = mesh.owner[f];
      const Vec3 n = Vec3(mesh.Sf[f]) / mesh.magSf[f];
      assigned[k] = U[c];
      if (!flux) continue;
      const double normal = (*flux)[f] / mesh.magSf[f] + rAUf[f] * (solved[i][k] - now[i][k]);
      assigned[k] += n * (normal - dot(n, U[c]));
    }
    condition->follow(U, assigned);
  }
}

}  // namespace

// One corrector:
//   (1)  HbyA = H/A,   phiHbyA = HbyA_f.S + known flux + (1/A)_f |S| forces on the boundary
//   (2)  div((1/A)_f grad p) - S p = div(phiHbyA) - S p0                  nNonOrthogonalCorrectors + 1 times; S: VolumeSource
//   (3)  phi = phiHbyA - (1/A)_f |S| snGrad p,   then p is relaxed towards that of before, if fvSolution says so
//   (4)  U = HbyA + 1/A (forces - grad p)
void PressureCorrector::correct(fv::Equation<Vec3>& UEqn, bool isFinal) {
  const auto& mesh = in_.context.mesh;
  auto phiHbyA = predictFlux(UEqn);                                                          // (1)
  solve(phiHbyA, isFinal);                                                                   // (2)
  auto force = in_.momentum.correctFlux(pEqn_, rAUf_, std::move(phiHbyA), in_.phi.faces());  // (3)
  mesh::synchroniseFlux(mesh, in_.phi.faces());
  const auto solved = gradientsAtFollowers(in_.U, in_.p);
  if (relaxation_) relax(force);
  const auto outflow = in_.momentum.accelerate(HbyA_, rAU_, force, in_.phi.faces(), in_.U);  // (4)
  if (in_.source != nullptr)
    requireFiniteFlux(in_.context, mesh.communicator().sum(outflow.magnitude));
  else
    reportContinuityErrors(in_.context, outflow);
  assignPatches(solved, rAUf_, in_.p, force.empty() ? &in_.phi : nullptr, in_.U);
  in_.U.correctBoundaryConditions();
  if (in_.meshPhi) addMeshFlux(-1, *in_.meshPhi, in_.phi.faces());
}

/// phiHbyA [m^3/s], the boundary conditions of p made to agree.
kernel::Array<double> PressureCorrector::predictFlux(fv::Equation<Vec3>& UEqn) {
  auto phiHbyA = in_.context.workspace.take<double>(knownFlux_.size());
  const auto& mesh = in_.context.mesh;
  makeHbyA(UEqn, rAU_, in_.p, wedgeTurns_.get(mesh, [&] { return wedgeTurns(mesh); }), HbyA_);
  if (in_.momentum.changeHbyA({HbyA_.cells.data(), static_cast<std::size_t>(mesh.nCells)})) mesh.halo->update(HbyA_.cells);
  fv::faceFlux(HbyAWeights_, HbyA_, knownFlux_, phiHbyA);
  in_.rotation.makeRelative(phiHbyA);
  if (in_.reference.needed) adjustPhi(phiHbyA, in_.U, in_.meshPhi);
  in_.momentum.addForces(phiHbyA);
  constrainPressure(in_.p, in_.U, phiHbyA, rAUf_.faces(), in_.rotation);
  return phiHbyA;
}

void PressureCorrector::solve(std::span<const double> phiHbyA, bool isFinal) {
  const auto nCells = static_cast<std::size_t>(in_.context.mesh.nCells);
  auto outflow = in_.context.workspace.take<double>(nCells);
  fv::fvc::netOutflow(in_.context.mesh, phiHbyA, outflow);
  kernel::Array<double> S;
  if (in_.source != nullptr) {
    S = in_.context.workspace.take<double>(nCells);
    in_.source->linearise(S, outflow);
    matrixStands_ = false;
  }
  const auto assemble = [this](const auto& equation) {
    if (std::exchange(matrixStands_, true))
      pEqn_.refresh(equation);
    else
      pEqn_ = equation;
  };
  for (int i = 0; i <= in_.nNonOrthogonalCorrectors; ++i) {
    const bool isLast = isFinal && i == in_.nNonOrthogonalCorrectors;
    if (const auto more = in_.momentum.explicitFlux(); !more.empty()) {
      auto known = in_.context.workspace.take<double>(more.size());
      std::ranges::transform(phiHbyA, more, known.begin(), std::minus<double>());
      fv::fvc::netOutflow(in_.context.mesh, known, outflow);
    }
    const auto laplacian = fv::fvm::laplacian(rAUf_, in_.p, in_.laplacian, in_.momentum.knownGradient(i));
    if (in_.source != nullptr)
      assemble(laplacian - fv::fvm::Sp(std::span<const double>(S), in_.p));
    else
      assemble(laplacian);
    if (in_.reference.needed) pEqn_.setReference(in_.reference.cell, in_.reference.target(in_.p), in_.source == nullptr);
    solvePressure(pEqn_, in_.p.name() + (isLast ? "Final" : ""), outflow);
    in_.momentum.pressureChanged();
  }
}

/// phi stays that of the whole solution.
void PressureCorrector::relax(std::span<double> force) {
  relaxField(in_.p, pBefore_, *relaxation_);
  in_.momentum.pressureChanged();
  in_.momentum.updateForce(pEqn_, rAUf_, force);
}

void PressureCorrector::end() {
  pEqn_.release();
  kernel::Workspace::give(knownFlux_);
}

}  // namespace eagre::solvers
