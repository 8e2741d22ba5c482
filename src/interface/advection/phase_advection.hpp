// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "interface/advection/sub_cycles.hpp"
#include "interface/interface_state.hpp"
#include "physics/cavitation/phase_change.hpp"
#include "physics/sources/fv_options.hpp"

namespace eagre::interface_ {

/// Phases that change into one another: the model, and the pressure p [Pa] that it looks at. Both outlive the advection.
struct PhaseChangeAt {
  const physics::PhaseChange* model = nullptr;  ///< null: they do not
  const fv::VolScalarField* p = nullptr;
};

/// What an advection works on; all of it outlives the advection.
struct AdvectionInputs {
  fv::Context& context;
  InterfaceState& state;  ///< of alpha1 and alpha2
  const fv::VolVectorField& U;
  fv::SurfaceScalarField &phi, &alphaPhi;  ///< volumetric flux, and that of phase 1 [m^3/s]
  bool alphaPhiWasRead = false;            ///< the run goes on with the flux of the step before
  PhaseChangeAt change{};
  physics::FvOptions* options = nullptr;  ///< which may have sources of alpha1; null: none
};

/// The controls of a phase fraction: its entry in fvSolution.solvers. Errors (badCase): there is none.
const config::Dictionary& phaseControls(const fv::Context& context, const std::string& alphaName);

/// Transport of the phase fraction,
///     d alpha/dt + div(phi alpha) = 0     (with phase change, and options that feed alpha: = alpha div(phi) + Su + Sp alpha)
/// over a time step, in sub-cycles if its controls ask for them. A method derives from it and writes advanceOnce().
class PhaseAdvection {
 public:
  virtual ~PhaseAdvection() = default;
  PhaseAdvection(const PhaseAdvection&) = delete;
  PhaseAdvection& operator=(const PhaseAdvection&) = delete;

  /// A step. After it alpha1 and alpha2 = 1 - alpha1 are new, alphaPhi is the volumetric flux of phase 1 (of the last sub-cycle)
  /// and rhoPhi [kg/s] the mass flux of the whole step, for densities rho1, rho2 [kg/m^3]. finalIteration: it is the last outer
  /// corrector, whose linear solver is alpha.<phase>Final. Collective. Errors: diverged, if alpha is not finite.
  void advance(double rho1, double rho2, bool finalIteration, fv::SurfaceScalarField& rhoPhi);
  SubCycles& subCycles() { return subCycles_; }
  /// phi and alphaPhi have to keep old levels.
  virtual bool readsOldFluxes() const { return false; }

 protected:
  /// Errors (badCase): as phaseControls and SubCycles::read.
  explicit PhaseAdvection(const AdvectionInputs& inputs);
  /// One sub-cycle, of which advance() makes rhoPhi and the line of the log. Sets
  /// - alpha1, from its values at the start, alpha1().old(), over the step of context.time() (rate(): 1/dt of each cell), with
  ///   ghosts and boundary values (correctBoundaryConditions); state.changed() after each change, state.update() at the end;
  /// - alphaPhi, the flux of phase 1, on all faces.
  /// Returns the flux of both phases that alphaPhi is a part of: phi, or its mean over the step if the method blends in time.
  virtual const fv::SurfaceScalarField& advanceOnce(bool finalIteration) = 0;
  /// A line of the log: mean, least and largest fraction. what: "Phase-1". advance() reports what advanceOnce() leaves. Errors:
  /// diverged.
  void report(const char* what) const;
  const config::Dictionary& controls() const { return phaseControls(in_.context, in_.state.alpha1().name()); }

  AdvectionInputs in_;

 private:
  void massFlux(const fv::SurfaceScalarField& phi, double rho1, double rho2, fv::SurfaceScalarField& rhoPhi) const;
  SubCycles subCycles_;
};

/// The advection that the entry of alpha.<phase> in fvSolution.solvers asks for (advectionScheme; `otherwise` if it is not
/// there). Errors (badCase): as checkAdvection's problems.
std::unique_ptr<PhaseAdvection> makeAdvection(const AdvectionInputs& inputs, const char* otherwise = "MULES");
/// Problems of that entry and of the schemes that the advection names.
void checkAdvection(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems,
                    const char* otherwise = "MULES");
/// Whether the advection cuts cells, so that the mesh has to keep its points (mesh::keepPoints). otherwise: that of the advection
/// of a case that names none.
bool advectionNeedsPoints(const config::Dictionary& fvSolution, bool otherwise);

}  // namespace eagre::interface_
