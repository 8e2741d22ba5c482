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
  bool constant = true;
  for (const auto& [model, nu] : {std::pair(properties_.nu1.get(), &nu1_), std::pair(properties_.nu2.get(), &nu2_)}) {
    if (model->constant()) {
      nu->constant = model->nu(0);
      continue;
    }
    constant = false;
    nu->values.cells.resize(static_cast<std::size_t>(context.mesh.nAllCells()));
    nu->values.boundary.resize(static_cast<std::size_t>(context.mesh.nBoundaryFaces));
  }
  if (!constant) gradient_ = fv::makeGradientScheme<Vec3>(context, "grad(U)");
}

void TwoPhaseMixture::correctPhase(const ViscosityModel& model, PhaseViscosity& nu) const {
  if (!model.constant()) updateViscosity(model, gradU_, nu.values);
}

void TwoPhaseMixture::correctViscosities(const fv::VolVectorField& U) {
  if (!gradient_) return;
  (*gradient_)(U, gradU_);
  correctPhase(*properties_.nu1, nu1_);
  correctPhase(*properties_.nu2, nu2_);
}

void TwoPhaseMixture::correct(const fv::CellValues<double>& alpha1, const fv::CellValues<double>& alpha2,
                              const fv::VolVectorField& U, fv::VolScalarField& rho, fv::VolScalarField& mu) {
  correctViscosities(U);
  const double r1 = properties_.rho1, r2 = properties_.rho2;
  const auto blend = [r1, r2](const std::vector<double>& alpha1, const std::vector<double>& alpha2, auto nu1, auto nu2,
                              std::vector<double>& rho, std::vector<double>& mu) {
    parallelFor({"mixture", 48}, static_cast<Label>(rho.size()), [&](Label i) {
      const double a = std::min(std::max(alpha1[i], 0.0), 1.0);
      rho[i] = alpha1[i] * r1 + alpha2[i] * r2;
      mu[i] = rho[i] * ((a * r1 * nu1(i) + (1 - a) * r2 * nu2(i)) / (a * r1 + (1 - a) * r2));
    });
  };
  if (!gradient_) {
    const auto nu1 = [nu = nu1_.constant](Label) { return nu; };
    const auto nu2 = [nu = nu2_.constant](Label) { return nu; };
    blend(alpha1.cells, alpha2.cells, nu1, nu2, rho.cells(), mu.cells());
    blend(alpha1.boundary, alpha2.boundary, nu1, nu2, rho.boundary(), mu.boundary());
    return;
  }
  const auto at = [](const PhaseViscosity& nu, const std::vector<double>& values) {
    return [&nu, &values](Label i) { return values.empty() ? nu.constant : values[i]; };
  };
  blend(alpha1.cells, alpha2.cells, at(nu1_, nu1_.values.cells), at(nu2_, nu2_.values.cells), rho.cells(), mu.cells());
  blend(alpha1.boundary, alpha2.boundary, at(nu1_, nu1_.values.boundary), at(nu2_, nu2_.values.boundary), rho.boundary(),
        mu.boundary());
}

void TwoPhaseMixture::correctViscosity(const fv::CellValues<double>& alpha1, const fv::VolVectorField& U,
                                       fv::VolScalarField& nu) {
  correctViscosities(U);
  const double r1 = properties_.rho1, r2 = properties_.rho2;
  const auto blend = [r1, r2](const std::vector<double>& alpha1, const PhaseViscosity& phase1, const std::vector<double>& values1,
                              const PhaseViscosity& phase2, const std::vector<double>& values2, std::vector<double>& nu) {
    parallelFor({"mixture: nu", 16}, static_cast<Label>(nu.size()), [&](Label i) {
      const double a = std::min(std::max(alpha1[i], 0.0), 1.0);
      const double nu1 = values1.empty() ? phase1.constant : values1[i], nu2 = values2.empty() ? phase2.constant : values2[i];
      nu[i] = (a * r1 * nu1 + (1 - a) * r2 * nu2) / (a * r1 + (1 - a) * r2);
    });
  };
  blend(alpha1.cells, nu1_, nu1_.values.cells, nu2_, nu2_.values.cells, nu.cells());
  blend(alpha1.boundary, nu1_, nu1_.values.boundary, nu2_, nu2_.values.boundary, nu.boundary());
}

void TwoPhaseMixture::correctDensity(const fv::CellValues<double>& alpha1, const fv::CellValues<double>& alpha2,
                                     fv::VolScalarField& rho) const {
  const auto blend = [r1 = properties_.rho1, r2 = properties_.rho2](const std::vector<double>& alpha1,
                                                                    const std::vector<double>& alpha2, std::vector<double>& rho) {
    parallelFor({"mixture: rho", 24}, static_cast<Label>(rho.size()), [&](Label i) { rho[i] = alpha1[i] * r1 + alpha2[i] * r2; });
  };
  blend(alpha1.cells, alpha2.cells, rho.cells());
  blend(alpha1.boundary, alpha2.boundary, rho.boundary());
}

}  // namespace eagre::physics
