// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/local_time_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/view.hpp"
#include "mesh/layout.hpp"

namespace eagre::solvers {

LocalTimeStepControls LocalTimeStepControls::read(const config::Dictionary& d, Fluids fluids) {
  LocalTimeStepControls c;
  if (fluids == Fluids::one) c = {.maxCo = 0.8, .rDeltaTSmoothingCoeff = 0.02, .nAlphaSpreadIter = 0, .nAlphaSweepIter = 0};
  const auto require = [&](bool good, const char* key, const char* what) {
    if (!good) throw Error(d.at(key).place, fmt::format("{}: {} must be {}", d.name(), key, what));
  };
  const auto number = [&](const char* key, double& value, double most, const char* what) {
    value = d.getOr<double>(key, value);
    require(value > 0 && value <= most, key, what);
  };
  const auto count = [&](const char* key, int& value) {
    value = d.getOr<int>(key, value);
    require(value >= 0, key, "0 or more");
  };
  number("maxCo", c.maxCo, vGreat, "positive");
  number("maxDeltaT", c.maxDeltaT, vGreat, "positive");
  number("rDeltaTSmoothingCoeff", c.rDeltaTSmoothingCoeff, vGreat, "positive (1 or more: no smoothing)");
  number("rDeltaTDampingCoeff", c.rDeltaTDampingCoeff, 1, "positive and at most 1 (1: no damping)");
  if (fluids == Fluids::one) {
    if (d.has("minDeltaT")) number("minDeltaT", c.minDeltaT, c.maxDeltaT, "positive and at most maxDeltaT");
    return c;
  }
  number("maxAlphaCo", c.maxAlphaCo, vGreat, "positive");
  count("nAlphaSpreadIter", c.nAlphaSpreadIter);
  count("nAlphaSweepIter", c.nAlphaSweepIter);
  c.alphaSpreadDiff = d.getOr<double>("alphaSpreadDiff", c.alphaSpreadDiff);
  c.alphaSpreadMax = d.getOr<double>("alphaSpreadMax", c.alphaSpreadMax);
  c.alphaSpreadMin = d.getOr<double>("alphaSpreadMin", c.alphaSpreadMin);
  return c;
}

LocalTimeStep::LocalTimeStep(CaseSource& source, fv::Context& context, Fluids fluids)
    : context_(context),
      controls_(LocalTimeStepControls::read(context.fvSolution.subDict("PIMPLE"), fluids)),
      rDeltaT_("rDeltaT", Dimensions{{0, 0, -1}}, context.mesh, 1.0) {
  context.log.line("Using LTS");
  fv::setExtrapolatedConditions(rDeltaT_);
  continued_ = source.readIfPresent(rDeltaT_) && source.continued();
  rDeltaT_.correctBoundaryConditions();
  context.registry.add(rDeltaT_);
  context.clock.rDeltaT = &rDeltaT_;
  const bool sweeps = controls_.nAlphaSweepIter > 0;
  if (controls_.rDeltaTSmoothingCoeff < 1 || controls_.nAlphaSpreadIter > 0 || sweeps)
    graph_ = std::make_unique<mesh::CellGraph>(context.mesh);
  if (sweeps) places_ = mesh::gatherPlaces(context.mesh);
}

void LocalTimeStep::set(const fv::SurfaceScalarField& rhoPhi, const fv::SurfaceScalarField& phi, const fv::VolScalarField& rho,
                        const fv::VolScalarField& alpha) {
  const std::vector<double> before = damps() ? rDeltaT_.cells() : std::vector<double>();
  limitCourant(rhoPhi, phi, rho, alpha);  // (1), (2)
  smoothAndDamp(before, &alpha);
}

void LocalTimeStep::set(const fv::SurfaceScalarField& phi) {
  const std::vector<double> before = damps() ? rDeltaT_.cells() : std::vector<double>();
  limitCourant(phi);  // (1)
  smoothAndDamp(before, nullptr);
}

bool LocalTimeStep::damps() const {
  const auto& time = context_.time();
  return controls_.rDeltaTDampingCoeff < 1 && time.index > (continued_ ? 0 : time.startIndex) + 1;
}

void LocalTimeStep::smoothAndDamp(std::span<const double> before, const fv::VolScalarField* alpha) {
  report("Flow");
  if (graph_) passOn(alpha);  // (3), (4)
  report("Smoothed flow");
  if (damps()) {  // (5)
    const double least = 1 - controls_.rDeltaTDampingCoeff;
    for (Label c = 0; c < context_.mesh.nCells; ++c) rDeltaT_[c] = std::max(rDeltaT_[c], least * before[c]);
    report("Damped flow");
  }
  rDeltaT_.correctBoundaryConditions();
}

void LocalTimeStep::limitCourant(const fv::SurfaceScalarField& rhoPhi, const fv::SurfaceScalarField& phi,
                                 const fv::VolScalarField& rho, const fv::VolScalarField& alpha) {
  using kernel::View;
  const auto& mesh = context_.mesh;
  struct Sums {
    double rhoPhi = 0, phi = 0, area = 0, alpha = 0;
  };
  fv::eachCell(
      {"local time step", fv::bytesOfCellFaces(mesh) + 32 + 40 * fv::facesPerCell(mesh)}, mesh,
      [rDeltaT = View(rDeltaT_.cells()), rhoPhi = View(rhoPhi.faces()), phi = View(phi.faces()), rho = View(rho.cells()),
       alpha = View(alpha.cells()), boundaryAlpha = View(alpha.boundary()), weights = View(mesh.weights), S = View(mesh.magSf),
       V = View(mesh.V), first = mesh.nInteriorFaces(), controls = controls_](Label c, const auto& around) {
        Sums sums;
        const auto add = [&](Label f, double alphaOnFace) {
          sums.rhoPhi += std::abs(rhoPhi[f]);
          sums.phi += std::abs(phi[f]);
          sums.area += S[f];
          sums.alpha += S[f] * alphaOnFace;
        };
        around(
            [&](Label f, Label N, double sign) {
              const double w = sign > 0 ? weights[f] : 1 - weights[f];
              add(f, w * alpha[c] + (1 - w) * alpha[N]);
            },
            [&](Label f) { add(f, boundaryAlpha[f - first]); });
        double rate = std::max(1 / controls.maxDeltaT, sums.rhoPhi / (2 * controls.maxCo * V[c] * rho[c]));
        const double mean = sums.alpha / sums.area;
        if (controls.maxAlphaCo < controls.maxCo && mean >= controls.alphaSpreadMin && mean <= controls.alphaSpreadMax)
          rate = std::max(rate, sums.phi / (2 * controls.maxAlphaCo * V[c]));
        rDeltaT[c] = rate;
      });
}

void LocalTimeStep::limitCourant(const fv::SurfaceScalarField& phi) {
  const auto& mesh = context_.mesh;
  fv::eachCell({"local time step", fv::bytesOfCellFaces(mesh) + 16 + 8 * fv::facesPerCell(mesh)}, mesh,
               [rDeltaT = kernel::View(rDeltaT_.cells()), phi = kernel::View(phi.faces()), V = kernel::View(mesh.V),
                controls = controls_](Label c, const auto& around) {
                 double sum = 0;
                 around([&](Label f, Label, double) { sum += std::abs(phi[f]); }, [&](Label f) { sum += std::abs(phi[f]); });
                 const double rate = std::max(1 / controls.maxDeltaT, sum / (2 * controls.maxCo * V[c]));
                 rDeltaT[c] = std::min(1 / controls.minDeltaT, rate);
               });
}

/// On rank 0, for what is passed on depends on the order of cells.
void LocalTimeStep::passOn(const fv::VolScalarField* alpha) {
  const auto& mesh = context_.mesh;
  const auto& c = controls_;
  std::vector<double> rate = mesh::gatherAllCells(mesh, rDeltaT_.cells(), 1), phase;
  if (c.nAlphaSpreadIter > 0 || c.nAlphaSweepIter > 0) phase = mesh::gatherAllCells(mesh, alpha->cells(), 1);
  if (mesh.communicator().master()) {
    if (c.rDeltaTSmoothingCoeff < 1) mesh::smooth(*graph_, 1 + c.rDeltaTSmoothingCoeff, rate);
    if (c.nAlphaSpreadIter > 0) mesh::spread(*graph_, phase, c.nAlphaSpreadIter, c.alphaSpreadDiff, rate);
    if (c.nAlphaSweepIter > 0) mesh::sweep(*graph_, places_, phase, c.nAlphaSweepIter, c.alphaSpreadDiff, rate);
  }
  const std::vector<double> own = mesh::scatterCells(mesh, rate, 1);
  std::copy(own.begin(), own.end(), rDeltaT_.cells().begin());
}

void LocalTimeStep::report(const char* what) const {
  double extremes[2] = {vGreat, vGreat};  // of dt, its minimum and its negative maximum
  for (Label c = 0; c < context_.mesh.nCells; ++c) {
    extremes[0] = std::min(extremes[0], 1 / rDeltaT_[c]);
    extremes[1] = std::min(extremes[1], -1 / rDeltaT_[c]);
  }
  context_.mesh.communicator().min(extremes);
  context_.log.line(
      fmt::format("{1} time scale min/max = {2:.{0}g}, {3:.{0}g}", context_.log.precision(), what, extremes[0], -extremes[1]));
}

void LocalTimeStep::check(const fv::Context& context, Fluids fluids, Problems& problems) {
  problems.guard([&] { LocalTimeStepControls::read(context.fvSolution.subDict("PIMPLE"), fluids); });
  fv::checkScheme<double>(context, "interpolationSchemes", "interpolate(rDeltaT)", problems);
  if (context.mesh.overlaps) problems.add("ddtSchemes: localEuler is not supported on a mesh with cyclicAMI patches");
}

}  // namespace eagre::solvers
