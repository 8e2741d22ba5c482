// SPDX-License-Identifier: BSD-3-Clause
#include "interface/band_gradient.hpp"

#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

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

namespace {

/// The arrays that the gradient of a cell is made of.
struct GaussLinear {
  View<const Label> owned, neighbour;             ///< faces whose normal points out: [owned[c], owned[c + 1])
  View<const Label> losortStart, losort, behind;  ///< faces whose normal points in, and the cells behind them
  View<const Label> outerStart, outer;            ///< coupled and boundary faces
  mesh::FaceAreas::View Sf;
  View<const double> weights, V, alpha, boundary;
  Label nInterior;

  /// 1/V sum_f Sf alpha_f. Outer faces come last, each divided for itself.
  Vec3 operator()(Label c) const {
    const double own = alpha[c];
    Vec3 sum{};
    for (Label k = losortStart[c]; k < losortStart[c + 1]; ++k) {
      const Label f = losort[k];
      sum -= (weights[f] * (alpha[behind[k]] - own) + own) * Sf[f];
    }
    for (Label f = owned[c]; f < owned[c + 1]; ++f) sum += outwards(f, own) * Sf[f];
    Vec3 gradient = sum / V[c];
    for (Label k = outerStart[c]; k < outerStart[c + 1]; ++k) {
      const Label f = outer[k];
      gradient += ((f < nInterior ? outwards(f, own) : boundary[f - nInterior]) / V[c]) * Sf[f];
    }
    return gradient;
  }
  double outwards(Label f, double own) const {
    const double N = alpha[neighbour[f]];
    return weights[f] * (own - N) + N;
  }
};

}  // namespace

void BandGradient::gaussLinear(const fv::VolScalarField& alpha, const InterfaceBand& band) {
  const auto& mesh = alpha.mesh();
  parallelFor("band gradient: leave", static_cast<Label>(covered_.size()),
              [cells = View(covered_), marks = band.marks(), gradient = View(inBand_)](Label i) {
                if (!marks[cells[i]]) gradient[cells[i]] = {};
              });
  covered_.assign(band.cells().begin(), band.cells().end());
  const GaussLinear at{.owned = mesh.ownerStart,
                       .neighbour = mesh.neighbour,
                       .losortStart = mesh.losortStart,
                       .losort = mesh.losort,
                       .behind = mesh.losortOwner,
                       .outerStart = mesh.outerStart,
                       .outer = mesh.outer,
                       .Sf = mesh.Sf.view(),
                       .weights = mesh.weights,
                       .V = mesh.V,
                       .alpha = alpha.cells(),
                       .boundary = alpha.boundary(),
                       .nInterior = mesh.nInteriorFaces()};
  const double facesPerCell = static_cast<double>(mesh.nInternalFaces) / std::max<Label>(mesh.nCells, 1);
  const double bytes = 4 + 8 + 8 + 8 + 24 + 8 + facesPerCell * (mesh.Sf.bytes() + 8 + 4 + 4 + 4);
  parallelFor({"band gradient", bytes}, static_cast<Label>(covered_.size()),
              [at, cells = View(covered_), gradient = View(inBand_)](Label i) { gradient[cells[i]] = at(cells[i]); });
  mesh.halo->update(inBand_);
}

}  // namespace eagre::interface_
