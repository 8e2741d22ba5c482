// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/les_k_equation.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::View;

ModelNeeds LesKEquation::needs(const config::Dictionary& les) {
  return {.equations = {{"k", dimKinematicPressure, "DkEff"}}, .wallDistance = lesDeltaNeedsWallDistance(les)};
}

LesKEquation::LesKEquation(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : LesEddyViscosity(name, les, flow, read), k_(transport(read, "k", dimKinematicPressure, "DkEff")), Ce_(divU_.size()) {}

void LesKEquation::solve(bool finalIteration) {
  delta_->correct();
  gradientEverywhere();
  prepare();
  setCe(Ce_);
  k_.setDiffusivity(1);
  setSources();
  k_.solve(finalIteration);
  correctNut();
}

void LesKEquation::setSources() {
  kernel::parallelFor({"LES k: sources", 136}, flow_.context.mesh.nCells,
                      [nut = View(nut_->cells()), width = width(), gradU = View(gradU_.cells), k = k_.cells(), Ce = View(Ce_),
                       divU = View(divU_), sources = k_.sources()](Label c) {
                        sources.given[c] = nut[c] * productionOverNut(gradU[c]);
                        sources.sink[c] = Ce[c] * std::sqrt(k[c]) / width[c];
                        sources.addEither(c, 2.0 / 3.0 * divU[c], k[c]);
                      });
}

KEquation::KEquation(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : LesKEquation("kEqn", les, flow, read), constantCk_(coefficient("Ck", 0.094)), constantCe_(coefficient("Ce", 1.048)) {}

void KEquation::setCe(std::vector<double>& Ce) { std::fill(Ce.begin(), Ce.end(), constantCe_); }

void KEquation::correctNut() {
  const auto nut = [Ck = constantCk_](View<const double> k, View<const double> width) {
    return [Ck, k, width](Label i) { return Ck * std::sqrt(k[i]) * width[i]; };
  };
  setNut(nut(k_.cells(), width()), nut(k_.boundary(), boundaryWidth()));
}

}  // namespace eagre::physics
