// SPDX-License-Identifier: BSD-3-Clause
#include "physics/transport/two_phase_mixture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/schemes.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::physics {

using kernel::parallelFor;

TwoPhaseProperties TwoPhaseProperties::read(const config::Dictionary& d) {
  const auto phases = d.get<std::vector<std::string>>("phases");
  if (phases.size() != 2)
    throw Error(d.at("phases").place, fmt::format("{}.phases: two phases are needed, {} given", d.name(), phases.size()));
  TwoPhaseProperties p;
  p.phase1 = phases[0];
  p.phase2 = phases[1];
  Problems problems;
  const auto phase = [&](const std::string& name, double& rho, std::unique_ptr<ViscosityModel>& nu) {
    problems.guard([&] {
      const auto& dict = d.subDict(name);
      problems.guard([&] { rho = dict.getDimensioned("rho", dimDensity); });
      problems.guard([&] { nu = makeViscosityModel(dict); });
      if (rho < 0) problems.add(dict.at("rho").place, fmt::format("{}.rho is {}; a density must be positive", dict.name(), rho));
    });
  };
  phase(p.phase1, p.rho1, p.nu1);
  phase(p.phase2, p.rho2, p.nu2);
  problems.guard([&] { p.sigma = d.getDimensioned("sigma", dimSurfaceTension); });
  problems.throwIfAny("transportProperties");
  return p;
}

TwoPhaseMixture::TwoPhaseMixture(const fv::Context& context, TwoPhaseProperties properties)
    : context_(&context), properties_(std::move(properties)) {
  for (auto* nu : {&nu_, &nu1_, &nu2_}) {
    nu->cells.resize(static_cast<std::size_t>(context.mesh.nAllCells()));
    nu->boundary.resize(static_cast<std::size_t>(context.mesh.nBoundaryFaces));
  }
  if (properties_.nu1->constant()) updateViscosity(*properties_.nu1, gradU_, nu1_);
  if (properties_.nu2->constant()) updateViscosity(*properties_.nu2, gradU_, nu2_);
}

void TwoPhaseMixture::correctViscosity(const fv::CellValues<double>& alpha1, const fv::VolVectorField& U) {
  const auto& [phase1, phase2, rho1, rho2, sigma, nu1, nu2] = properties_;
  if (!nu1->constant() || !nu2->constant()) {
    fv::fvc::grad(*context_, U, "grad(U)", gradU_);
    if (!nu1->constant()) updateViscosity(*nu1, gradU_, nu1_);
    if (!nu2->constant()) updateViscosity(*nu2, gradU_, nu2_);
  }
  const double r1 = rho1, r2 = rho2;
  const auto blend = [r1, r2](double alpha, double n1, double n2) {
    const double a = std::min(std::max(alpha, 0.0), 1.0);
    return (a * r1 * n1 + (1 - a) * r2 * n2) / (a * r1 + (1 - a) * r2);
  };
  parallelFor("mixture: nu", context_->mesh.nAllCells(),
              [&](Label c) { nu_.cells[c] = blend(alpha1.cells[c], nu1_.cells[c], nu2_.cells[c]); });
  parallelFor("mixture: boundary nu", context_->mesh.nBoundaryFaces,
              [&](Label b) { nu_.boundary[b] = blend(alpha1.boundary[b], nu1_.boundary[b], nu2_.boundary[b]); });
}

void TwoPhaseMixture::density(const fv::CellValues<double>& alpha1, const fv::CellValues<double>& alpha2,
                              fv::VolScalarField& rho) const {
  const double r1 = properties_.rho1, r2 = properties_.rho2;
  parallelFor("mixture: rho", context_->mesh.nAllCells(),
              [&](Label c) { rho.cells()[c] = alpha1.cells[c] * r1 + alpha2.cells[c] * r2; });
  parallelFor("mixture: boundary rho", context_->mesh.nBoundaryFaces,
              [&](Label b) { rho.boundary()[b] = alpha1.boundary[b] * r1 + alpha2.boundary[b] * r2; });
}

void TwoPhaseMixture::muEff(const fv::CellValues<double>& rho, fv::VolScalarField& mu) const {
  parallelFor("mixture: mu", context_->mesh.nAllCells(), [&](Label c) { mu.cells()[c] = rho.cells[c] * nu_.cells[c]; });
  parallelFor("mixture: boundary mu", context_->mesh.nBoundaryFaces,
              [&](Label b) { mu.boundary()[b] = rho.boundary[b] * nu_.boundary[b]; });
}

}  // namespace eagre::physics
