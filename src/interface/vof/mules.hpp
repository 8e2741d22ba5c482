// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/context.hpp"
#include "fv/field.hpp"

namespace eagre::interface_ {

/// Controls of the limiter, read from the phase's entry in fvSolution.solvers.
///
/// Without a `MULES` sub-dictionary: OpenFOAM v1912's, lambda iterated downwards from one, bounded only in the limit of many
/// iterations. With `MULES { nIter 3; tolerance 0; extremaCoeff 0; }` (OpenFOAM-dev since 2025): lambda iterated upwards from
/// zero, bounded after any number of iterations.
struct MulesControls {
  int nIter = 3;
  bool upwards = false;
  double tolerance = 0;  ///< upwards: stops when no lambda grows by more than this
  double smoothLimiter = 0, extremaCoeff = 0, boundaryExtremaCoeff = 0;
  static MulesControls read(const config::Dictionary& alphaControls, bool nLimiterIterRequired);
};

/// Multidimensional universal limiter with explicit solution: flux-corrected transport of a phase fraction psi in [0, 1]
/// (Zalesak 1979; Algorithm 1 of Lin et al., Water 10, 2018).
///
/// On the face, flux = bounded flux + lambda (high-order flux - bounded flux), with the largest lambda in [0, 1] for which every
/// cell stays between the extrema of itself and its neighbours. For cell i, with P+/P- the sums of the anti-diffusive fluxes into
/// and out of it and Q+/Q- what it can take,
///     lambda-_i = max(min((sum_out lambda |A| + Q+_i) / P+_i, 1), 0)        (inflow)
///     lambda+_i = max(min((sum_in  lambda |A| + Q-_i) / P-_i, 1), 0)        (outflow)
///     lambda_f  = min(lambda of the cell it leaves, lambda of the cell it enters),
/// repeated nIter times. Cut faces: the two cell values are exchanged and both sides compute the same lambda_f.
class Mules {
 public:
  Mules(const fv::Context& context, MulesControls controls);

  /// New psi from its old value and a high-order flux: phiPsi is limited against upwind of the volumetric flux phi,
  ///     psi = psi_old - dt/V sum phiPsi.
  /// phiPsi [m^3/s], all faces, in: high-order; out: limited. dt is the (sub-)step.
  void explicitSolve(fv::VolScalarField& psi, std::span<const double> psiOld, std::span<const double> phi,
                     std::span<double> phiPsi, double dt);

  /// Corrects a bounded psi by a limited flux correction phiCorr (all faces; in: unlimited, out: limited):
  ///     psi = psi - dt/V sum phiCorr.
  /// phiPsi is the flux before limiting, which decides which boundary faces are outlets.
  void correct(fv::VolScalarField& psi, std::span<const double> phiPsi, std::span<double> phiCorr, double dt);

 private:
  void extrema(const fv::VolScalarField& psi);
  void sumCorrections(std::span<const double> phiCorr);
  void allowances(const fv::VolScalarField& psi, std::span<const double> psiBase, double rDeltaT);
  void iterate(const fv::VolScalarField& psi, std::span<const double> phiCorr, std::span<const double> outletFlux);
  void applyBoundaryLimits(std::span<const double> phiCorr, std::span<const double> outletFlux, bool& changed);
  void advance(fv::VolScalarField& psi, std::span<const double> base, std::span<const double> flux, double dt);

  const fv::Context* context_;
  MulesControls controls_;
  // Workspaces, cells with ghosts: allowed change up and down (first extrema, then fluxes), sums of corrections in and out.
  std::vector<double> psiMax_, psiMin_, sumIn_, sumOut_, sumBounded_, sum_;
  std::vector<double> limited_;  ///< two a cell: lambda of inflow, lambda of outflow
  std::vector<double> lambda_, bounded_;
};

}  // namespace eagre::interface_
