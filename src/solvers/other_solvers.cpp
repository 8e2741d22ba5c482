// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/other_solvers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "solvers/flow_solver.hpp"

namespace eagre::solvers {

namespace {

struct Other {
  const char *name, *description;
};

constexpr std::array others{
    // two phases
    Other{"compressibleInterFoam", "compressible two-phase flow"},
    Other{"compressibleInterDyMFoam", "compressible two-phase flow on a moving mesh"},
    Other{"compressibleInterFilmFoam", "compressible two-phase flow with a wall film"},
    Other{"compressibleInterIsoFoam", "compressible two-phase flow with isoAdvector"},
    Other{"compressibleMultiphaseInterFoam", "compressible flow of more than two phases"},
    Other{"interMixingFoam", "three incompressible fluids, two of which mix"},
    Other{"interFlow", "two-phase flow with isoAdvector (package isoAdvector)"},
    Other{"interCondensatingEvaporatingFoam", "two-phase flow with evaporation and condensation"},
    Other{"icoReactingMultiphaseInterFoam", "flow of more than two phases with reactions"},
    Other{"interThermalPhaseChangeFoam", "two-phase flow with boiling (a package)"},
    Other{"interFoamPorous", "two-phase flow through porous media (a package)"},
    Other{"interTrackFoam", "two-phase flow that tracks its surface with the mesh"},
    Other{"MPPICInterFoam", "two-phase flow with parcels"},
    Other{"multiphaseInterFoam", "flow of more than two phases"},
    Other{"multiphaseInterDyMFoam", "flow of more than two phases on a moving mesh"},
    Other{"multiphaseEulerFoam", "more than two phases, each with its own velocity"},
    Other{"twoPhaseEulerFoam", "two phases, each with its own velocity"},
    Other{"reactingTwoPhaseEulerFoam", "two reacting phases, each with its own velocity"},
    Other{"reactingMultiphaseEulerFoam", "reacting phases, each with its own velocity"},
    Other{"twoLiquidMixingFoam", "two liquids that mix"},
    Other{"driftFluxFoam", "two-phase flow with drift flux (settling)"},
    Other{"potentialFreeSurfaceFoam", "single-phase flow with a free surface that is a field"},
    Other{"potentialFreeSurfaceDyMFoam", "single-phase flow with a free surface that is a field, on a moving mesh"},
    Other{"cavitatingFoam", "cavitation by a barotropic equation of state"},
    Other{"cavitatingDyMFoam", "cavitation by a barotropic equation of state, on a moving mesh"},
    Other{"waveFoam", "two-phase flow with wave relaxation zones (package waves2Foam)"},
    Other{"waveDyMFoam", "two-phase flow with wave relaxation zones on a moving mesh (package waves2Foam)"},
    Other{"porousWaveFoam", "two-phase flow with wave relaxation zones and porous media (package waves2Foam)"},
    Other{"olaFlow", "two-phase flow with waves and porous media (package olaFlow); interFoam has the wave boundaries"},
    Other{"olaDyMFlow", "two-phase flow with waves on a moving mesh (package olaFlow)"},
    Other{"ihFoam", "two-phase flow with waves (package IHFOAM)"},
    Other{"navalFoam", "ship hydrodynamics (foam-extend package)"},
    // one phase
    Other{"overSimpleFoam", "steady incompressible flow on overset meshes"},
    Other{"overPimpleDyMFoam", "transient incompressible flow on overset meshes"},
    Other{"overInterDyMFoam", "two-phase flow on overset meshes"},
    Other{"icoDyMFoam", "transient laminar flow on a moving mesh"},
    Other{"icoFsiFoam", "fluid and structure"},
    Other{"viscoelasticFluidFoam", "viscoelastic flow"},
    Other{"boundaryFoam", "one-dimensional turbulent flow"},
    Other{"channelFoam", "LES of a channel"},
    Other{"dnsFoam", "isotropic turbulence"},
    Other{"oodles", "LES (pisoFoam's old name)"},
    Other{"turbFoam", "turbulent flow (pisoFoam's old name)"},
    Other{"shallowWaterFoam", "shallow water"},
    Other{"porousInterFoam", "two-phase flow through porous media; interFoam with fvOptions does that"},
    Other{"potentialFoam", "potential flow, which prepares fields and is no solver in time"},
    Other{"laplacianFoam", "a Laplace equation"},
    Other{"scalarTransportFoam", "transport of a scalar"},
    Other{"adjointShapeOptimizationFoam", "optimisation of ducts"},
    // heat, compressibility, reactions, particles, solids
    Other{"rhoPimpleFoam", "compressible flow"},
    Other{"rhoSimpleFoam", "steady compressible flow"},
    Other{"rhoCentralFoam", "compressible flow with shocks"},
    Other{"rhoPorousSimpleFoam", "steady compressible flow through porous media"},
    Other{"sonicFoam", "trans- and supersonic flow"},
    Other{"sonicLiquidFoam", "compressible flow of a liquid"},
    Other{"buoyantPimpleFoam", "compressible flow with buoyancy"},
    Other{"buoyantSimpleFoam", "steady compressible flow with buoyancy"},
    Other{"buoyantFoam", "flow with buoyancy"},
    Other{"buoyantBoussinesqPimpleFoam", "flow with buoyancy (Boussinesq)"},
    Other{"buoyantBoussinesqSimpleFoam", "steady flow with buoyancy (Boussinesq)"},
    Other{"buoyantBoussinesqPisoFoam", "flow with buoyancy (Boussinesq)"},
    Other{"chtMultiRegionFoam", "heat transfer between solids and fluids"},
    Other{"chtMultiRegionSimpleFoam", "steady heat transfer between solids and fluids"},
    Other{"reactingFoam", "combustion"},
    Other{"XiFoam", "premixed combustion"},
    Other{"fireFoam", "fires"},
    Other{"sprayFoam", "sprays"},
    Other{"DPMFoam", "particles in a fluid"},
    Other{"MPPICFoam", "dense particles in a fluid"},
    Other{"icoUncoupledKinematicParcelFoam", "particles in a given flow"},
    Other{"solidDisplacementFoam", "stress in solids"},
    Other{"solidFoam", "stress in solids"},
    Other{"magneticFoam", "magnetic fields"},
    Other{"mhdFoam", "magnetohydrodynamics"},
    Other{"electrostaticFoam", "electrostatics"},
    Other{"dsmcFoam", "rarefied gas"},
    Other{"mdFoam", "molecular dynamics"},
    // openfoam.org 11 and later
    Other{"foamRun", "the solver program of openfoam.org 11 and later; its `solver` says what it solves"},
    Other{"foamMultiRun", "several regions (openfoam.org 11 and later)"},
    Other{"fluid", "compressible flow (a module of openfoam.org 11 and later)"},
    Other{"incompressibleFluid", "incompressible flow (a module of openfoam.org 11 and later)"},
    Other{"incompressibleVoF", "two-phase flow (a module of openfoam.org 11 and later)"},
    Other{"compressibleVoF", "compressible two-phase flow (a module of openfoam.org 11 and later)"},
    Other{"incompressibleMultiphaseVoF", "flow of more than two phases (a module of openfoam.org 11 and later)"},
    Other{"compressibleMultiphaseVoF", "compressible flow of more than two phases (a module of openfoam.org 11 and later)"},
    Other{"incompressibleDriftFlux", "two-phase flow with drift flux (a module of openfoam.org 11 and later)"},
    Other{"multiphaseEuler", "phases, each with its own velocity (a module of openfoam.org 11 and later)"},
    Other{"multicomponentFluid", "reacting mixtures (a module of openfoam.org 11 and later)"},
    Other{"isothermalFluid", "compressible flow of one temperature (a module of openfoam.org 11 and later)"},
    Other{"incompressibleDenseParticleFluid", "dense particles in a fluid (a module of openfoam.org 11 and later)"},
    Other{"shockFluid", "compressible flow with shocks (a module of openfoam.org 11 and later)"},
    Other{"solid", "heat in solids (a module of openfoam.org 11 and later)"},
    Other{"solidDisplacement", "stress in solids (a module of openfoam.org 11 and later)"},
    Other{"functions", "function objects alone (a module of openfoam.org 11 and later)"},
};

}  // namespace

bool isSolver(const std::string& application) {
  const auto& names = solverNames();
  return std::find(names.begin(), names.end(), application) != names.end();
}

std::string unknownApplication(const std::string& application) {
  const auto found = std::find_if(others.begin(), others.end(), [&](const Other& o) { return application == o.name; });
  if (found == others.end()) return unknownWordMessage("application", application, solverNames());
  return fmt::format("{}: {}, which Eagre does not have; it has {}", application, found->description,
                     fmt::join(solverNames(), ", "));
}

}  // namespace eagre::solvers
