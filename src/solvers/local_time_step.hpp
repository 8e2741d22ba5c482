// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "mesh/cell_graph.hpp"
#include "solvers/flow_solver.hpp"

namespace eagre::solvers {

enum class Fluids { one, two };

/// Controls of local time steps in PIMPLE; names and defaults are those of OpenFOAM v1912's interFoam and, of one fluid, those of
/// openfoam.org's pimpleFoam.
struct LocalTimeStepControls {
  double maxCo = 0.9, maxAlphaCo = 0.2, maxDeltaT = great;      ///< maxDeltaT [s]
  double minDeltaT = vSmall;                                    ///< [s], of one fluid
  double rDeltaTSmoothingCoeff = 0.1, rDeltaTDampingCoeff = 1;  ///< 1: no smoothing, no damping
  int nAlphaSpreadIter = 1, nAlphaSweepIter = 5;
  double alphaSpreadDiff = 0.2, alphaSpreadMax = 0.99, alphaSpreadMin = 0.01;
  /// Of one fluid there are none of alpha. Errors (badCase): values out of range.
  static LocalTimeStepControls read(const config::Dictionary& pimple, Fluids fluids);
};

/// A time step of its own for each cell, on the way to a steady state (`ddtSchemes { default localEuler; }`): rDeltaT = 1/dt
/// [1/s],
///
///   (1)  1/dt = max(1/maxDeltaT, sum|rhoPhi| / (2 maxCo V rho))                          the Courant number of the mass flux
///   (2)  near the interface, alphaSpreadMin <= mean of alpha on the faces <= alphaSpreadMax, if maxAlphaCo < maxCo:
///        1/dt = max(1/dt, sum|phi| / (2 maxAlphaCo V))
///   (3)  neighbours differ by a factor of 1 + rDeltaTSmoothingCoeff at most              mesh::smooth
///   (4)  what stands at the interface is carried nAlphaSpreadIter and nAlphaSweepIter cells along   mesh::spread, mesh::sweep
///   (5)  1/dt falls by a factor of 1 - rDeltaTDampingCoeff a step at most, from the third step on.
///
/// With one fluid (1) is min(1/minDeltaT, max(1/maxDeltaT, sum|phi| / (2 maxCo V))), and there are neither (2) nor (4).
///
/// (3) and (4) run on rank 0 in the order of the global mesh (cell_graph.hpp). The field is TimeState::rDeltaT, which every
/// scheme localEuler reads, and is written with the others; a run that continues one of ours damps on from what it reads.
class LocalTimeStep {
 public:
  LocalTimeStep(CaseSource& source, fv::Context& context, Fluids fluids);
  LocalTimeStep(const LocalTimeStep&) = delete;
  ~LocalTimeStep() { context_.clock.rDeltaT = nullptr; }

  /// Sets the steps of the next time step from the state before it, and logs their range. Collective.
  void set(const fv::SurfaceScalarField& rhoPhi, const fv::SurfaceScalarField& phi, const fv::VolScalarField& rho,
           const fv::VolScalarField& alpha);
  /// The same of one fluid.
  void set(const fv::SurfaceScalarField& phi);
  const fv::VolScalarField& rDeltaT() const { return rDeltaT_; }
  static void check(const fv::Context& context, Fluids fluids, Problems& problems);

 private:
  void limitCourant(const fv::SurfaceScalarField& rhoPhi, const fv::SurfaceScalarField& phi, const fv::VolScalarField& rho,
                    const fv::VolScalarField& alpha);
  void limitCourant(const fv::SurfaceScalarField& phi);
  bool damps() const;
  void smoothAndDamp(std::span<const double> before, const fv::VolScalarField* alpha);
  void passOn(const fv::VolScalarField* alpha);
  void report(const char* what) const;

  fv::Context& context_;
  LocalTimeStepControls controls_;
  fv::VolScalarField rDeltaT_;
  bool continued_;                          ///< rDeltaT_ is that of the run that this one continues
  std::unique_ptr<mesh::CellGraph> graph_;  ///< null: nothing is passed on
  mesh::GraphPlaces places_;                ///< for the sweep
};

}  // namespace eagre::solvers
