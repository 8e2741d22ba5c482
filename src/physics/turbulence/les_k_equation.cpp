// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/les_k_equation.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

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
  auto& sources = k_.sources();
  kernel::parallelFor({"LES k: sources", 136}, flow_.context.mesh.nCells,
                      [&, nut = nut_->cells().data(), width = width(), gradU = gradU_.cells.data()](Label c) {
                        sources.given[c] = nut[c] * productionOverNut(gradU[c]);
                        sources.sink[c] = Ce_[c] * std::sqrt(k_[c]) / width[c];
                        sources.addEither(c, 2.0 / 3.0 * divU_[c], k_[c]);
                      });
}

KEquation::KEquation(const config::Dictionary& les, const Flow& flow, const ReadScalar& read)
    : LesKEquation("kEqn", les, flow, read), constantCk_(coefficient("Ck", 0.094)), constantCe_(coefficient("Ce", 1.048)) {
  start();
}

void KEquation::setCe(std::vector<double>& Ce) { std::fill(Ce.begin(), Ce.end(), constantCe_); }

void KEquation::correctNut() {
  const auto nut = [Ck = constantCk_](double k, double width) { return Ck * std::sqrt(k) * width; };
  setNut([nut, &k = k_, width = width()](Label c) { return nut(k[c], width[c]); },
         [nut, &k = k_, width = boundaryWidth()](Label b) { return nut(k.boundary(b), width[b]); });
}

}  // namespace eagre::physics
