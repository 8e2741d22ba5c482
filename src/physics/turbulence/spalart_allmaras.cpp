// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/spalart_allmaras.hpp"

#include <algorithm>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

ModelNeeds SpalartAllmaras::needs(const config::Dictionary&) {
  return {.equations = {{"nuTilda", dimViscosity, "DnuTildaEff"}}, .gradients = {"grad(nuTilda)"}, .wallDistance = true};
}

SpalartAllmaras::SpalartAllmaras(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : SpalartAllmaras("SpalartAllmaras", dict, flow, read) {}

SpalartAllmaras::SpalartAllmaras(const std::string& name, const config::Dictionary& dict, const Flow& flow,
                                 const ReadScalar& read)
    : EddyViscosityModel(name, dict, flow, read),
      model_{.sigmaNut = coefficient("sigmaNut", 0.66666),
             .kappa = coefficient("kappa", 0.41),
             .Cb1 = coefficient("Cb1", 0.1355),
             .Cb2 = coefficient("Cb2", 0.622),
             .Cw2 = coefficient("Cw2", 0.3),
             .Cw3 = coefficient("Cw3", 2.0),
             .Cv1 = coefficient("Cv1", 7.1),
             .Cs = coefficient("Cs", 0.3)},
      nuTilda_(transport(read, "nuTilda", dimViscosity, "DnuTildaEff", 0)),
      gradientOfNuTilda_(fv::makeGradientScheme<double>(flow.context, "grad(nuTilda)")) {
  model_.ofSmall = model_.root(0);
  model_.ofLargest = model_.root(model_.pow6(model_.g(model_.largestR)));
  model_.Cw1 = model_.Cb1 / (model_.kappa * model_.kappa) + (1 + model_.Cb2) / model_.sigmaNut;
  makeWallK(name == "SpalartAllmaras");
}

/// Wall functions named nutk.. are of k.
void SpalartAllmaras::makeWallK(bool warn) {
  const auto& conditions = nut_->conditions();
  if (std::ranges::none_of(conditions, [](const auto& condition) { return condition->type().starts_with("nutk"); })) return;
  wallK_ = std::make_unique<fv::VolScalarField>("k", dimKinematicPressure, flow_.context.mesh);
  fv::setCalculatedConditions(*wallK_);
  flow_.context.registry.add(*wallK_);
  if (warn)
    flow_.context.log.warnOnce(
        "SpalartAllmaras has no k: wall functions of nut that are made of it (nutkWallFunction) take 0, as in OpenFOAM, so nut "
        "is 0 "
        "at a smooth wall; nutUWallFunction and nutUSpaldingWallFunction are made of U");
}

void SpalartAllmaras::correctNut() {
  const auto nut = [m = model_](View<const double> nuTilda, View<const double> nu) {
    return [m, nuTilda, nu](Label i) { return nuTilda[i] * m.fv1(nuTilda[i] / nu[i]); };
  };
  if (wallK_) {
    const auto ofCells = nut(nuTilda_.cells(), flow_.nu.cells());
    parallelFor({"turbulence: nut before k", 24}, flow_.context.mesh.nCells,
                [ofCells, nut = View(nut_->cells())](Label i) { nut[i] = ofCells(i); });
    setWallK(wallK_->cells());
  }
  setNut(nut(nuTilda_.cells(), flow_.nu.cells()), nut(nuTilda_.boundary(), flow_.nu.boundary()));
}

void SpalartAllmaras::solve(bool finalIteration) {
  gradientOfCells();
  gradientOfNuTilda_->ownedCells(nuTilda_.field(), gradNuTilda_);
  const auto diffusivity = [sigmaNut = model_.sigmaNut](const std::vector<double>& nuTilda, const std::vector<double>& nu,
                                                        std::vector<double>& D) {
    parallelFor(
        {"nuTilda: diffusivity", 24}, static_cast<Label>(D.size()),
        [sigmaNut, nuTilda = View(nuTilda), nu = View(nu), D = View(D)](Label i) { D[i] = (nuTilda[i] + nu[i]) / sigmaNut; });
  };
  diffusivity(nuTilda_.field().cells(), flow_.nu.cells(), nuTilda_.diffusivity().cells());
  diffusivity(nuTilda_.field().boundary(), flow_.nu.boundary(), nuTilda_.diffusivity().boundary());
  setSources();
  nuTilda_.solve(finalIteration);
  nuTilda_.field().correctBoundaryConditions();
  correctNut();
}

void SpalartAllmaras::setSources() {
  setSourcesWith([](double) { return 0.0; }, [y = wallDistance()](Label c, double, double, double) { return y[c]; });
}

}  // namespace eagre::physics
