// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/equation/equation.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/fields/context.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/rotating_zones.hpp"
#include "solvers/flow_solver.hpp"
#include "solvers/outer_loop.hpp"

/// What the pressure-velocity solvers share.
namespace eagre::solvers {

/// nNonOrthogonalCorrectors of a dictionary, 0 if it is not there. Error (badCase): it is negative.
int readNonOrthogonalCorrectors(const config::Dictionary& dict);

/// PISO, PIMPLE and SIMPLE sub-dictionaries of fvSolution.
struct PimpleControls {
  int nOuterCorrectors = 1, nCorrectors = 1, nNonOrthogonalCorrectors = 0;
  bool momentumPredictor = true, frozenFlow = false, turbOnFinalIterOnly = true;
  bool consistent = false;  ///< SIMPLEC, of PIMPLE and SIMPLE with one fluid
  // Of a mesh that moves.
  bool correctPhi = true;  ///< the flux is made one of the moved mesh before anything is convected
  bool checkMeshCourantNo = false, moveMeshOuterCorrectors = false;
  OuterResidualControls residualControl{};
  /// outer: of PIMPLE, whose outer corrections residualControl ends; canFreeze: the solver has frozenFlow, else a warning says
  /// that it has no effect. Errors: as OuterResidualControls.
  static PimpleControls read(const config::Dictionary& dict, bool outer, bool canFreeze = true);
  /// Of SIMPLE: one corrector an iteration.
  static PimpleControls readSteady(const config::Dictionary& dict);
};

/// Cell at which a pressure that is nowhere fixed is pinned: <field>RefCell or <field>RefPoint and <field>RefValue.
struct PressureReference {
  bool needed = false;
  Label cell = -1;  ///< on the rank that has it
  double value = 0;
  bool isSetAfterwards = false;  ///< the equation keeps the level that the pressure has
  /// source: of the mesh, with whose motion <field>RefPoint moves, and in whose cells of before a refinement <field>RefCell
  /// counts; null: it stands still. Collective.
  static PressureReference read(const fv::VolScalarField& p, const std::string& name, const config::Dictionary& dict,
                                CaseSource* source = nullptr);
  /// The field's value at the cell, on all ranks (collective).
  double valueIn(const fv::VolScalarField& p) const;
  /// What the equation of p is given at the cell, on all ranks (collective).
  double target(const fv::VolScalarField& p) const { return isSetAfterwards ? valueIn(p) : value; }
};

/// 0.5 dt sum|phi| / V of each cell: mean weighted by volume, and maximum; the same of the cells that near(cell) picks, as
/// interfaceMean and interfaceMax. One pass.
template <class Near>
CourantNumbers courantNumbers(const mesh::Mesh& mesh, std::span<const double> phi, double deltaT, Near near) {
  struct Sums {
    double total[2] = {}, largest[2] = {};  ///< [near]
    void add(int i, double sum, double V) {
      total[i] += sum;
      largest[i] = std::max(largest[i], sum / V);
    }
    Sums& operator+=(const Sums& b) {
      for (int i : {0, 1}) {
        total[i] += b.total[i];
        largest[i] = std::max(largest[i], b.largest[i]);
      }
      return *this;
    }
  };
  const double bytes = fv::bytesOfCellFaces(mesh) + 16 + 8 * fv::facesPerCell(mesh);
  auto sums = fv::sumOverCells<Sums>({"courant", bytes}, mesh,
                                     [near, flux = kernel::View(phi), V = kernel::View(mesh.V)](Label c, const auto& around) {
                                       double sum = 0;
                                       around([&](Label f, double) { sum += std::abs(flux[f]); });
                                       Sums s;
                                       s.add(0, sum, V[c]);
                                       if (near(c)) s.add(1, sum, V[c]);
                                       return s;
                                     });
  mesh.communicator().sum(sums.total);
  mesh.communicator().max(sums.largest);
  const double scale = 0.5 * deltaT;
  return {sums.total[0] / mesh.totalVolume * scale, sums.largest[0] * scale, sums.total[1] / mesh.totalVolume * scale,
          sums.largest[1] * scale};
}
inline CourantNumbers courantNumbers(const mesh::Mesh& mesh, std::span<const double> phi, double deltaT) {
  return courantNumbers(mesh, phi, deltaT, [](Label) { return false; });
}

/// Scales the outflow of boundaries whose velocity is not fixed, so that what enters leaves (a closed pressure needs it).
/// On a mesh that moves the flux relative to its faces, phi - meshPhi, is looked at (null: the mesh stands still).
/// Errors (badCase): nothing to scale and the fluxes do not balance.
void adjustPhi(std::span<double> phi, const fv::VolVectorField& U, const fv::SurfaceScalarField* meshPhi = nullptr);
/// phi += sign meshPhi, all faces [m^3/s].
void addMeshFlux(double sign, const fv::SurfaceScalarField& meshPhi, std::span<double> phi);

/// Gives fixedFluxPressure patches the gradient that makes the flux through them U.S, relative to rotating zones.
void constrainPressure(fv::VolScalarField& p, const fv::VolVectorField& U, std::span<const double> phiHbyA,
                       std::span<const double> rAUf, const physics::RotatingZones& rotation);

/// Solves a pressure equation; for a profile the phase "pressure solver", whose iterations are those of the linear solver.
void solvePressure(fv::Equation<double>& pEqn, const std::string& solverName, std::span<const double> outflow);

/// p = before + factor (p - before), as OpenFOAM's assignment of a whole field: conditions are not evaluated, their values are
/// relaxed, too. Ghosts are exchanged.
void relaxField(fv::VolScalarField& p, const fv::CellValues<double>& before, double factor);

/// Error (badCase): relaxationFactors has a factor for the last outer corrector alone, for which OpenFOAM would have kept no
/// field to relax towards.
void checkFieldRelaxation(const config::Dictionary& fvSolution, const std::string& name);

/// Error (badCase): fvSolution has no solver for the velocity before the final outer correction, and there are such.
void checkOuterSolvers(const config::Dictionary& fvSolution, const PimpleControls& controls, const std::string& U = "U");

/// rAU = 1/A of the momentum equation, ghosts exchanged, the cell's value on the boundary.
void makeRAU(const fv::Equation<Vec3>& UEqn, fv::VolScalarField& rAU);

/// HbyA = H/A of the momentum equation, with U's boundary values where U is fixed and the cell's elsewhere, and where p is
/// fixedFluxExtrapolatedPressure, on symmetry planes without its normal part, on wedges turned about the axis; ghosts exchanged.
/// Of Urel, to a copy of which v1912 assigns it, a patch of type inletOutlet, or of one that derives from it, keeps the value
/// that enters. turns: wedgeTurns().
void makeHbyA(fv::Equation<Vec3>& UEqn, const fv::VolScalarField& rAU, const fv::VolScalarField& p,
              const std::vector<Tensor>& turns, fv::CellValues<Vec3>& HbyA);
/// By patch, of sides of wedges the rotation from the cells to them, of others nothing that has a meaning. Collective.
std::vector<Tensor> wedgeTurns(const mesh::Mesh& mesh);

/// Leaves of a velocity the components that are solved for. In an empty direction a gradient or a reconstructed force is the
/// round-off of face areas: no velocity, and noise that no dump can compress. Where faces are slanted against the empty
/// direction, which checkMesh finds, it is more than that, and stays, as in OpenFOAM.
class SolvedComponents {
 public:
  /// Collective.
  explicit SolvedComponents(const mesh::Mesh& mesh);
  Vec3 operator()(const Vec3& U) const { return {x_ ? U.x : 0.0, y_ ? U.y : 0.0, z_ ? U.z : 0.0}; }

 private:
  bool x_ = true, y_ = true, z_ = true;
};

/// Sums over the owned cells of |outflow| and of the outflow [m^3/s], as a parallelSum makes them.
struct OutflowSums {
  double magnitude = 0, outflow = 0;
  OutflowSums& operator+=(const OutflowSums& b) {
    magnitude += b.magnitude;
    outflow += b.outflow;
    return *this;
  }
};
OutflowSums outflowSums(const mesh::Mesh& mesh, std::span<const double> phi);

/// Stops a run whose flux is not finite; any sum over its faces or outflows tells.
void requireFiniteFlux(const fv::Context& context, double sum);

/// Prints OpenFOAM's "time step continuity errors" line; stops a run whose flux is not finite.
void reportContinuityErrors(const fv::Context& context, const OutflowSums& own);

}  // namespace eagre::solvers
