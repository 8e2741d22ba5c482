// SPDX-License-Identifier: BSD-3-Clause
#include "interface/vof/mules.hpp"

#include <algorithm>

#include "fv/boundary_condition.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;

MulesControls MulesControls::read(const config::Dictionary& d, bool nLimiterIterRequired) {
  MulesControls c;
  const auto* mules = d.findDict("MULES");
  const config::Dictionary& source = mules ? *mules : d;
  c.upwards = mules != nullptr;
  if (mules) {
    c.nIter = mules->getOr<int>("nIter", 3);
    c.tolerance = mules->getOr<double>("tolerance", 0);
  } else if (nLimiterIterRequired) {
    c.nIter = d.get<int>("nLimiterIter");
  } else {
    c.nIter = d.getOr<int>("nLimiterIter", 3);
  }
  if (c.nIter < 0) throw Error(source.place(), source.name() + ": the number of limiter iterations must not be negative");
  c.smoothLimiter = source.getOr<double>("smoothLimiter", 0);
  c.extremaCoeff = source.getOr<double>("extremaCoeff", 0);
  c.boundaryExtremaCoeff = source.getOr<double>("boundaryExtremaCoeff", c.extremaCoeff);
  return c;
}

Mules::Mules(const fv::Context& context, MulesControls controls) : context_(&context), controls_(controls) {
  const auto& mesh = context.mesh;
  for (auto* v : {&psiMax_, &psiMin_, &sumIn_, &sumOut_, &sumBounded_, &sum_}) v->resize(mesh.nAllCells());
  limited_.resize(2 * static_cast<std::size_t>(mesh.nAllCells()));
  lambda_.resize(mesh.nFaces());
  bounded_.resize(mesh.nFaces());
}

/// Extrema of each cell over its neighbours and fixed boundary values; the cell itself is not among them (as in OpenFOAM).
void Mules::extrema(const fv::VolScalarField& psi) {
  const auto& mesh = context_->mesh;
  const auto& c = psi.cells();
  std::fill(psiMax_.begin(), psiMax_.end(), 0.0);
  std::fill(psiMin_.begin(), psiMin_.end(), 1.0);
  parallelFor("MULES: extrema", mesh.nInteriorFaces(), [&](Label f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    psiMax_[P] = std::max(psiMax_[P], c[N]);
    psiMin_[P] = std::min(psiMin_[P], c[N]);
    psiMax_[N] = std::max(psiMax_[N], c[P]);
    psiMin_[N] = std::min(psiMin_[N], c[P]);
  });
  const double boundaryExtra = std::max(controls_.boundaryExtremaCoeff - controls_.extremaCoeff, 0.0);
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    const auto& patch = mesh.patches[p];
    const Label first = mesh.nInteriorFaces();
    const bool fixed = psi.conditions()[p]->fixesValue();
    parallelFor("MULES: boundary extrema", patch.start, patch.start + patch.size, [&](Label b) {
      const Label P = mesh.owner[first + b];
      if (fixed) {
        psiMax_[P] = std::max(psiMax_[P], psi.boundary()[b]);
        psiMin_[P] = std::min(psiMin_[P], psi.boundary()[b]);
      } else {
        psiMax_[P] += boundaryExtra;
        psiMin_[P] -= boundaryExtra;
      }
    });
  }
  const double extra = controls_.extremaCoeff, smooth = controls_.smoothLimiter;
  parallelFor("MULES: clip extrema", mesh.nCells, [&](Label i) {
    double hi = std::min(psiMax_[i] + extra, 1.0), lo = std::max(psiMin_[i] - extra, 0.0);
    if (smooth > small) {
      hi = std::min(smooth * c[i] + (1 - smooth) * hi, 1.0);
      lo = std::max(smooth * c[i] + (1 - smooth) * lo, 0.0);
    }
    psiMax_[i] = hi;
    psiMin_[i] = lo;
  });
}

/// P+ (in) and P- (out): sums of the anti-diffusive fluxes.
void Mules::sumCorrections(std::span<const double> phiCorr) {
  const auto& mesh = context_->mesh;
  std::fill(sumIn_.begin(), sumIn_.end(), 0.0);
  std::fill(sumOut_.begin(), sumOut_.end(), 0.0);
  parallelFor("MULES: sum of corrections", mesh.nInteriorFaces(), [&](Label f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    const double out = std::max(phiCorr[f], 0.0), in = std::max(-phiCorr[f], 0.0);
    sumOut_[P] += out;
    sumIn_[N] += out;
    sumIn_[P] += in;
    sumOut_[N] += in;
  });
  const Label first = mesh.nInteriorFaces();
  parallelFor("MULES: boundary corrections", mesh.nBoundaryFaces, [&](Label b) {
    const Label P = mesh.owner[first + b];
    sumOut_[P] += std::max(phiCorr[first + b], 0.0);
    sumIn_[P] += std::max(-phiCorr[first + b], 0.0);
  });
}

/// Turns the extrema into Q+ and Q-: the net anti-diffusive flux that brings the cell to them [m^3/s].
void Mules::allowances(const fv::VolScalarField& psi, std::span<const double> base, double rDeltaT) {
  const auto& V = psi.mesh().V;
  parallelFor("MULES: allowances", psi.mesh().nCells, [&](Label i) {
    psiMax_[i] = V[i] * rDeltaT * (psiMax_[i] - base[i]) + sumBounded_[i];
    psiMin_[i] = V[i] * rDeltaT * (base[i] - psiMin_[i]) - sumBounded_[i];
  });
}

void Mules::applyBoundaryLimits(std::span<const double> phiCorr, std::span<const double> outletFlux, bool& changed) {
  const auto& mesh = context_->mesh;
  const Label first = mesh.nInteriorFaces();
  for (const auto& patch : mesh.patches) {
    if (patch.type == "wedge") {
      for (Label b = patch.start; b < patch.start + patch.size; ++b) lambda_[first + b] = 0;
    } else if (!outletFlux.empty()) {
      for (Label f = first + patch.start; f < first + patch.start + patch.size; ++f) {
        if (outletFlux[f] + phiCorr[f] <= small * small) continue;  // only outlets are limited
        const double cell = limited_[2 * static_cast<std::size_t>(mesh.owner[f]) + (phiCorr[f] > 0 ? 1 : 0)];
        const double updated = controls_.upwards ? std::max(lambda_[f], cell) : std::min(lambda_[f], cell);
        changed |= std::abs(updated - lambda_[f]) > controls_.tolerance;
        lambda_[f] = updated;
      }
    }
  }
}

void Mules::iterate(const fv::VolScalarField&, std::span<const double> phiCorr, std::span<const double> outletFlux) {
  const auto& mesh = context_->mesh;
  const Label first = mesh.nInteriorFaces();
  const bool upwards = controls_.upwards;
  std::fill(lambda_.begin(), lambda_.begin() + first, upwards ? 0.0 : 1.0);
  std::fill(lambda_.begin() + first, lambda_.end(), 1.0);
  if (upwards && !outletFlux.empty())  // boundary faces that will be limited start from zero too
    for (Label f = first; f < mesh.nFaces(); ++f)
      if (outletFlux[f] + phiCorr[f] > small * small) lambda_[f] = 0;

  // limited_[2i] holds the sum of limited outflow (it relieves inflow), limited_[2i+1] that of inflow; both then turn into
  // lambdas.
  for (int iteration = 0; iteration < controls_.nIter; ++iteration) {
    std::fill(limited_.begin(), limited_.end(), 0.0);
    parallelFor("MULES: limited sums", first, [&](Label f) {
      const std::size_t P = 2 * static_cast<std::size_t>(mesh.owner[f]), N = 2 * static_cast<std::size_t>(mesh.neighbour[f]);
      const double a = lambda_[f] * phiCorr[f], out = std::max(a, 0.0), in = std::max(-a, 0.0);
      limited_[P] += out;
      limited_[N + 1] += out;
      limited_[P + 1] += in;
      limited_[N] += in;
    });
    parallelFor("MULES: boundary sums", first, mesh.nFaces(), [&](Label f) {
      const std::size_t P = 2 * static_cast<std::size_t>(mesh.owner[f]);
      const double a = lambda_[f] * phiCorr[f];
      limited_[P] += std::max(a, 0.0);
      limited_[P + 1] += std::max(-a, 0.0);
    });
    parallelFor("MULES: cell lambdas", mesh.nCells, [&](Label i) {
      const std::size_t k = 2 * static_cast<std::size_t>(i);
      limited_[k] = std::max(std::min((limited_[k] + psiMax_[i]) / (sumIn_[i] + rootVSmall), 1.0), 0.0);
      limited_[k + 1] = std::max(std::min((limited_[k + 1] + psiMin_[i]) / (sumOut_[i] + rootVSmall), 1.0), 0.0);
    });
    mesh.halo->update(std::span<double>(limited_), 2);
    double growth = 0;
    parallelFor("MULES: face lambdas", first, [&](Label f) {
      const std::size_t P = 2 * static_cast<std::size_t>(mesh.owner[f]), N = 2 * static_cast<std::size_t>(mesh.neighbour[f]);
      const double cells = phiCorr[f] > 0 ? std::min(limited_[P + 1], limited_[N]) : std::min(limited_[P], limited_[N + 1]);
      const double updated = upwards ? std::max(lambda_[f], cells) : std::min(lambda_[f], cells);
      growth = std::max(growth, std::abs(updated - lambda_[f]));
      lambda_[f] = updated;
    });
    bool changed = growth > controls_.tolerance;
    applyBoundaryLimits(phiCorr, outletFlux, changed);
    if (upwards && controls_.tolerance > 0 && !mesh.communicator().any(changed)) break;
  }
}

/// psi = base - dt/V sum flux
void Mules::advance(fv::VolScalarField& psi, std::span<const double> base, std::span<const double> flux, double dt) {
  const auto& mesh = context_->mesh;
  std::fill(sum_.begin(), sum_.end(), 0.0);
  parallelFor("MULES: divergence", mesh.nInteriorFaces(), [&](Label f) {
    sum_[mesh.owner[f]] += flux[f];
    sum_[mesh.neighbour[f]] -= flux[f];
  });
  parallelFor("MULES: boundary divergence", mesh.nInteriorFaces(), mesh.nFaces(),
              [&](Label f) { sum_[mesh.owner[f]] += flux[f]; });
  auto& c = psi.cells();
  const double rDeltaT = 1 / dt;
  parallelFor("MULES: new psi", mesh.nCells, [&](Label i) { c[i] = (base[i] * rDeltaT - sum_[i] / mesh.V[i]) / rDeltaT; });
  psi.correctBoundaryConditions();
}

void Mules::explicitSolve(fv::VolScalarField& psi, std::span<const double> psiOld, std::span<const double> phi,
                          std::span<double> phiPsi, double dt) {
  const auto& mesh = context_->mesh;
  psi.correctBoundaryConditions();
  const auto& c = psi.cells();
  std::fill(sumBounded_.begin(), sumBounded_.end(), 0.0);
  parallelFor("MULES: bounded flux", mesh.nInteriorFaces(), [&](Label f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    bounded_[f] = phi[f] * (phi[f] >= 0 ? c[P] : c[N]);
    sumBounded_[P] += bounded_[f];
    sumBounded_[N] -= bounded_[f];
    phiPsi[f] -= bounded_[f];
  });
  parallelFor("MULES: boundary bounded flux", mesh.nInteriorFaces(), mesh.nFaces(), [&](Label f) {
    bounded_[f] = phiPsi[f];
    sumBounded_[mesh.owner[f]] += bounded_[f];
    phiPsi[f] = 0;
  });
  extrema(psi);
  sumCorrections(phiPsi);
  allowances(psi, psiOld, 1 / dt);
  iterate(psi, phiPsi, {});
  parallelFor("MULES: limited flux", mesh.nFaces(), [&](Label f) { phiPsi[f] = bounded_[f] + lambda_[f] * phiPsi[f]; });
  advance(psi, psiOld, phiPsi, dt);
}

void Mules::correct(fv::VolScalarField& psi, std::span<const double> phiPsi, std::span<double> phiCorr, double dt) {
  const auto& mesh = context_->mesh;
  std::fill(sumBounded_.begin(), sumBounded_.end(), 0.0);
  extrema(psi);
  sumCorrections(phiCorr);
  allowances(psi, psi.cells(), 1 / dt);
  iterate(psi, phiCorr, phiPsi);
  parallelFor("MULES: limited correction", mesh.nFaces(), [&](Label f) { phiCorr[f] *= lambda_[f]; });
  advance(psi, psi.cells(), phiCorr, dt);
}

}  // namespace eagre::interface_
