// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "channel/parameters.hpp"
#include "channel/pressure_solver.hpp"
#include "channel/time_step.hpp"
#include "channel/two_layer_profile.hpp"
#include "grid/fft_poisson.hpp"

namespace eagre::channel {
namespace {

/// A limit in three digits that do not exceed it.
std::string atMost(double limit) { return fmt::format("at most {:.3g}", 0.995 * limit); }

/// A key that counts only if another one has a certain value.
struct Dependence {
  std::string key, controlledBy, values;
  bool holds = true;
};

/// Whether interface.contact_angle_* are those of an interface that touches a plate.
bool haveAngles(const Settings& s) {
  return s.interface.method == Method::phaseField ||
         (s.interface.method == Method::levelSet && s.interface.contactLine == ContactLine::angle);
}

bool hasLaw(const Settings& s) { return s.contactLine.law != ContactLaw::none; }

std::vector<Dependence> contactDependences(const Settings& s) {
  const bool cox = s.contactLine.law == ContactLaw::cox;
  const bool held = s.boundary.lower == Plate::noSlip || s.boundary.upper == Plate::noSlip;
  std::vector<Dependence> list{
      {"contact_line.law", "interface.method", "level_set", s.interface.method == Method::levelSet},
      {"contact_line.angle", "contact_line.law", "constant or cox", hasLaw(s)},
      {"contact_line.microscopic_length", "contact_line.law", "cox", cox},
      {"contact_line.slip_length", "boundary.lower or boundary.upper", "no_slip", held},
      {"interface.contact_line", "contact_line.law", "none", !hasLaw(s)},
      {"initial.angle", "initial.shape", "cap", s.initial.shape == Shape::cap},
  };
  for (const char* key : {"interface.contact_angle_lower", "interface.contact_angle_upper"})
    list.push_back({key, "interface.contact_line", "angle, or interface.method phase_field", haveAngles(s)});
  return list;
}

std::vector<Dependence> heatDependences(const Settings& s) {
  const HeatSettings& heat = s.heat;
  const bool two = s.interface.method != Method::none;
  std::vector<Dependence> list;
  for (const char* key :
       {"heat.Pr", "heat.conductivity_ratio", "heat.heat_capacity_ratio", "heat.lower", "heat.upper", "heat.lower_temperature",
        "heat.upper_temperature", "heat.lower_flux", "heat.upper_flux", "heat.initial", "heat.initial_temperature", "heat.Ma",
        "heat.reference_temperature", "solver.heat_tolerance", "output.T_every", "output.T_interval"})
    list.push_back({key, "heat.solve", "true", heat.solve});
  for (const char* key : {"heat.conductivity_ratio", "heat.heat_capacity_ratio", "heat.Ma"})
    list.push_back({key, "interface.method", "level_set or phase_field", two});
  list.push_back({"heat.lower_temperature", "heat.lower", "temperature", heat.lower == HeatPlate::temperature});
  list.push_back({"heat.upper_temperature", "heat.upper", "temperature", heat.upper == HeatPlate::temperature});
  list.push_back({"heat.lower_flux", "heat.lower", "flux", heat.lower == HeatPlate::flux});
  list.push_back({"heat.upper_flux", "heat.upper", "flux", heat.upper == HeatPlate::flux});
  list.push_back(
      {"heat.initial_temperature", "heat.initial", "linear, uniform or phases", heat.initial != InitialTemperature::file});
  list.push_back({"heat.reference_temperature", "heat.Ma", "not 0", heat.Ma != 0});
  return list;
}

std::vector<Dependence> evaporationDependences(const Settings& s) {
  std::vector<Dependence> list{{"evaporation.solve", "heat.solve", "true", s.heat.solve || !s.evaporation.solve}};
  for (const char* key : {"evaporation.Ste", "evaporation.saturation_temperature", "evaporation.vapour"})
    list.push_back({key, "evaporation.solve", "true", s.evaporation.solve});
  return list;
}

std::vector<Dependence> dependences(const Settings& s) {
  const Method method = s.interface.method;
  const Shape shape = s.initial.shape;
  const bool levelSet = method == Method::levelSet, phaseField = method == Method::phaseField;
  const bool throughflow = s.boundary.x == Streamwise::inletOutlet, sphere = shape == Shape::drop || shape == Shape::bubble;
  const bool files = s.output.format != FileFormat::none, netcdf = files && s.output.format != FileFormat::text;
  const std::string interfaceMethod = "interface.method", initialShape = "initial.shape";
  std::vector<Dependence> list{
      {"fluid.We", interfaceMethod, "level_set or phase_field", method != Method::none},
      {"fluid.density_ratio", interfaceMethod, "level_set or phase_field", method != Method::none},
      {"fluid.viscosity_ratio", interfaceMethod, "level_set or phase_field", method != Method::none},
      {"fluid.gravity", interfaceMethod, "level_set or phase_field", method != Method::none},
      {"initial.shape", interfaceMethod, "level_set or phase_field", method != Method::none},
      {"interface.smoothing", interfaceMethod, "level_set or phase_field", method != Method::none},
      {"interface.redistance_every", interfaceMethod, "level_set", levelSet},
      {"interface.redistance_above", interfaceMethod, "level_set", levelSet},
      {"interface.redistance_sweeps", interfaceMethod, "level_set", levelSet},
      {"boundary.pressure_gradient", "boundary.driving", "pressure_gradient", s.boundary.driving == Driving::pressureGradient},
      {"boundary.flow_rate", "boundary.driving", "flow_rate", s.boundary.driving == Driving::flowRate},
      {"boundary.lower_speed", "boundary.lower", "no_slip", s.boundary.lower == Plate::noSlip},
      {"boundary.upper_speed", "boundary.upper", "no_slip", s.boundary.upper == Plate::noSlip},
      {"boundary.inlet", "boundary.x", "inlet_outlet", throughflow},
      {"boundary.outlet", "boundary.x", "inlet_outlet", throughflow},
      {"time.cfl", "time.dt", "0", s.time.dt == 0},
      {"time.dt_max", "time.dt", "0", s.time.dt == 0},
      {"initial.amplitude", initialShape, "wave or modes", shape == Shape::wave || shape == Shape::modes},
      {"initial.mode", initialShape, "wave", shape == Shape::wave},
      {"initial.phase", initialShape, "wave", shape == Shape::wave},
      {"initial.seed", initialShape, "modes", shape == Shape::modes},
      {"initial.centre", initialShape, "drop, bubble or cap", sphere || shape == Shape::cap},
      {"initial.radius", initialShape, "drop, bubble or cap", sphere || shape == Shape::cap},
      {"initial.file", initialShape, "file", shape == Shape::file},
      {"solver.petsc_options", "solver.pressure", "petsc", s.solver.pressure == Pressure::petsc},
      {"solver.krylov", "solver.pressure", "multigrid", s.solver.pressure == Pressure::multigrid},
      {"output.one_file", "output.format", "netcdf or both", netcdf},
      {"output.single_precision", "output.format", "netcdf or both", netcdf},
      {"output.phi_every", interfaceMethod, "level_set or phase_field", method != Method::none},
      {"output.phi_interval", interfaceMethod, "level_set or phase_field", method != Method::none},
      {"output.p_every", "output.format", "netcdf or both", netcdf},
      {"output.p_interval", "output.format", "netcdf or both", netcdf},
  };
  for (const char* key : {"fields_every", "phi_every", "uvw_every", "fields_interval", "phi_interval", "uvw_interval",
                          "restart_every", "deflate", "writer", "hints"})
    list.push_back({fmt::format("output.{}", key), "output.format", "netcdf, text or both", files});
  for (const char* key : {"interface.cahn", "interface.peclet", "interface.mobility", "solver.phase_tolerance"})
    list.push_back({key, interfaceMethod, "phase_field", phaseField});
  list.push_back({"interface.contact_line", interfaceMethod, "level_set", levelSet});
  std::ranges::copy(contactDependences(s), std::back_inserter(list));
  std::ranges::copy(heatDependences(s), std::back_inserter(list));
  std::ranges::copy(evaporationDependences(s), std::back_inserter(list));
  const bool perturbed = throughflow && s.boundary.inlet == Inlet::perturbed;
  list.push_back({"boundary.inlet_frequencies", "boundary.inlet", "perturbed", perturbed});
  list.push_back({"boundary.inlet_amplitudes", "boundary.inlet", "perturbed", perturbed});
  list.push_back(
      {"boundary.inlet_intensity", "boundary.inlet", "turbulent", throughflow && s.boundary.inlet == Inlet::turbulent});
  return list;
}

/// Adds problems with the place of the key, if it was set.
class Checker {
 public:
  Checker(const Settings& settings, const Places& places, Problems& problems)
      : s_(settings), places_(places), problems_(problems) {}

  void effects() {
    for (const Dependence& d : dependences(s_)) {
      const auto set = places_.find(d.key), control = places_.find(d.controlledBy);
      const bool overridden = control != places_.end() && control->second.line == 0;
      if (!d.holds && set != places_.end() && !(overridden && set->second.line > 0))
        add(d.key, fmt::format("it has no effect unless {} is {}; leave it out", d.controlledBy, d.values));
    }
  }

  void grid() {
    const auto& n = s_.grid.cells;
    if (n[0] < 4 || n[2] < 4)
      add("grid.cells", fmt::format("{} x {} cells along x and z are too few; at least 4 are needed", n[0], n[2]));
    if (n[1] > 1 && n[1] < 4) add("grid.cells", fmt::format("{} cells along y; 1 makes it 2D, else at least 4 are needed", n[1]));
    const int zeros = static_cast<int>(std::count(s_.grid.ranks.begin(), s_.grid.ranks.end(), 0));
    if (zeros != 0 && zeros != 3) add("grid.ranks", "either all three numbers are 0, or none is");
    for (std::size_t d = 0; d < 3; ++d)
      if (s_.grid.ranks[d] > n[d])
        add("grid.ranks", fmt::format("{} ranks share {} cells along {}", s_.grid.ranks[d], n[d], "xyz"[d]));
  }

  void flow() {
    const BoundarySettings& b = s_.boundary;
    if (s_.initial.velocity == Velocity::profile && !TwoLayerProfile::exists(s_))
      add("boundary.driving",
          "two free_slip plates do not hold a driven flow, so that there is no steady profile; set "
          "pressure_gradient = 0, or one plate to no_slip");
    if (b.inletFrequencies.size() != b.inletAmplitudes.size())
      add("boundary.inlet_amplitudes",
          fmt::format("{} amplitudes for {} inlet_frequencies", b.inletAmplitudes.size(), b.inletFrequencies.size()));
    if (b.x == Streamwise::inletOutlet && b.inlet == Inlet::perturbed && b.inletFrequencies.empty())
      add("boundary.inlet", "perturbed needs inlet_frequencies and inlet_amplitudes");
    if (const Shape shape = s_.initial.shape;
        b.x == Streamwise::inletOutlet && (shape == Shape::drop || shape == Shape::bubble || shape == Shape::cap))
      add("boundary.x", "an inlet brings layers, which drop, bubble and cap are not; set x = \"periodic\"");
  }

  void interface() {
    if (s_.interface.method == Method::levelSet && s_.interface.smoothing < 0.5)
      add("interface.smoothing", "a level set needs at least 0.5; 0 is for a phase field, whose properties then go as C does");
  }

  void contactLine() {
    const ContactLineSettings& c = s_.contactLine;
    if (s_.evaporation.solve && (hasLaw(s_) || c.slipLength != 0))
      add(hasLaw(s_) ? "contact_line.law" : "contact_line.slip_length",
          "it is not there yet with evaporation; interface.contact_line = \"angle\" has a constant angle");
    if (c.law == ContactLaw::constant && (std::ranges::min(c.angle) < 1 || std::ranges::max(c.angle) > 179))
      add("contact_line.angle", "an angle that is kept is at least 1 and at most 179 degrees");
    if (c.law == ContactLaw::cox) cox();
  }

  void heat() {
    const HeatSettings& h = s_.heat;
    if (!h.solve) return;
    if (s_.output.format == FileFormat::text) add("output.format", "text has no temperature; heat.solve needs netcdf or both");
    if (h.initial == InitialTemperature::file && s_.initial.shape != Shape::file)
      add("heat.initial", "file needs initial.shape = \"file\"");
    if (h.initial == InitialTemperature::phases && s_.interface.method == Method::none)
      add("heat.initial", "phases needs an interface; with interface.method = \"none\" there is one fluid");
    if (h.Ma != 0 && std::isinf(s_.fluid.We))
      add("heat.Ma", "there is no surface tension that could change with temperature; set fluid.We");
    else
      tension();
  }

  void evaporation() {
    openPlates();
    if (!s_.evaporation.solve) return;
    const double r = s_.fluid.densityRatio;
    if (s_.interface.method != Method::levelSet)
      add("evaporation.solve", "only a level set has an interface that evaporates; set interface.method = \"level_set\"");
    if (s_.boundary.x != Streamwise::periodic)
      add("evaporation.solve",
          "it is not there yet with an inlet and an outlet; set boundary.x = \"periodic\" and an open plate");
    if (r != 1 && s_.boundary.lower != Plate::open && s_.boundary.upper != Plate::open)
      add("evaporation.solve",
          "the channel is closed, and vapour needs more room than its liquid; set one of boundary.lower and boundary.upper to "
          "\"open\", or density_ratio = 1");
    const bool upper = s_.evaporation.vapour == Vapour::upper;
    if (upper ? r < 1 : r > 1)
      add("evaporation.vapour",
          fmt::format("with density_ratio = {:g} {} is the heavier fluid, which is the liquid", r, upper ? "upper" : "lower"));
    if (s_.heat.Ma != 0)
      add("heat.Ma", "it has no effect with evaporation: the interface has the saturation temperature everywhere");
  }

  /// What this program has been built without.
  void solver() {
    const Pressure p = s_.solver.pressure;
    if (p == Pressure::petsc && !petscIsBuiltIn())
      add("solver.pressure", "this program is built without PETSc (Debian's petsc-dev, then make build PETSC=ON)");
    if (p == Pressure::fft && !grid::fftIsBuiltIn())
      add("solver.pressure", "this program is built without FFTW (Debian's libfftw3-dev, then make build FFTW=ON)");
  }

  void shape() {
    const InitialSettings& s = s_.initial;
    if (s_.interface.method == Method::none) return;
    if (s.height >= 1) add("initial.height", fmt::format("{} leaves no room for the upper fluid; it is below 1", s.height));
    if (s.shape == Shape::wave) wave();
    if (s.shape == Shape::drop || s.shape == Shape::bubble) sphere();
    if (s.shape == Shape::cap) cap();
    if (s.shape == Shape::file && s.file.empty()) add("initial.shape", "file needs the key initial.file");
  }

  void wave() {
    const InitialSettings& s = s_.initial;
    if (s.height - s.amplitude <= 0 || s.height + s.amplitude >= 1)
      add("initial.amplitude", fmt::format("a wave of {} at height {} touches a plate", s.amplitude, s.height));
    if (s.mode[0] == 0 && s.mode[1] == 0) add("initial.mode", "0, 0 is no wave; shape = \"flat\" says so");
    if (s_.is2D() && s.mode[1] != 0) add("initial.mode", "in 2D there are no waves along y");
    if (4 * s.mode[0] > s_.grid.cells[0] || 4 * s.mode[1] > std::max(4, s_.grid.cells[1]))
      add("initial.mode", "a wave has less than 4 cells");
  }

  void time() {
    const auto h = s_.spacing();
    const double dt = s_.time.dt, least = std::min({h[0], s_.is2D() ? h[0] : h[1], h[2]});
    if (dt == 0) return;
    if (dt > s_.time.end) add("time.dt", fmt::format("{} is longer than the run, which ends at {}", dt, s_.time.end));
    if (s_.initial.velocity == Velocity::profile && TwoLayerProfile::exists(s_)) {
      const double u = TwoLayerProfile(s_).largestSpeed();
      if (dt * u > imaginaryLimit * h[0])
        add("time.dt", fmt::format("{} is unstable: the flow of speed {:.4g} crosses {:.3g} cells in a step; {}", dt, u,
                                   dt * u / h[0], atMost(imaginaryLimit * h[0] / u)));
    }
    if (s_.interface.method == Method::none) return;
    if (const double limit = shortestWaveStep(s_.fluid, least); dt > limit)
      add("time.dt",
          fmt::format("{} is unstable: the shortest capillary waves and gravity waves of the grid need {}", dt, atMost(limit)));
    if (const double limit = explicitViscousStep(s_.fluid, least); dt > limit)
      add("time.dt", fmt::format("{} is unstable: the jump of viscosity, of which a part is explicit, needs {}; 0 chooses a step",
                                 dt, atMost(limit)));
  }

 private:
  void cox() {
    const ContactLineSettings& c = s_.contactLine;
    if (s_.boundary.lower != Plate::noSlip && s_.boundary.upper != Plate::noSlip)
      add("contact_line.law",
          "cox is of a fluid that a plate holds; set one of boundary.lower and boundary.upper to \"no_slip\"");
    if (std::isinf(s_.fluid.We)) add("contact_line.law", "cox needs a surface tension; set fluid.We");
    if (s_.heat.Ma != 0)
      add("contact_line.law", "cox is not there yet with a surface tension that depends on temperature (heat.Ma)");
    const double resolved = std::max(s_.spacing()[2] / 2, c.slipLength);
    if (!(c.microscopicLength < resolved))
      add("contact_line.microscopic_length",
          fmt::format("{:g} is not below {:g}, what the grid resolves (half a cell, or the slip length): the angle is that of a "
                      "line at rest; law = \"constant\" says so",
                      c.microscopicLength, resolved));
  }

  void openPlates() {
    const BoundarySettings& b = s_.boundary;
    if (b.lower == Plate::open && b.upper == Plate::open)
      add("boundary.lower", "one plate alone can be open: it is not known how much leaves through which one");
    if (s_.evaporation.solve && s_.fluid.densityRatio != 1) return;
    for (const auto& [key, plate] : {std::pair("boundary.lower", b.lower), std::pair("boundary.upper", b.upper)})
      if (plate == Plate::open)
        add(key,
            "nothing flows through an open plate unless evaporation.solve is true and the densities differ; free_slip says so");
  }

  /// Surface tension has to be positive at the temperatures that are given.
  void tension() {
    const HeatSettings& h = s_.heat;
    const double slope = s_.fluid.We * h.tensionSlope(s_.fluid.Re);
    std::vector<double> given;
    if (h.lower == HeatPlate::temperature) given.push_back(h.lowerTemperature);
    if (h.upper == HeatPlate::temperature) given.push_back(h.upperTemperature);
    if (h.initial != InitialTemperature::file) given.push_back(h.initialTemperature[0]);
    if (h.initial == InitialTemperature::linear || h.initial == InitialTemperature::phases)
      given.push_back(h.initialTemperature[1]);
    for (const double T : given)
      if (const double part = 1 - slope * (T - h.referenceTemperature); h.Ma != 0 && !(part > 0))
        return add("heat.Ma",
                   fmt::format("the surface tension at T = {:g} is {:.3g} of that at T = {:g}; a smaller Ma, a smaller "
                               "We or another heat.reference_temperature is needed",
                               T, part, h.referenceTemperature));
  }

  void sphere() {
    const InitialSettings& s = s_.initial;
    if (!touches() && (s.centre[2] - s.radius <= 0 || s.centre[2] + s.radius >= 1))
      add("initial.radius", fmt::format("a radius of {} around z = {} touches a plate, for which contact_line.law or "
                                        "interface.contact_line = \"angle\" is needed",
                                        s.radius, s.centre[2]));
    if (s.centre[2] + s.radius <= 0 || s.centre[2] - s.radius >= 1)
      add("initial.centre", fmt::format("z = {} is too far outside of the channel for a radius of {}", s.centre[2], s.radius));
    inPlane(s.radius);
  }

  void cap() {
    const InitialSettings& s = s_.initial;
    constexpr double radians = std::numbers::pi / 180;
    if (!touches())
      add("initial.shape", "cap touches a plate, for which contact_line.law or interface.contact_line = \"angle\" is needed");
    if (s.centre[2] != 0) add("initial.centre", fmt::format("z = {}: a cap is on the lower plate, at 0", s.centre[2]));
    if (const double height = s.radius * std::tan(s.angle * radians / 2); height >= 1)
      add("initial.radius",
          fmt::format("a cap with this base and this angle is {:.3g} high and touches the upper plate", height));
    inPlane(s.angle > 90 ? s.radius / std::sin(s.angle * radians) : s.radius);
  }

  /// Whether an interface may meet a plate.
  bool touches() const { return haveAngles(s_) || hasLaw(s_); }

  /// Of a drop, a bubble or a cap.
  void inPlane(double radius) {
    const InitialSettings& s = s_.initial;
    for (std::size_t d = 0; d < (s_.is2D() ? 1 : 2); ++d) {
      if (s.centre[d] < 0 || s.centre[d] > s_.grid.length[d])
        add("initial.centre",
            fmt::format("{} = {} is outside of the channel, which is {} long", "xy"[d], s.centre[d], s_.grid.length[d]));
      if (2 * radius >= s_.grid.length[d])
        add("initial.radius",
            fmt::format("a radius of {} does not fit the length {} along {}", radius, s_.grid.length[d], "xy"[d]));
    }
  }

  void add(const std::string& key, const std::string& message) {
    const auto set = places_.find(key);
    problems_.add(set == places_.end() ? Place{} : set->second, fmt::format("{}: {}", key, message));
  }

  const Settings& s_;
  const Places& places_;
  Problems& problems_;
};

}  // namespace

std::optional<std::string> whatGivesEffect(const std::string& key, const Settings& settings) {
  for (const Dependence& d : dependences(settings))
    if (d.key == key && !d.holds) return fmt::format("{} = {}", d.controlledBy, d.values);
  return std::nullopt;
}

void check(const Settings& settings, const Places& places, Problems& problems) {
  Checker checker(settings, places, problems);
  checker.effects();
  checker.grid();
  checker.interface();
  checker.contactLine();
  checker.flow();
  checker.heat();
  checker.evaporation();
  checker.solver();
  checker.shape();
  checker.time();
}

}  // namespace eagre::channel
