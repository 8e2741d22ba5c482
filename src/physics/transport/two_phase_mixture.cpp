// SPDX-License-Identifier: BSD-3-Clause
#include "physics/transport/two_phase_mixture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/conditions.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

TwoPhaseProperties TwoPhaseProperties::read(const config::Dictionary& d) {
  const auto phases = d.get<std::vector<std::string>>("phases");
  if (phases.size() != 2)
    throw Error(d.at("phases").place, fmt::format("{}.phases: two phases are needed, {} given", d.name(), phases.size()));
  if (phases[0] == phases[1])
    throw Error(d.at("phases").place, fmt::format("phases: both are called '{}'; two different phases are needed", phases[0]));
  TwoPhaseProperties p;
  p.phase1 = phases[0];
  p.phase2 = phases[1];
  Problems problems;
  const auto phase = [&](const std::string& name, double& rho, std::unique_ptr<ViscosityModel>& nu) {
    problems.guard([&] {
      const auto& dict = d.subDict(name);
      problems.guard([&] { rho = dict.getDimensioned("rho", dimDensity); });
      problems.guard([&] { nu = makeViscosityModel(dict); });
      if (dict.has("rho") && rho <= 0)
        problems.add(dict.at("rho").place, fmt::format("rho of phase '{}' is {:g}; a density must be positive", name, rho));
    });
  };
  phase(p.phase1, p.rho1, p.nu1);
  phase(p.phase2, p.rho2, p.nu2);
  problems.guard([&] {
    p.sigma = d.getDimensioned("sigma", dimSurfaceTension);
    if (p.sigma < 0) d.warn(d.at("sigma").place, fmt::format("sigma is {:g}: a surface tension is not negative", p.sigma));
  });
  problems.throwIfAny("transportProperties");
  return p;
}

TwoPhaseMixture::TwoPhaseMixture(const fv::Context& context, TwoPhaseProperties properties) : properties_(std::move(properties)) {
  bool constant = true;
  const auto prepare = [&](const ViscosityModel& model, const char* name, PhaseViscosity& nu) {
    if (model.constant()) {
      nu.constant = model.nu(0);
      return;
    }
    constant = false;
    fv::setCalculatedConditions(nu.field.emplace(name, dimViscosity, context.mesh));
  };
  prepare(*properties_.nu1, "nu1", nu1_);
  prepare(*properties_.nu2, "nu2", nu2_);
  if (!constant) gradient_ = fv::makeGradientScheme<Vec3>(context, "grad(U)");
}

void TwoPhaseMixture::correctPhase(const ViscosityModel& model, PhaseViscosity& nu) const {
  if (nu.field) updateViscosity(model, gradU_, *nu.field);
}

std::vector<const fv::VolScalarField*> TwoPhaseMixture::viscosities() const {
  std::vector<const fv::VolScalarField*> fields;
  for (const PhaseViscosity* nu : {&nu1_, &nu2_})
    if (nu->field) fields.push_back(&*nu->field);
  return fields;
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
    parallelFor({"mixture", 48}, static_cast<Label>(rho.size()),
                [r1, r2, nu1, nu2, alpha1 = View(alpha1), alpha2 = View(alpha2), rho = View(rho), mu = View(mu)](Label i) {
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
  const auto at = [](double constant, const double* values) {
    return [constant, values](Label i) { return values ? values[i] : constant; };
  };
  blend(alpha1.cells, alpha2.cells, at(nu1_.constant, nu1_.cells()), at(nu2_.constant, nu2_.cells()), rho.cells(), mu.cells());
  blend(alpha1.boundary, alpha2.boundary, at(nu1_.constant, nu1_.boundary()), at(nu2_.constant, nu2_.boundary()), rho.boundary(),
        mu.boundary());
}

void TwoPhaseMixture::correctViscosity(const fv::CellValues<double>& alpha1, const fv::VolVectorField& U,
                                       fv::VolScalarField& nu) {
  correctViscosities(U);
  const double r1 = properties_.rho1, r2 = properties_.rho2;
  const auto blend = [r1, r2, constant1 = nu1_.constant, constant2 = nu2_.constant](const std::vector<double>& alpha1,
                                                                                    const double* values1, const double* values2,
                                                                                    std::vector<double>& nu) {
    parallelFor({"mixture: nu", 16}, static_cast<Label>(nu.size()),
                [r1, r2, constant1, constant2, values1, values2, alpha1 = View(alpha1), nu = View(nu)](Label i) {
                  const double a = std::min(std::max(alpha1[i], 0.0), 1.0);
                  const double nu1 = values1 ? values1[i] : constant1, nu2 = values2 ? values2[i] : constant2;
                  nu[i] = (a * r1 * nu1 + (1 - a) * r2 * nu2) / (a * r1 + (1 - a) * r2);
                });
  };
  blend(alpha1.cells, nu1_.cells(), nu2_.cells(), nu.cells());
  blend(alpha1.boundary, nu1_.boundary(), nu2_.boundary(), nu.boundary());
}

void TwoPhaseMixture::correctDensity(const fv::CellValues<double>& alpha1, const fv::CellValues<double>& alpha2,
                                     fv::VolScalarField& rho) const {
  const auto blend = [r1 = properties_.rho1, r2 = properties_.rho2](const std::vector<double>& alpha1,
                                                                    const std::vector<double>& alpha2, std::vector<double>& rho) {
    parallelFor({"mixture: rho", 24}, static_cast<Label>(rho.size()),
                [r1, r2, alpha1 = View(alpha1), alpha2 = View(alpha2), rho = View(rho)](Label i) {
                  rho[i] = alpha1[i] * r1 + alpha2[i] * r2;
                });
  };
  blend(alpha1.cells, alpha2.cells, rho.cells());
  blend(alpha1.boundary, alpha2.boundary, rho.boundary());
}

}  // namespace eagre::physics
