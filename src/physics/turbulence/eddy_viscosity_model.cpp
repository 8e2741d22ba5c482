// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/eddy_viscosity_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

EddyViscosityModel::EddyViscosityModel(const std::string& name, const config::Dictionary& dict, const Flow& flow,
                                       const ReadScalar& read)
    : TurbulenceModel(read("nut", dimViscosity)),
      flow_(flow),
      divU_(static_cast<std::size_t>(flow.context.mesh.nCells)),
      name_(name),
      dict_(&dict),
      coefficients_(dict.findDict(name + "Coeffs")),
      on_(dict.getOr("turbulence", true)),
      printsCoefficients_(dict.getOr("printCoeffs", false)),
      gradient_(fv::makeGradientScheme<Vec3>(flow.context, "grad(U)")) {
  if (!coefficients_) coefficients_ = dict_;
  flow.context.registry.add(*nut_);
}

double EddyViscosityModel::coefficient(const std::string& name, double standard, const Dimensions& dimensions) {
  const double value = coefficients_->has(name) ? coefficients_->getDimensioned(name, dimensions) : standard;
  printed_.emplace_back(name, fmt::format("{:g}", value));
  flow_.context.registry.setNumber(name, value);
  return value;
}

bool EddyViscosityModel::flag(const std::string& name, bool standard) {
  const bool value = coefficients_->getOr<bool>(name, standard);
  printed_.emplace_back(name, value ? "true" : "false");
  return value;
}

double EddyViscosityModel::lowest(const std::string& field, const Dimensions& dimensions) const {
  const std::string key = field + "Min";
  return dict_->has(key) ? dict_->getDimensioned(key, dimensions) : small;
}

TransportedScalar& EddyViscosityModel::transport(const ReadScalar& read, const std::string& name, const Dimensions& dimensions,
                                                 const std::string& diffusivity) {
  return transport(read, name, dimensions, diffusivity, lowest(name, dimensions));
}

TransportedScalar& EddyViscosityModel::transport(const ReadScalar& read, const std::string& name, const Dimensions& dimensions,
                                                 const std::string& diffusivity, double lowest) {
  scalars_.push_back(std::make_unique<TransportedScalar>(flow_, *nut_, read(name, dimensions), diffusivity, lowest));
  return *scalars_.back();
}

void EddyViscosityModel::start() {
  if (printsCoefficients_) {
    auto& log = flow_.context.log;
    log.line(name_ + "Coeffs\n{");
    for (const auto& [name, value] : printed_) log.line(fmt::format("    {:<15} {};", name, value));
    log.line("}\n");
  }
  if (!flow_.continued && !flow_.rho) correctNut();
}

void EddyViscosityModel::shiftOldTimes() {
  for (auto& scalar : scalars_) scalar->shiftOldTimes();
}

int EddyViscosityModel::oldLevelsOfDensity() const {
  int levels = 0;
  if (flow_.rho)
    for (const auto& scalar : scalars_) levels = std::max(levels, scalar->oldTimes());
  return levels;
}

void EddyViscosityModel::correct(bool finalIteration) {
  if (on_) solve(finalIteration);
}

std::vector<const fv::VolScalarField*> EddyViscosityModel::fields() const {
  std::vector<const fv::VolScalarField*> fields;
  for (const auto& scalar : scalars_) fields.push_back(&scalar->field());
  fields.push_back(nut_.get());
  return fields;
}

/// Of the absolute flux: on a mesh whose cells grow and shrink phi, relative to the faces, has a divergence.
void EddyViscosityModel::divergence() {
  const auto* meshPhi = flow_.context.registry.surfaceScalar("meshPhi");
  if (!meshPhi) return fv::fvc::div(flow_.context.mesh, flow_.phi.faces(), divU_);
  std::vector<double> phi = flow_.phi.faces();
  kernel::parallelFor({"phi, absolute", 24}, static_cast<Label>(phi.size()),
                      [phi = kernel::View(phi), meshPhi = kernel::View(meshPhi->faces())](Label f) { phi[f] += meshPhi[f]; });
  fv::fvc::div(flow_.context.mesh, phi, divU_);
}

void EddyViscosityModel::gradientOfCells() {
  gradient_->ownedCells(flow_.U, gradU_.cells);
  divergence();
}

void EddyViscosityModel::gradientEverywhere() {
  (*gradient_)(flow_.U, gradU_);
  divergence();
}

}  // namespace eagre::physics
