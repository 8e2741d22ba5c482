// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/k_omega_sst_sas.hpp"

#include <algorithm>
#include <cmath>

#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/fields/scheme_entry.hpp"
#include "fv/schemes/diffusivity.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

constexpr double rootVSmall = 1e-150;

const config::Dictionary& own(const config::Dictionary& dict) {
  const auto* coefficients = dict.findDict("kOmegaSSTSASCoeffs");
  return coefficients ? *coefficients : dict;
}

fv::SnGradScheme schemeOfLaplacian(const fv::Context& context) {
  auto reader = fv::schemeEntry(context, "laplacianSchemes", "laplacian(U)").reader();
  fv::readDiffusivityScheme(context, reader);
  return fv::parseSnGradScheme(reader);
}

}  // namespace

ModelNeeds KOmegaSSTSas::needs(const config::Dictionary& dict) {
  Problems problems;
  checkLesDelta(own(dict), problems);
  problems.throwIfAny("kOmegaSSTSAS");
  return KOmegaSST::needs(dict);
}

KOmegaSSTSas::KOmegaSSTSas(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : KOmegaSST("kOmegaSSTSAS", dict, flow, read),
      Cs_(coefficient("Cs", 0.11)),
      kappa_(coefficient("kappa", 0.41)),
      zeta2_(coefficient("zeta2", 3.51)),
      sigmaPhi_(coefficient("sigmaPhi", 2.0 / 3.0)),
      C_(coefficient("C", 2)),
      delta_(makeLesDelta(own(dict), {flow, *nut_})),
      snGradOfU_(schemeOfLaplacian(flow.context)),
      snGrad_(static_cast<std::size_t>(flow.context.mesh.nBoundaryFaces)),
      laplacian_(divU_.size()) {
  flow.context.registry.add(delta_->width());
}

void KOmegaSSTSas::solve(bool finalIteration) {
  delta_->correct();
  laplacianOfU();
  KOmegaSST::solve(finalIteration);
}

/// The sum of |Sf| snGrad(U) over the faces of a cell, over its volume.
void KOmegaSSTSas::laplacianOfU() {
  const mesh::Mesh& mesh = flow_.context.mesh;
  fv::nonOrthCorrectionFlux(flow_.context, flow_.U, snGradOfU_, correction_, gradient_);
  for (const auto& condition : flow_.U.conditions()) {
    const mesh::Patch& patch = condition->patch();
    if (patch.size > 0) condition->snGrad(flow_.U, std::span(snGrad_).subspan(patch.start, patch.size));
  }
  fv::eachCell({"SAS: laplacian(U)", 0}, mesh,
               [U = View(flow_.U.cells()), coeffs = View(fv::snGradCoeffs(mesh, snGradOfU_)), correction = View(correction_),
                snGrad = View(snGrad_), magSf = View(mesh.magSf), V = View(mesh.V), first = mesh.nInteriorFaces(),
                laplacian = View(laplacian_)](Label c, const auto& around) {
                 Vec3 sum{};
                 const auto inside = [&](Label f, Label N, double sign) {
                   sum += magSf[f] * (coeffs[f] * (U[N] - U[c]) + sign * correction[f]);
                 };
                 around(inside, [&](Label f) { sum += magSf[f] * snGrad[f - first]; });
                 laplacian[c] = sum / V[c];
               });
}

void KOmegaSSTSas::addToOmega(kernel::View<double> given) const {
  const double root4OfBetaStar = std::pow(model_.betaStar, 0.25), mostRate = 1 / (0.1 * flow_.context.time().deltaT);
  parallelFor(
      {"SST SAS: Q", 160}, flow_.context.mesh.nCells,
      [given, root4OfBetaStar, mostRate, m = model_, Cs = Cs_, kappa = kappa_, zeta2 = zeta2_, factor = 2 * C_ / sigmaPhi_,
       k = k_.cells(), omega = omega_.cells(), F1 = View(F1_.cells), S2 = View(S2_.cells), gradK = View(gradK_.cells),
       gradOmega = View(gradOmega_.cells), width = View(delta_->width().cells()), laplacian = View(laplacian_)](Label c) {
        const double beta = F1[c] * (m.beta1 - m.beta2) + m.beta2, gamma = F1[c] * (m.gamma1 - m.gamma2) + m.gamma2;
        const double L = std::sqrt(k[c]) / (root4OfBetaStar * omega[c]);
        const double Lvk = std::max(kappa * std::sqrt(S2[c]) / (mag(laplacian[c]) + rootVSmall),
                                    Cs * std::sqrt(kappa * zeta2 / (beta / m.betaStar - gamma)) * width[c]);
        const double steepest = std::max(dot(gradOmega[c], gradOmega[c]) / sqr(omega[c]), dot(gradK[c], gradK[c]) / sqr(k[c]));
        const double Q = zeta2 * kappa * S2[c] * sqr(L / Lvk) - factor * k[c] * steepest;
        given[c] += std::min(std::max(Q, 0.0), omega[c] * mostRate);
      });
}

}  // namespace eagre::physics
