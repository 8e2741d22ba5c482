// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "fv/equation/equation.hpp"
#include "kernel/workspace.hpp"
#include "mesh/derived.hpp"
#include "solvers/pressure_velocity.hpp"

namespace eagre::solvers {

/// How a solver's momentum equation A U = H - grad p stands on faces, and how the pressure acts on its velocity: what differs
/// between the solvers of a PressureCorrector. Arrays over faces have nFaces entries.
class MomentumInterpolation {
 public:
  virtual ~MomentumInterpolation() = default;

  /// 1/A of a momentum equation that stands, in all cells and on the boundary.
  virtual void makeRAU(const fv::Equation<Vec3>& UEqn, fv::VolScalarField& rAU) { solvers::makeRAU(UEqn, rAU); }
  /// What all correctors of one momentum equation share, from it and rAU = 1/A: rAUf, (1/A)_f of the pressure's equation, and
  /// knownFlux [m^3/s], the part of phiHbyA beside HbyA_f.S.
  virtual void interpolate(const fv::Equation<Vec3>& UEqn, const fv::VolScalarField& rAU, fv::SurfaceScalarField& rAUf,
                           std::span<double> knownFlux) = 0;
  /// Changes HbyA = H/A in owned cells; whether it did, so that ghosts are exchanged anew. Values on the boundary are there, and
  /// stay those of H/A: in v1912 a resistance stands in cells alone, so that T is 1/A on the boundary.
  virtual bool changeHbyA(std::span<Vec3> /*HbyA*/) { return false; }
  /// Adds to phiHbyA [m^3/s] what adjustPhi is not to see, such as the forces on boundary faces.
  virtual void addForces(std::span<double> /*phiHbyA*/) {}
  /// The gradient of p for the non-orthogonal correction of assembly i of the pressure's equation; empty: the scheme makes it.
  virtual fv::KnownGradient<double> knownGradient(int /*i*/) { return {}; }
  /// A flux of the pressure's equation that the Laplacian has not, from the p of now, as a part of that flux; empty: none.
  /// nFaces.
  virtual std::span<const double> explicitFlux() { return {}; }
  /// Called when p has new values.
  virtual void pressureChanged() {}

  /// phi = phiHbyA - flux of the pressure's equation. Returns the force on faces that accelerate() takes, in the storage of
  /// phiHbyA; empty if the force is that of cells.
  virtual kernel::Array<double> correctFlux(const fv::Equation<double>& pEqn, const fv::SurfaceScalarField& rAUf,
                                            kernel::Array<double> phiHbyA, std::span<double> phi) = 0;
  /// The same force with the p of now, when phi is to stay.
  virtual void updateForce(const fv::Equation<double>& /*pEqn*/, const fv::SurfaceScalarField& /*rAUf*/,
                           std::span<double> /*force*/) const {}
  /// U = HbyA + 1/A (forces - grad p) in owned cells. Returns the sums of the net outflow of phi.
  virtual OutflowSums accelerate(const fv::CellValues<Vec3>& HbyA, const fv::VolScalarField& rAU, std::span<const double> force,
                                 std::span<const double> phi, fv::VolVectorField& U) = 0;
};

/// A source of volume that depends on the pressure, div(phi) = -S (p - p0), S >= 0, as a change of phase has it.
class VolumeSource {
 public:
  virtual ~VolumeSource() = default;
  /// S [1/(Pa s)]; takes -S p0 V [m^3/s] from the outflow, which the right-hand side of the pressure's equation is. nCells each.
  virtual void linearise(std::span<double> S, std::span<double> outflow) const = 0;
};

/// What a PressureCorrector works on and is handed; it outlives the corrector.
struct PressureInputs {
  fv::Context& context;
  fv::VolScalarField& p;  ///< p or p_rgh
  fv::VolVectorField& U;
  fv::SurfaceScalarField& phi;
  const physics::RotatingZones& rotation;
  MomentumInterpolation& momentum;
  const VolumeSource* source = nullptr;  ///< null: phi is free of divergence
  PressureReference reference{};
  int nNonOrthogonalCorrectors = 0;
  std::string rAU;  ///< name of 1/A
  /// Volumes that faces sweep [m^3/s] on a mesh that moves: phi becomes relative to the faces. Null: the mesh stands still.
  const fv::SurfaceScalarField* meshPhi = nullptr;
  std::string laplacian = {};  ///< of the pressure's equation in laplacianSchemes; empty: laplacian(rAUf,<p>)
};

/// The pressure corrector of PISO (Issa 1986) on collocated variables, for one fluid or two: makes U, p and phi that meet
/// continuity, from a momentum equation that stands.
///
///     correctors.begin(UEqn);
///     for (...) correctors.correct(UEqn, isFinal);
///     correctors.end();
///
/// In that order, once an outer iteration; between begin() and end() it holds storage of the workspace.
class PressureCorrector {
 public:
  explicit PressureCorrector(const PressureInputs& inputs);

  /// Keeps p if fvSolution has a factor to relax it by, "<p>Final" in the final outer iteration.
  void startOuterIteration(bool isFinal);
  /// What all correctors of a momentum equation share: 1/A, (1/A)_f, the known flux.
  void begin(const fv::Equation<Vec3>& UEqn);
  /// One corrector. isFinal: its last solve is that of the fvSolution entry "<p>Final". Errors: the flux is not finite; of the
  /// solver; badCase: as adjustPhi.
  void correct(fv::Equation<Vec3>& UEqn, bool isFinal);
  /// Returns the storage of the equation of p and of what begin() has made.
  void end();

  fv::Equation<double>& equation() { return pEqn_; }
  /// 1/A, of the last begin().
  fv::VolScalarField& rAU() { return rAU_; }

 private:
  kernel::Array<double> predictFlux(fv::Equation<Vec3>& UEqn);
  void solve(std::span<const double> phiHbyA, bool isFinal);
  void relax(std::span<double> force);

  PressureInputs in_;
  fv::Equation<double> pEqn_;
  fv::VolScalarField rAU_;
  fv::SurfaceScalarField rAUf_;
  fv::FaceWeights HbyAWeights_;
  mesh::Derived<std::vector<Tensor>> wedgeTurns_;
  fv::CellValues<Vec3> HbyA_;
  kernel::Array<double> knownFlux_;   ///< of phiHbyA, from begin() to end() [m^3/s]
  bool matrixStands_ = false;         ///< pEqn_ was assembled with the present (1/A)_f
  std::optional<double> relaxation_;  ///< of p in this outer iteration
  fv::CellValues<double> pBefore_;    ///< towards which it is relaxed
};

}  // namespace eagre::solvers
