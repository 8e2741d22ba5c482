// SPDX-License-Identifier: BSD-3-Clause
#include "interface/band_gradient.hpp"

#include "fv/schemes.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;

BandGradient::BandGradient(const fv::Context& context, const std::string& schemeName)
    : scheme_(fv::makeGradientScheme<double>(context, schemeName)), gaussLinear_(scheme_->isGaussLinear()) {
  if (gaussLinear_) inBand_ = kernel::MostlyZeros<Vec3>(static_cast<std::size_t>(context.mesh.nAllCells()));
}

std::span<const Vec3> BandGradient::operator()(const fv::VolScalarField& alpha, const InterfaceBand& band) {
  if (gaussLinear_)
    gaussLinear(alpha, band);
  else
    scheme_->cells(alpha, whole_);
  return cells();
}

/// grad_P = 1/V sum_f Sf alpha_f, row by row.
void BandGradient::gaussLinear(const fv::VolScalarField& alpha, const InterfaceBand& band) {
  const auto& mesh = alpha.mesh();
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const Label *losort = mesh.losort.data(), *losortOwner = mesh.losortOwner.data();
  const Label *ownerStart = mesh.ownerStart.data(), *losortStart = mesh.losortStart.data(), *cells = band.cells().data();
  const auto Sf = mesh.Sf.view();
  const double *weights = mesh.weights.data(), *V = mesh.V.data(), *a = alpha.cells().data(), *boundary = alpha.boundary().data();
  Vec3* gradient = inBand_.data();
  for (const Label c : covered_)
    if (!band.contains(c)) gradient[c] = {};
  covered_.assign(band.cells().begin(), band.cells().end());
  const double facesPerCell = static_cast<double>(mesh.nInternalFaces) / std::max<Label>(mesh.nCells, 1);
  const double bytes = 4 + 8 + 8 + 24 + 8 + facesPerCell * (mesh.Sf.bytes() + 8 + 4 + 4 + 4);
  parallelFor({"band gradient", bytes}, static_cast<Label>(covered_.size()), [=](Label i) {
    const Label c = cells[i];
    const double own = a[c];
    Vec3 sum{};
    for (Label k = losortStart[c]; k < losortStart[c + 1]; ++k) {
      const Label f = losort[k];
      sum -= (weights[f] * (a[losortOwner[k]] - own) + own) * Sf[f];
    }
    for (Label f = ownerStart[c]; f < ownerStart[c + 1]; ++f) {
      const double N = a[neighbour[f]];
      sum += (weights[f] * (own - N) + N) * Sf[f];
    }
    gradient[c] = sum / V[c];
  });
  const auto coupled = band.coupledFaces(), outer = band.boundaryFaces();
  parallelFor("band gradient: coupled", static_cast<Label>(coupled.size()), [=](Label i) {
    const Label f = coupled[i], P = owner[f];
    const double N = a[neighbour[f]];
    gradient[P] += ((weights[f] * (a[P] - N) + N) / V[P]) * Sf[f];
  });
  const Label first = mesh.nInteriorFaces();
  parallelFor("band gradient: boundary", static_cast<Label>(outer.size()), [=](Label i) {
    const Label f = outer[i], P = owner[f];
    gradient[P] += (boundary[f - first] / V[P]) * Sf[f];
  });
  mesh.halo->update(inBand_);
}

}  // namespace eagre::interface_
