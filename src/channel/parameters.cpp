// SPDX-License-Identifier: BSD-3-Clause
#include "channel/parameters.hpp"

namespace eagre::channel {
namespace {

constexpr Range any{};
constexpr Range positive{.low = 0, .above = true};
constexpr Range notNegative{.low = 0};
constexpr Range orCommon{.low = -1};

template <class Enum>
Choice choice(Enum& target, std::vector<std::string> words) {
  return {std::move(words), [&target] { return static_cast<std::size_t>(target); },
          [&target](std::size_t i) { target = static_cast<Enum>(i); }};
}

template <class T>
std::span<T> one(T& value) {
  return {&value, 1};
}

using List = std::vector<Parameter>;

void addGrid(GridSettings& s, List& list) {
  list.push_back(
      {"grid.cells", "grid", std::span<int>(s.cells), {.low = 1, .high = 1e6}, "", "cells along x, y, z; 2D: one along y"});
  list.push_back({"grid.length", "length", std::span<double>(s.length), positive, "H", "length of the channel along x and y"});
  list.push_back({"grid.ranks", "decomposition", std::span<int>(s.ranks), notNegative, "",
                  "ranks along x, y, z; 0 0 0: chosen for the least surface"});
}

void addFluid(FluidSettings& s, List& list) {
  list.push_back({"fluid.Re", "Re", one(s.Re), positive, "", "Reynolds number, rho V H / mu of the upper fluid"});
  list.push_back({"fluid.We", "We", one(s.We), positive, "", "Weber number, rho V^2 H / sigma; inf: no surface tension"});
  list.push_back({"fluid.gravity", "gravity", one(s.gravity), any, "V^2/H", "weight per mass, towards the lower plate"});
  list.push_back(
      {"fluid.density_ratio", "density_ratio", one(s.densityRatio), positive, "", "r, density of lower over upper fluid"});
  list.push_back({"fluid.viscosity_ratio", "viscosity_ratio", one(s.viscosityRatio), positive, "",
                  "m, viscosity of lower over upper fluid"});
}

void addInterface(InterfaceSettings& s, List& list) {
  list.push_back({"interface.method", "method", choice(s.method, {"level_set", "phase_field", "none"}), any, "",
                  "how the interface is carried; none: the upper fluid alone"});
  list.push_back(
      {"interface.smoothing",
       "smoothing",
       one(s.smoothing),
       {.low = 0, .high = 10},
       "cells",
       "half width over which density and viscosity go from one fluid to the other, at least 0.5; phase field, 0: as C does"});
  list.push_back({"interface.redistance_every", "redistance_every", one(s.redistanceEvery), notNegative, "steps",
                  "level set: steps from one look at the slope of phi to the next; 0: never"});
  list.push_back(
      {"interface.redistance_above", "redistance_above", one(s.redistanceAbove), notNegative, "",
       "level set: redistance if the deviation of the slope of phi from 1 exceeds it near the interface; 0: at every look"});
  list.push_back({"interface.redistance_sweeps",
                  "redistance_sweeps",
                  one(s.redistanceSweeps),
                  {.low = 1, .high = 1000},
                  "",
                  "level set: pseudo time steps of one redistancing"});
  list.push_back({"interface.cahn",
                  "cahn",
                  one(s.cahn),
                  {.low = 0, .high = 0.5},
                  "H",
                  "phase field: thickness Cn of the interface; 0: the largest grid spacing"});
  list.push_back({"interface.peclet", "peclet", one(s.peclet), notNegative, "",
                  "phase field: Peclet number; 0: 1 with a normal mobility, 1 / Cn otherwise"});
  list.push_back({"interface.mobility", "mobility", choice(s.mobility, {"constant", "degenerate", "normal"}), any, "",
                  "phase field: the same everywhere, in the interface alone, or in it and only across it"});
  list.push_back({"interface.contact_line", "contact_line", choice(s.contactLine, {"free", "angle"}), any, "",
                  "level set: at the plates straight on, for layers that do not touch them, or at the contact angles"});
  list.push_back({"interface.contact_angle_lower",
                  "contact_angle_lower",
                  one(s.contactAngleLower),
                  {.low = 1, .high = 179},
                  "degrees",
                  "angle at the lower plate, within the lower fluid"});
  list.push_back({"interface.contact_angle_upper",
                  "contact_angle_upper",
                  one(s.contactAngleUpper),
                  {.low = 1, .high = 179},
                  "degrees",
                  "the same at the upper plate"});
}

void addContactLine(ContactLineSettings& s, List& list) {
  list.push_back({"contact_line.law", "contact_law", choice(s.law, {"none", "constant", "cox"}), any, "",
                  "level set: angle at which the interface meets the plates, the static one, or Cox's by the speed of the line"});
  list.push_back({"contact_line.angle",
                  "contact_angle",
                  std::span<double>(s.angle),
                  {.low = 0, .high = 180},
                  "degrees",
                  "of a line at rest at z = 0 and z = 1, within the lower fluid"});
  list.push_back({"contact_line.microscopic_length", "microscopic_length", one(s.microscopicLength), positive, "H",
                  "cox: distance from the plate at which the angle is that of a line at rest"});
  list.push_back({"contact_line.slip_length", "slip_length", one(s.slipLength), notNegative, "H",
                  "Navier's slip length on no_slip plates, whatever the law"});
}

void addBoundary(BoundarySettings& s, List& list) {
  list.push_back({"boundary.x", "x", choice(s.x, {"periodic", "inlet_outlet"}), any, "", "the streamwise direction"});
  list.push_back({"boundary.driving", "driving", choice(s.driving, {"pressure_gradient", "flow_rate"}), any, "",
                  "what is kept: the mean pressure gradient, or the flow rate"});
  list.push_back({"boundary.pressure_gradient", "pressure_gradient", one(s.pressureGradient), any, "rho V^2/H",
                  "dp/dx of the base flow, and of the driving force in a periodic channel"});
  list.push_back({"boundary.flow_rate", "flow_rate", one(s.flowRate), any, "V", "driving flow_rate: mean of u over the channel"});
  list.push_back({"boundary.lower", "lower", choice(s.lower, {"no_slip", "free_slip", "open"}), any, "",
                  "the plate at z = 0; open: what evaporates makes room through it"});
  list.push_back({"boundary.upper", "upper", choice(s.upper, {"no_slip", "free_slip", "open"}), any, "", "the same at z = 1"});
  list.push_back({"boundary.lower_speed", "lower_speed", one(s.lowerSpeed), any, "V", "streamwise speed of the lower plate"});
  list.push_back({"boundary.upper_speed", "upper_speed", one(s.upperSpeed), any, "V", "streamwise speed of the upper plate"});
  list.push_back({"boundary.inlet", "inlet", choice(s.inlet, {"laminar", "perturbed", "turbulent"}), any, "",
                  "inlet_outlet: the two-layer profile, and waves, and random fluctuations"});
  list.push_back({"boundary.inlet_frequencies", "inlet_frequencies", &s.inletFrequencies, positive, "V/H",
                  "perturbed: angular frequencies of the waves"});
  list.push_back({"boundary.inlet_amplitudes", "inlet_amplitudes", &s.inletAmplitudes, any, "V", "perturbed: amplitude of each"});
  list.push_back({"boundary.inlet_intensity",
                  "inlet_intensity",
                  one(s.inletIntensity),
                  {.low = 0, .high = 1},
                  "",
                  "turbulent: rms of the fluctuations over the mean speed"});
  list.push_back({"boundary.outlet", "outlet", choice(s.outlet, {"convective", "neumann"}), any, "",
                  "inlet_outlet: the flow leaves with its mean speed, or without a gradient"});
}

void addTime(TimeSettings& s, List& list) {
  list.push_back({"time.dt", "dt", one(s.dt), notNegative, "H/V", "constant step; 0: chosen by cfl"});
  list.push_back({"time.cfl", "cfl", one(s.cfl), {.low = 0, .high = 1, .above = true}, "", "dt 0: largest Courant number"});
  list.push_back({"time.dt_max", "dt_max", one(s.dtMax), positive, "H/V", "dt 0: largest step"});
  list.push_back({"time.end", "end", one(s.end), positive, "H/V", "time at which the run ends"});
  list.push_back(
      {"time.steps", "steps", &s.steps, notNegative, "", "steps after which it ends, if that is earlier; 0: no such limit"});
}

void addInitial(InitialSettings& s, List& list) {
  list.push_back(
      {"initial.shape", "shape", choice(s.shape, {"flat", "wave", "modes", "drop", "bubble", "cap", "file"}), any, "",
       "the interface; drop: of the lower fluid in the upper one, bubble: of the upper one in the lower, cap: a drop on the "
       "lower plate"});
  list.push_back(
      {"initial.velocity", "velocity", choice(s.velocity, {"profile", "rest"}), any, "", "exact steady two-layer flow, or none"});
  list.push_back(
      {"initial.height", "height", one(s.height), {.low = 0, .high = 1, .above = true}, "H", "mean height of the interface"});
  list.push_back({"initial.amplitude",
                  "amplitude",
                  one(s.amplitude),
                  {.low = 0, .high = 1},
                  "H",
                  "wave: amplitude; modes: each of 64 waves has a ninth of it (TPLS: 0.02)"});
  list.push_back(
      {"initial.mode", "mode", std::span<int>(s.mode), {.low = 0, .high = 1e4}, "", "wave: number of waves along x and y"});
  list.push_back({"initial.phase", "phase", one(s.phase), any, "degrees", "wave: phase at x = y = 0"});
  list.push_back({"initial.seed", "seed", &s.seed, notNegative, "", "modes: makes the phases; the same on every machine"});
  list.push_back({"initial.centre", "centre", std::span<double>(s.centre), any, "H",
                  "drop, bubble: x, y, z of the centre; cap: of its base, z = 0"});
  list.push_back({"initial.radius", "radius", one(s.radius), positive, "H", "drop, bubble: radius; cap: of its base"});
  list.push_back(
      {"initial.angle", "initial_angle", one(s.angle), {.low = 1, .high = 179}, "degrees", "cap: at its base, within the drop"});
  list.push_back({"initial.file", "file", &s.file, any, "",
                  "file: what `eagre channel init` wrote, or a directory of TPLS's initial_*.dat"});
}

void addHeat(HeatSettings& s, List& list) {
  list.push_back({"heat.solve", "heat", &s.solve, any, "", "whether there is a temperature, T"});
  list.push_back({"heat.Pr", "Pr", one(s.Pr), positive, "", "Prandtl number, mu c / k of the upper fluid; Pe is Re Pr"});
  list.push_back({"heat.conductivity_ratio", "conductivity_ratio", one(s.conductivityRatio), positive, "",
                  "heat conductivity of lower over upper fluid"});
  list.push_back({"heat.heat_capacity_ratio", "heat_capacity_ratio", one(s.capacityRatio), positive, "",
                  "heat capacity per mass of lower over upper fluid"});
  list.push_back(
      {"heat.lower", "heat_lower", choice(s.lower, {"temperature", "flux"}), any, "", "what is given at the plate at z = 0"});
  list.push_back(
      {"heat.upper", "heat_upper", choice(s.upper, {"temperature", "flux"}), any, "", "what is given at the plate at z = 1"});
  list.push_back({"heat.lower_temperature", "lower_temperature", one(s.lowerTemperature), any, "dT", "of the lower plate"});
  list.push_back({"heat.upper_temperature", "upper_temperature", one(s.upperTemperature), any, "dT", "of the upper plate"});
  list.push_back({"heat.lower_flux", "lower_flux", one(s.lowerFlux), any, "k dT/H",
                  "heat into the channel through the lower plate, k of the upper fluid; 0: insulated"});
  list.push_back({"heat.upper_flux", "upper_flux", one(s.upperFlux), any, "k dT/H", "the same through the upper plate"});
  list.push_back({"heat.initial", "initial_heat", choice(s.initial, {"linear", "uniform", "phases", "file"}), any, "",
                  "T at the start: between the plates, everywhere, of each fluid, or from initial.file"});
  list.push_back({"heat.initial_temperature", "initial_temperature", std::span<double>(s.initialTemperature), any, "dT",
                  "linear: at z = 0 and z = 1; phases: of lower and upper fluid; uniform: the first"});
  list.push_back({"heat.Ma", "Ma", one(s.Ma), any, "",
                  "Marangoni number, -dsigma/dT dT H / (mu alpha) of the upper fluid; 0: constant surface tension"});
  list.push_back({"heat.reference_temperature", "reference_temperature", one(s.referenceTemperature), any, "dT",
                  "T at which the surface tension is that of We"});
}

void addEvaporation(EvaporationSettings& s, List& list) {
  list.push_back({"evaporation.solve", "evaporation", &s.solve, any, "", "whether one fluid is the vapour of the other one"});
  list.push_back(
      {"evaporation.Ste", "Ste", one(s.Ste), positive, "", "Stefan number, c dT / latent heat per mass, c of the upper fluid"});
  list.push_back({"evaporation.saturation_temperature", "saturation_temperature", one(s.saturationTemperature), any, "dT",
                  "of the interface"});
  list.push_back({"evaporation.vapour", "vapour", choice(s.vapour, {"lower", "upper"}), any, "", "which fluid is the vapour"});
}

void addSolver(SolverSettings& s, List& list) {
  list.push_back({"solver.pressure", "pressure", choice(s.pressure, {"multigrid", "fft", "petsc"}), any, "",
                  "solver of the pressure equation; fft, petsc: where they are built in"});
  list.push_back({"solver.petsc_options", "petsc_options", &s.petscOptions, any, "",
                  "petsc: options of its command line, but tolerance and iterations"});
  list.push_back({"solver.pressure_tolerance",
                  "pressure_tolerance",
                  one(s.pressureTolerance),
                  {.low = 1e-15, .high = 0.1},
                  "",
                  "residual over right-hand side"});
  list.push_back({"solver.momentum_tolerance",
                  "momentum_tolerance",
                  one(s.momentumTolerance),
                  {.low = 1e-15, .high = 0.1},
                  "",
                  "the same of the viscous terms"});
  list.push_back({"solver.phase_tolerance",
                  "phase_tolerance",
                  one(s.phaseTolerance),
                  {.low = 1e-15, .high = 0.1},
                  "",
                  "the same of the phase field"});
  list.push_back({"solver.heat_tolerance",
                  "heat_tolerance",
                  one(s.heatTolerance),
                  {.low = 1e-15, .high = 0.1},
                  "",
                  "the same of the conduction of heat"});
  list.push_back({"solver.max_iterations",
                  "max_iterations",
                  one(s.maxIterations),
                  {.low = 1, .high = 1e6},
                  "",
                  "iterations of a solver after which the run stops as failed"});
  list.push_back({"solver.krylov", "krylov", choice(s.krylov, {"PCG", "CGCG", "OFPiPePCG"}), any, "",
                  "conjugate gradients for the pressure: three reductions per iteration, one, one hidden (docs/krylov.md)"});
}

void addOutput(OutputSettings& s, List& list) {
  list.push_back({"output.directory", "directory", &s.directory, any, "", "where files go; empty: named after the toml file"});
  list.push_back({"output.fields_every", "fields_every", &s.fieldsEvery, notNegative, "steps", "fields; 0: at the end alone"});
  list.push_back(
      {"output.phi_every", "phi_every", &s.phiEvery, orCommon, "steps", "the interface, phi or C; -1: as fields_every"});
  list.push_back({"output.uvw_every", "uvw_every", &s.uvwEvery, orCommon, "steps", "u, v, w (text: and p); -1: as fields_every"});
  list.push_back({"output.p_every", "p_every", &s.pEvery, orCommon, "steps", "netcdf: p; -1: as fields_every"});
  list.push_back(
      {"output.T_every", "T_every", &s.temperatureEvery, orCommon, "steps", "T, and m of evaporation; -1: as fields_every"});
  list.push_back({"output.fields_interval", "fields_interval", one(s.fieldsInterval), notNegative, "H/V",
                  "fields, also after the first step beyond each multiple of this time; 0: never"});
  list.push_back({"output.phi_interval", "phi_interval", one(s.phiInterval), orCommon, "H/V",
                  "the same of phi or C; -1: as fields_interval"});
  list.push_back({"output.uvw_interval", "uvw_interval", one(s.uvwInterval), orCommon, "H/V",
                  "the same of u, v, w (text: and p); -1: as fields_interval"});
  list.push_back(
      {"output.p_interval", "p_interval", one(s.pInterval), orCommon, "H/V", "netcdf: the same of p; -1: as fields_interval"});
  list.push_back(
      {"output.T_interval", "T_interval", one(s.temperatureInterval), orCommon, "H/V", "the same of T; -1: as fields_interval"});
  list.push_back(
      {"output.restart_every", "restart_every", &s.restartEvery, notNegative, "steps", "restart files; 0: at the end alone"});
  list.push_back({"output.restart_interval", "restart_interval", one(s.restartInterval), notNegative, "H/V",
                  "restart files, also after the first step beyond each multiple of this time; 0: never"});
  list.push_back({"output.series_every", "series_every", &s.seriesEvery, notNegative, "steps", "lines of series.txt; 0: never"});
  list.push_back({"output.series_interval", "series_interval", one(s.seriesInterval), notNegative, "H/V",
                  "the same of lines of series.txt; 0: never"});
  list.push_back({"output.format", "format", choice(s.format, {"netcdf", "text", "both", "none"}), any, "",
                  "of fields; text is TPLS's; none: neither fields nor restart files"});
  list.push_back({"output.writer", "writer", choice(s.writer, {"direct", "netcdf"}), any, "",
                  "NetCDF files: chunks encoded and written by each rank, or NetCDF's collective calls, as TPLS has it"});
  list.push_back({"output.hints", "hints", &s.hints, any, "",
                  "MPI-IO's, `key value, key value`; striping that is not named is chosen by size"});
  list.push_back(
      {"output.one_file", "one_file", &s.oneFile, any, "", "netcdf: all variables of a step in one file, or one file each"});
  list.push_back({"output.single_precision", "single_precision", &s.singlePrecision, any, "",
                  "netcdf: 32 bits a number in fields (restart files: always 64)"});
  list.push_back({"output.deflate",
                  "deflate",
                  one(s.deflate),
                  {.low = 0, .high = 9},
                  "",
                  "netcdf: level of deflate in fields; 0: none (restart files: none)"});
}

}  // namespace

std::vector<Parameter> parameters(Settings& settings) {
  List list;
  addGrid(settings.grid, list);
  addFluid(settings.fluid, list);
  addInterface(settings.interface, list);
  addContactLine(settings.contactLine, list);
  addBoundary(settings.boundary, list);
  addTime(settings.time, list);
  addInitial(settings.initial, list);
  addHeat(settings.heat, list);
  addEvaporation(settings.evaporation, list);
  addSolver(settings.solver, list);
  addOutput(settings.output, list);
  return list;
}

}  // namespace eagre::channel
