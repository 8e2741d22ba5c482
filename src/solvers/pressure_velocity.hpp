// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/boundary_condition.hpp"
#include "fv/context.hpp"
#include "solvers/flow_solver.hpp"

/// What the pressure-velocity solvers share.
namespace eagre::solvers {

/// PISO and PIMPLE sub-dictionaries of fvSolution.
struct PimpleControls {
  int nOuterCorrectors = 1, nCorrectors = 1, nNonOrthogonalCorrectors = 0;
  bool momentumPredictor = true, frozenFlow = false;
  static PimpleControls read(const config::Dictionary& dict, bool outer);
};

/// Cell at which a pressure that is nowhere fixed is pinned: <field>RefCell or <field>RefPoint and <field>RefValue.
struct PressureReference {
  bool needed = false;
  Label cell = -1;  ///< on the rank that has it
  double value = 0;
  static PressureReference read(const fv::VolScalarField& p, const std::string& name, const config::Dictionary& dict);
  /// The field's value at the cell, on all ranks (collective).
  double valueIn(const fv::VolScalarField& p) const;
};

/// 0.5 dt sum|phi| / V of each cell: mean weighted by volume, and maximum.
CourantNumbers courantNumbers(const mesh::Mesh& mesh, std::span<const double> phi, double deltaT);

/// Scales the outflow of boundaries whose velocity is not fixed, so that what enters leaves (a closed pressure needs it).
/// Errors (badCase): nothing to scale and the fluxes do not balance.
void adjustPhi(std::span<double> phi, const fv::VolVectorField& U);

/// Gives fixedFluxPressure patches the gradient that makes the flux through them U.S.
void constrainPressure(fv::VolScalarField& p, const fv::VolVectorField& U, std::span<const double> phiHbyA,
                       std::span<const double> rAUf);

/// HbyA = rAU H, with U's boundary values where U is fixed and the cell's elsewhere; ghosts exchanged.
void makeHbyA(const fv::VolVectorField& U, std::span<const double> rAU, fv::CellValues<Vec3>& HbyA);

/// Prints OpenFOAM's "time step continuity errors" line; stops a run whose flux is not finite.
class ContinuityErrors {
 public:
  void report(const fv::Context& context, std::span<const double> phi, std::vector<double>& work);

 private:
  double cumulative_ = 0;
};

}  // namespace eagre::solvers
