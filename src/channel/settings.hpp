// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "grid/poisson.hpp"

/// Two-layer flow in a channel: direct numerical simulation on a structured staggered grid.
namespace eagre::channel {

/// How the interface is carried. none: one phase everywhere, the upper one, and no interface.
enum class Method { levelSet, phaseField, none };
/// The streamwise direction: periodic, or from an inlet at x = 0 to an outlet at x = Lx.
enum class Streamwise { periodic, inletOutlet };
/// What drives a periodic channel: a constant mean pressure gradient, or the gradient that keeps the flow rate.
enum class Driving { pressureGradient, flowRate };
/// A plate at z = 0 or z = 1. noSlip: moves with the speed given; freeSlip: no shear; open: no shear, and what a change of phase
/// adds to the volume leaves through it evenly.
enum class Plate { noSlip, freeSlip, open };
/// laminar: the two-layer profile. perturbed: and waves of several frequencies. turbulent: and random fluctuations.
enum class Inlet { laminar, perturbed, turbulent };
enum class Outlet { convective, neumann };
/// Mobility of the phase field: constant, or degenerate, C (1 - C) times 4, which is 1 on the interface and 0 in the phases; or
/// that across the interface alone and none along it.
enum class Mobility { constant, degenerate, normal };
/// A level set at the plates. free: straight on, for layers that do not touch them; angle: at the contact angles.
enum class ContactLine { free, angle };
/// The contact angle of a level set (ContactLineSettings). constant: the static one; cox: by the speed of the contact line.
enum class ContactLaw { none, constant, cox };
/// Shape of the interface at the start.
enum class Shape {
  flat,    ///< z = height
  wave,    ///< z = height + amplitude cos(2 pi (mode_x x / Lx + mode_y y / Ly) + phase)
  modes,   ///< z = height + sum of 8 x 8 waves with random phases, as TPLS 2.0 has it
  drop,    ///< a sphere (2D: a circle) of the lower fluid around centre with radius, upper fluid outside
  bubble,  ///< a sphere (2D: a circle) of the upper fluid around centre with radius, lower fluid outside
  cap,     ///< a drop on the lower plate: a spherical cap (2D: a circular one) of the lower fluid, upper fluid outside
  file     ///< read from a file
};
/// Velocity at the start. profile: exact steady two-layer flow for the driving and the plates (see TwoLayerProfile).
enum class Velocity { profile, rest };
/// What is given at a plate of the temperature: itself, or the heat flux into the channel.
enum class HeatPlate { temperature, flux };
/// Temperature at the start: linear from the lower to the upper plate, uniform, of each fluid its own, or read from initial.file.
enum class InitialTemperature { linear, uniform, phases, file };
/// Which of the fluids is the vapour of the other one.
enum class Vapour { lower, upper };
/// multigrid: conjugate gradients with multigrid. fft: a direct solver where density is uniform, and elsewhere one for the
/// lighter fluid's, with the difference taken from the pressure extrapolated (Flow). petsc: PETSc's solvers.
enum class Pressure { multigrid, fft, petsc };
/// none: neither fields nor restart files, of runs that are to be timed.
enum class FileFormat { netcdf, text, both, none };
/// How ranks write a NetCDF file. direct: each rank encodes chunks and writes them at their places; netcdf: all together through
/// NetCDF's collective calls, as TPLS 2.0 does.
enum class FileWriter { direct, netcdf };

/// Lengths are in channel heights: z, normal to the plates, from 0 to 1; x streamwise, y spanwise (2D: one cell).
struct GridSettings {
  std::array<int, 3> cells{128, 1, 64};       ///< nx, ny, nz
  std::array<double, 2> length{2, 0.015625};  ///< Lx, Ly
  std::array<int, 3> ranks{0, 0, 0};          ///< ranks in each direction; 0: chosen for the least surface
};

/// Equations (1a) to (1c) of Bethune et al. (2015): lengths in channel heights, velocities in a velocity V of the user's choice,
/// properties in those of the *upper* fluid (phi > 0):
///   rho = r (1 - H(phi)) + H(phi),   mu = [m (1 - H(phi)) + H(phi)] / Re,
/// so the lower fluid (phi < 0) has density r and viscosity m / Re. Surface tension is 1 / We, weight -G rho e_z.
struct FluidSettings {
  double Re = 100;                                      ///< rho V H / mu of the upper fluid
  double We = std::numeric_limits<double>::infinity();  ///< rho V^2 H / sigma; inf: no surface tension
  double gravity = 0;                                   ///< G = g H / V^2, downwards if positive
  double densityRatio = 1;                              ///< r = rho_lower / rho_upper
  double viscosityRatio = 1;                            ///< m = mu_lower / mu_upper
};

struct InterfaceSettings {
  Method method = Method::levelSet;
  /// Half width of H in cells (largest spacing); of a level set's surface force, 1 at most. Phase field: 0 is C itself.
  double smoothing = 1.5;
  int redistanceEvery = 1;  ///< level set: steps from one look at |grad phi| to the next; 0: never
  /// level set: redistance where ||grad phi| - 1| exceeds it near the interface; 0: at every look. Each redistancing moves the
  /// interface a little: an interface at rest is left alone. Where phi is no distance the smoothed viscosity lies wrong.
  double redistanceAbove = 0.003;
  int redistanceSweeps = 5;  ///< level set: pseudo time steps of a redistancing
  double cahn = 0;           ///< phase field: Cn, interface thickness in channel heights; 0: the largest grid spacing
  double peclet = 0;         ///< phase field: Pe; 0: 1 with a normal mobility, 1 / Cn otherwise
  Mobility mobility = Mobility::normal;
  ContactLine contactLine = ContactLine::free;  ///< level set; a phase field always has the contact angles
  double contactAngleLower = 90;                ///< angle within the lower fluid at z = 0, degrees
  double contactAngleUpper = 90;                ///< the same at z = 1
};

/// The contact line (ContactAngle), where an interface meets a plate.
struct ContactLineSettings {
  ContactLaw law = ContactLaw::none;
  std::array<double, 2> angle{90, 90};  ///< of a contact line at rest at z = 0 and z = 1, within the lower fluid, degrees
  double microscopicLength = 1e-6;      ///< cox: distance from the plate at which the angle is that one [H]
  double slipLength = 0;                ///< Navier's, on noSlip plates [H]
};

struct BoundarySettings {
  Streamwise x = Streamwise::periodic;
  Driving driving = Driving::pressureGradient;
  double pressureGradient = -1;  ///< dp/dx of the base flow; with a periodic x also the force -dp/dx on the fluids
  double flowRate = 0;           ///< driving flowRate: mean of u over the channel
  Plate lower = Plate::noSlip, upper = Plate::noSlip;
  double lowerSpeed = 0, upperSpeed = 0;  ///< streamwise speed of a noSlip plate
  Inlet inlet = Inlet::laminar;
  std::vector<double> inletFrequencies;  ///< perturbed: angular frequencies
  std::vector<double> inletAmplitudes;   ///< perturbed: amplitude of w of each at the interface, in velocity units
  double inletIntensity = 0;             ///< turbulent: rms of the fluctuations, in mean inlet speeds
  Outlet outlet = Outlet::convective;
};

struct TimeSettings {
  double dt = 0;      ///< constant step; 0: controlled by cfl
  double cfl = 0.25;  ///< dt = 0: largest Courant number, which bounds the capillary and gravity waves as well
  double dtMax = std::numeric_limits<double>::infinity();
  double end = 1;          ///< end of the run
  std::int64_t steps = 0;  ///< > 0: stop after so many steps in all, if that is before end
};

struct InitialSettings {
  Shape shape = Shape::flat;
  Velocity velocity = Velocity::profile;
  double height = 0.5;                              ///< mean height of the interface; of the base flow, too
  double amplitude = 0.01;                          ///< wave: amplitude; modes: sum of the amplitudes is 64/9 of it (TPLS: 0.02)
  std::array<int, 2> mode{1, 0};                    ///< wave: number of waves along x and y
  double phase = 0;                                 ///< wave: degrees
  std::int64_t seed = 1;                            ///< modes: of the phases
  std::array<double, 3> centre{1, 0.0078125, 0.5};  ///< drop, bubble; cap: of its base
  double radius = 0.25;                             ///< drop, bubble; cap: of its base
  double angle = 90;                                ///< cap: at its base, within it, degrees
  std::string file;  ///< file: NetCDF with phi (and u, v, w, p), or a directory with TPLS's initial_*.dat
};

/// Heat beside the flow (Heat). Temperatures are in a difference dT of the user's choice over any zero, conductivity and heat
/// capacity in those of the upper fluid, the Peclet number is Re Pr.
struct HeatSettings {
  bool solve = false;
  double Pr = 1;                 ///< Prandtl number mu c / k of the upper fluid
  double conductivityRatio = 1;  ///< k_lower / k_upper
  double capacityRatio = 1;      ///< c_lower / c_upper, per mass
  HeatPlate lower = HeatPlate::temperature, upper = HeatPlate::temperature;
  double lowerTemperature = 1, upperTemperature = 0;  ///< of plates with a temperature [dT]
  double lowerFlux = 0, upperFlux = 0;                ///< into the channel, of plates with a flux [k_upper dT / H]
  InitialTemperature initial = InitialTemperature::linear;
  /// linear: at z = 0 and z = 1; phases: of the lower and of the upper fluid; uniform: the first.
  std::array<double, 2> initialTemperature{1, 0};
  double Ma = 0;                    ///< Marangoni number (-dsigma/dT) dT H / (mu alpha) of the upper fluid; 0: none
  double referenceTemperature = 0;  ///< at which the surface tension is that of We [dT]

  double peclet(double Re) const { return Re * Pr; }
  /// -dsigma/dT [rho V^2 H / dT].
  double tensionSlope(double Re) const { return Ma / (Re * peclet(Re)); }
};

/// Evaporation and condensation at the interface, which is at the saturation temperature (Evaporation).
struct EvaporationSettings {
  bool solve = false;
  double Ste = 1;                    ///< Stefan number c dT / h_lv, c of the upper fluid, h_lv the latent heat per mass
  double saturationTemperature = 0;  ///< [dT]
  Vapour vapour = Vapour::upper;
};

struct SolverSettings {
  Pressure pressure = Pressure::multigrid;
  std::string petscOptions = "-ksp_type gmres -pc_type bjacobi";  ///< petsc: as on its command line; the default is TPLS 2.0's
  double pressureTolerance = 1e-5;                                ///< residual over right-hand side, 2-norms
  double momentumTolerance = 1e-6;
  double phaseTolerance = 1e-4;  ///< Cahn-Hilliard
  double heatTolerance = 1e-8;
  int maxIterations = 1000;
  grid::Krylov krylov = grid::Krylov::cgcg;  ///< of the pressure
};

/// Frequencies are in steps (every) and in time units (interval); 0 is never. The first and the last state are always written.
/// Those of phi (or C), of u, v, w, and of p are those of all fields if they are negative.
struct OutputSettings {
  std::string directory;  ///< where the files go; empty: the name of the toml without .toml
  std::int64_t fieldsEvery = 0, phiEvery = -1, uvwEvery = -1, pEvery = -1, temperatureEvery = -1;
  double fieldsInterval = 0, phiInterval = -1, uvwInterval = -1, pInterval = -1, temperatureInterval = -1;
  std::int64_t restartEvery = 0, seriesEvery = 1;
  double restartInterval = 0, seriesInterval = 0;
  FileFormat format = FileFormat::netcdf;
  FileWriter writer = FileWriter::direct;
  std::string hints;            ///< MPI-IO's: "key value, key value"; those that are not named are chosen by size
  bool oneFile = true;          ///< all variables of a time in one file; false: one file a variable
  bool singlePrecision = true;  ///< of fields; restart files are in double precision
  int deflate = 1;              ///< zlib's level of fields, 0 to 9; restart files are not compressed
};

/// Everything that a toml file or a command line says of a channel; plain numbers, checked by `problems` (parameters.hpp).
struct Settings {
  GridSettings grid;
  FluidSettings fluid;
  InterfaceSettings interface;
  ContactLineSettings contactLine;
  BoundarySettings boundary;
  TimeSettings time;
  InitialSettings initial;
  HeatSettings heat;
  EvaporationSettings evaporation;
  SolverSettings solver;
  OutputSettings output;

  std::array<double, 3> spacing() const {
    return {grid.length[0] / grid.cells[0], grid.length[1] / grid.cells[1], 1.0 / grid.cells[2]};
  }
  bool is2D() const { return grid.cells[1] == 1; }
};

}  // namespace eagre::channel
