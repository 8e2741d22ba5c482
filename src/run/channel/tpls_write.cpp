// SPDX-License-Identifier: BSD-3-Clause
#include "run/channel/tpls_write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "channel/heaviside.hpp"
#include "channel/initial_condition.hpp"
#include "channel/parameters.hpp"
#include "output/file_sink.hpp"
#include "output/netcdf/netcdf.hpp"
#include "output/tpls_text.hpp"
#include "run/channel/channel_files.hpp"

namespace eagre::run {
namespace fs = std::filesystem;
namespace tpls = output::tpls;
using channel::Settings;

namespace {

Settings settingsOf(const fs::path& file) {
  output::netcdf::Reader reader(file, comm::Communicator::self());
  const auto text = reader.text("", "settings");
  if (!text)
    throw Error(fmt::format("{}: it has no settings; convert what `eagre channel init` wrote", file.string()), ExitCode::badCase);
  Settings settings;
  Problems problems;
  channel::apply(config::parseToml(*text, file.string(), problems), settings, problems);
  problems.throwIfAny(fmt::format("{}: its settings cannot be read:", file.string()));
  return settings;
}

/// Each setting that TPLS 2.0 does not have.
void refuseOthers(const Settings& s, const std::string& file) {
  Problems problems;
  const auto need = [&](bool holds, const char* what) {
    if (!holds) problems.add(Place{file, 0}, what);
  };
  const auto h = s.spacing();
  need(std::abs(h[0] - h[2]) < 1e-9 && std::abs(h[1] - h[2]) < 1e-9, "grid.length: TPLS has cubic cells");
  need(s.fluid.densityRatio == 1, "fluid.density_ratio: TPLS has 1");
  need(!s.heat.solve, "heat.solve: TPLS has no temperature");
  need(s.fluid.gravity == 0, "fluid.gravity: TPLS has none");
  need(s.interface.method != channel::Method::none, "interface.method: TPLS has level_set and phase_field");
  need(s.interface.method != channel::Method::phaseField || s.interface.mobility == channel::Mobility::degenerate,
       "interface.mobility: TPLS has the degenerate one");
  need(s.interface.contactAngleLower == 90 && s.interface.contactAngleUpper == 90, "interface.contact_angle_*: TPLS has none");
  need(s.contactLine.law == channel::ContactLaw::none, "contact_line.law: TPLS has none");
  need(s.contactLine.slipLength == 0, "contact_line.slip_length: TPLS has 0");
  need(s.boundary.x == channel::Streamwise::inletOutlet, "boundary.x: TPLS has inlet_outlet");
  need(s.boundary.inlet == channel::Inlet::laminar, "boundary.inlet: TPLS has the laminar one");
  need(s.boundary.lower == channel::Plate::noSlip && s.boundary.upper == channel::Plate::noSlip && s.boundary.lowerSpeed == 0 &&
           s.boundary.upperSpeed == 0,
       "boundary.lower, boundary.upper: TPLS has plates at rest without slip");
  need(s.time.dt > 0, "time.dt: TPLS has a constant step");
  problems.throwIfAny(fmt::format("{} is nothing for TPLS 2.0:", file));
}

/// Half width in cells of TPLS's H, which a phase field has too, there.
double width(const Settings& s) { return s.interface.smoothing > 0 ? s.interface.smoothing : 1.5; }

/// The fields by TPLS's indices, ghosts included (docs/channel.md).
class TplsFields {
 public:
  TplsFields(const Settings& settings, channel::InitialCondition& fields)
      : s_(settings),
        f_(fields),
        nx_(settings.grid.cells[0]),
        ny_(settings.grid.cells[1]),
        nz_(settings.grid.cells[2]),
        h_(1.0 / settings.grid.cells[2]) {}

  /// Straight on beyond the plates, flat before the inlet, no gradient behind the outlet.
  double distance(int i, int j, int k) const {
    if (k == 0) return 2 * distance(i, j, 1) - distance(i, j, 2);
    if (k == nz_ + 1) return 2 * distance(i, j, nz_) - distance(i, j, nz_ - 1);
    return i == 0 ? (k - 0.5) * h_ - s_.initial.height : f_.phi(std::min(i - 1, nx_ - 1), aside(j - 1), k - 1);
  }
  double phi(int i, int j, int k) const {
    if (s_.interface.method == channel::Method::levelSet) return distance(i, j, k);
    return 0.5 + 0.5 * std::tanh(distance(i, j, std::clamp(k, 1, nz_)) / (2 * std::numbers::sqrt2 * cahn()));
  }
  double u(int i, int j, int k) const { return f_.u(std::min(i, nx_), aside(j), k); }
  double v(int i, int j, int k) const { return f_.v(std::clamp(i - 1, 0, nx_ - 1), aside(j), k); }
  double w(int i, int j, int k) const { return f_.w(std::clamp(i - 1, 0, nx_ - 1), aside(j), k); }
  /// Straight on beyond inlet and outlet, without gradient at the plates.
  double p(int i, int j, int k) const {
    if (i == 0) return 2 * p(1, j, k) - p(2, j, k);
    if (i == nx_ + 1) return 2 * p(nx_, j, k) - p(nx_ - 1, j, k);
    return f_.p(i - 1, aside(j - 1), std::clamp(k - 1, 0, nz_ - 1));
  }
  double viscosity(int i, int j, int k) const {
    const double H = channel::heaviside(distance(i, j, k), width(s_) * h_);
    return (H + s_.fluid.viscosityRatio * (1 - H)) / s_.fluid.Re;
  }

  double cahn() const { return s_.interface.cahn > 0 ? s_.interface.cahn : h_; }
  double peclet() const { return s_.interface.peclet > 0 ? s_.interface.peclet : 1 / cahn(); }

  /// An array with indices 0 to maxl, 0 to maxm, 0 to maxn - less.
  template <class F>
  void write(const fs::path& file, const char* what, int less, F&& value) const {
    tpls::Array array{.title = fmt::format(" DATA: Initial {}", what),
                      .first = {0, 0, 0},
                      .last = {nx_ + 1, ny_ + 1, nz_ + 1 - less},
                      .values = {}};
    for (int k = 0; k <= array.last[2]; ++k)
      for (int j = 0; j <= array.last[1]; ++j)
        for (int i = 0; i <= array.last[0]; ++i) array.values.push_back(value(i, j, k));
    array.write(file);
  }

 private:
  int aside(int j) const { return (j + ny_) % ny_; }  ///< y is periodic

  const Settings& s_;
  channel::InitialCondition& f_;
  int nx_, ny_, nz_;
  double h_;
};

std::string flowOptions(const Settings& s, const TplsFields& fields) {
  const double h = 1.0 / s.grid.cells[2];
  std::string text = "# TPLS initial conditions\n# written by Eagre\n";
  const auto add = [&](const char* key, const auto& value) { text += fmt::format("{} {}\n", key, value); };
  add("maxl", s.grid.cells[0] + 1), add("maxm", s.grid.cells[1] + 1), add("maxn", s.grid.cells[2] + 1);
  add("re", s.fluid.Re), add("dpdl", s.boundary.pressureGradient);
  add("mu_plus", 1.0), add("mu_minus", s.fluid.viscosityRatio);
  add("height", s.initial.height), add("scap", 1 / s.fluid.We), add("omega_max", 0.0);
  add("smooth_width", width(s) * h);
  add("dx", h), add("dy", h), add("dz", h), add("dt", s.time.dt);
  const bool levelSet = s.interface.method == channel::Method::levelSet;
  add("idm", levelSet ? "lsm" : "dim");
  // There: C_t = 1/(pe epn) div(C (1 - C) grad mu); here: C_t = 1/Pe div(4 C (1 - C) grad mu).
  if (!levelSet) add("pe", fields.peclet() / (4 * fields.cahn())), add("epn", fields.cahn());
  return text;
}

/// Sweeps and limits are those that TPLS comes with. Of two formats one: with both TPLS hangs at its second output.
std::string runOptions(const Settings& s) {
  const std::int64_t steps = s.time.steps > 0            ? s.time.steps
                             : std::isfinite(s.time.end) ? std::llround(s.time.end / s.time.dt)
                                                         : 1;
  const auto every = [&](std::int64_t n) { return n > 0 ? n : steps; };
  const auto fieldsEvery = [&](std::int64_t n) { return n < 0 ? s.output.fieldsEvery : n; };
  int ranks = 2;  // along x; they divide the cells
  while (s.grid.cells[0] % ranks != 0) ++ranks;
  const bool netcdf = s.output.format == channel::FileFormat::netcdf;
  return fmt::format(
      "num_procs_x {}\nnum_procs_y 1\nauto_decomp false\nmom_u 30\nmom_v 30\nmom_w 30\nlevelset {}\nmaxu 10.0\nphi_dat_frequency "
      "{}\nuvw_dat_frequency {}\nbackup_frequency {}\nbackup_text_format {}\nbackup_hdf5_format {}\nnum_timesteps "
      "{}\nmax_iteration_dim 18\n",
      ranks, s.interface.redistanceSweeps, every(fieldsEvery(s.output.phiEvery)), every(fieldsEvery(s.output.uvwEvery)),
      every(s.output.restartEvery), netcdf ? "F" : "T", netcdf ? "T" : "F", steps);
}

}  // namespace

void writeTplsCase(const fs::path& initial, const fs::path& directory, Log& log) {
  const Settings settings = settingsOf(initial);
  refuseOthers(settings, initial.string());
  const grid::Block block(channel::makeGrid(settings), comm::Communicator::self());
  channel::InitialCondition condition(block);
  ChannelFile reader(initial, block);
  for (const channel::NamedField& field : condition.fields()) reader.read(field);
  const TplsFields f(settings, condition);
  fs::create_directories(directory);
  f.write(directory / "initial_phi.dat", "level-set (phi)", 0, [&](int i, int j, int k) { return f.phi(i, j, k); });
  f.write(directory / "initial_u.dat", "velocity (u)", 2, [&](int i, int j, int k) { return f.u(i, j, k); });
  f.write(directory / "initial_v.dat", "velocity (v)", 2, [&](int i, int j, int k) { return f.v(i, j, k); });
  f.write(directory / "initial_w.dat", "velocity (w)", 1, [&](int i, int j, int k) { return f.w(i, j, k); });
  f.write(directory / "initial_pressure.dat", "pressure", 0, [&](int i, int j, int k) { return f.p(i, j, k); });
  f.write(directory / "initial_viscosity.dat", "viscosity", 0, [&](int i, int j, int k) { return f.viscosity(i, j, k); });
  const auto write = [&](const char* name, const std::string& text) {
    output::replaceFile(directory / name, false, [&](output::FileSink& sink) { sink.write(text); });
  };
  write("initial_config.dat", flowOptions(settings, f));
  write("tpls_config.opt", runOptions(settings));
  log.line(fmt::format("Written {}: initial_*.dat, initial_config.dat, tpls_config.opt", directory.string()));
}

}  // namespace eagre::run
