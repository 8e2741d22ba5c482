// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "interface/interface_band.hpp"
#include "kernel/view.hpp"
#include "kernel/zero_pages.hpp"
#include "mesh/derived.hpp"

namespace eagre::interface_ {

/// Controls of the limiter, read from the phase's entry in fvSolution.solvers.
///
/// Without a `MULES` sub-dictionary: OpenFOAM v1912's, lambda iterated downwards from one, bounded only in the limit of many
/// iterations. With `MULES { nIter 3; tolerance 0; extremaCoeff 0; }` (OpenFOAM-dev since 2025): lambda iterated upwards from
/// zero, bounded after any number of iterations.
struct MulesControls {
  int nIter = 3;
  bool upwards = false;
  double tolerance = 0;       ///< upwards: stops when no lambda grows by more than this
  bool globalBounds = false;  ///< in MULES: a cell may take all values of [0, 1], not only those of its neighbourhood
  double smoothLimiter = 0, extremaCoeff = 0, boundaryExtremaCoeff = 0;
  static MulesControls read(const config::Dictionary& alphaControls, bool nLimiterIterRequired);
};

/// A source Su + Sp psi of the limited fraction [1/s], owned cells; none if empty. Sp is taken implicitly.
struct MulesSources {
  std::span<const double> Su{}, Sp{};
  bool empty() const { return Su.empty(); }
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
/// repeated nIter times. With sources, S_u and S_p of that algorithm, what a cell can take is what brings it to its extrema
/// together with them: Q+ = V ((1/dt - Sp) psiMax - Su - psi/dt) + net bounded flux. Cut faces: the two cell values are exchanged
/// and both sides compute the same lambda_f.
///
/// Only faces with something to limit take part: they and their cells are copied into short arrays of their own, on which the
/// iterations run. Out stay internal faces whose whole correction moves either cell by less than a unit in the last place of 1,
/// |A| dt/V <= negligible; lambda is 0 there. (Coupled faces stay in, so that both sides agree on them.)
///
/// dt is that of the context's (sub-)step, or with local time steps that of each cell.
class Mules {
 public:
  Mules(const fv::Context& context, MulesControls controls);
  /// No correction is left out from now on, however small.
  void includeEverything() { negligible_ = -1; }

  /// Corrects a bounded psi and its flux (all faces) by phiCorr, limited, on the faces listed (internal, then coupled, then
  /// boundary ones):
  ///     psi = psi - relax dt/V sum lambda phiCorr,   flux = flux + relax lambda phiCorr   [m^3/s];
  /// with sources psi = relax (psi/dt + Su - 1/V sum lambda phiCorr)/(1/dt - Sp) + (1 - relax) psi in all cells.
  /// A boundary face is limited if it is an outlet: outletFlux, one value per boundary face listed, plus its correction leaves.
  /// psi is left with ghosts and boundary values up to date.
  void correct(fv::VolScalarField& psi, std::span<const Label> faces, std::span<const double> phiCorr,
               std::span<const double> outletFlux, std::span<double> flux, double relax = 1, const MulesSources& sources = {});

  /// New psi from its old value, upwind of the volumetric flux phi everywhere, corrected by a limited flux on the faces listed:
  ///     psi = psi_old - dt/V sum phiPsi,   with sources psi = (psi_old/dt + Su - 1/V sum phiPsi)/(1/dt - Sp);
  /// on a mesh that moves V0/V psi_old instead of psi_old.
  /// highOrder [m^3/s], one value per face listed (lost). phiPsi, all faces: in, the flux on the
  /// boundary, which is taken as it is; out, the flux taken everywhere.
  void explicitSolve(fv::VolScalarField& psi, std::span<const double> psiOld, std::span<const double> phi,
                     std::span<const Label> faces, std::span<double> highOrder, std::span<double> phiPsi,
                     const MulesSources& sources = {});

 private:
  /// A face with something to limit; A > 0 flows from one cell to the other.
  struct Face {
    Label from, to;  ///< places in cells_
    double A, lambda;
  };
  struct BoundaryFace {
    Label face, cell;
    bool limited;  ///< an outlet
    double A, lambda;
  };
  /// A cell with such a face: first extrema, then Q+ and Q-; P+ and P-.
  struct Cell {
    double max = 0, min = 1, in = 0, out = 0;
  };
  struct Lambdas {
    double in, out;
  };
  /// Sums of lambda |A| over the faces of cell i, in the order of the lists of faces.
  struct LimitedSums {
    kernel::View<const Label> first, faces;
    kernel::View<const double> limited;
    double in(Label i) const { return sum(first[2 * i], first[2 * i + 1]); }
    double out(Label i) const { return sum(first[2 * i + 1], first[2 * i + 2]); }

   private:
    double sum(Label begin, Label end) const {
      double total = 0;
      for (Label k = begin; k < end; ++k) total += limited[faces[k]];
      return total;
    }
  };
  /// What a boundary face says of the extrema of its cell.
  enum class Bound : char { nothing, value, extra };

  void gather(std::span<const Label> faces, std::span<const double> phiCorr, std::span<const double> outletFlux);
  void gatherBoundary(std::span<const Label> faces, std::span<const double> phiCorr, std::span<const double> outletFlux,
                      Label start);
  Label place(Label cell);
  void listFacesOfCells();
  LimitedSums limitedSums() const { return {firstFace_, facesOfCells_, limited_}; }
  void extrema(const fv::VolScalarField& psi);
  void allowances(const fv::VolScalarField& psi, std::span<const double> base, std::span<const double> sumBounded,
                  std::span<const double> V, const MulesSources& sources);
  std::span<const double> volumesOfPart();
  std::span<const double> perVolumeOfPart(std::span<const double> psiOld, std::span<const double> volumes);
  void iterate();
  bool limitFaces();
  void exchangeLambdas();
  void apply(std::span<double> flux, double relax) const;

  const fv::Context* context_;
  MulesControls controls_;
  double negligible_ = negligibleChange;
  mesh::Derived<double> minVolume_;  ///< the smallest volume of a cell or ghost
  std::vector<Label> place_;         ///< of each cell and ghost in cells_; -1: none
  std::vector<Label> cellIndex_;     ///< of each of cells_
  std::vector<Label> candidates_;    ///< places in the list given
  std::vector<Cell> cells_;
  std::vector<Lambdas> lambdas_;  ///< of each of cells_
  std::vector<Face> faces_;
  std::vector<Label> faceIndex_;  ///< of each of faces_ in the mesh; ~index if its correction is negative
  std::vector<BoundaryFace> boundary_;
  std::vector<double> limited_;  ///< lambda |A| of faces_, then of boundary_
  /// Of cell i, places in limited_: faces that flow into it are facesOfCells_[firstFace_[2 i]] on, those that flow out of it
  /// facesOfCells_[firstFace_[2 i + 1]] on.
  kernel::MostlyZeros<Label> firstFace_;
  std::vector<Label> facesOfCells_;
  std::vector<Bound> bounds_;                          ///< of boundary faces
  std::vector<double> exchanged_;                      ///< two per cell, where there are ghosts: lambdas in and out
  std::vector<double> sumBounded_;                     ///< explicitSolve: net bounded flux out of each cell
  std::vector<double> partVolumes_, psiOldPerVolume_;  ///< on a mesh that moves
};

}  // namespace eagre::interface_
