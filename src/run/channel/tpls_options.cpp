// SPDX-License-Identifier: BSD-3-Clause
#include "run/channel/tpls_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <sstream>

#include "config/dictionary.hpp"
#include "output/on_master.hpp"

namespace eagre::run {
namespace fs = std::filesystem;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string sharedText(const comm::Communicator& world, const fs::path& file) {
  std::string text;
  output::onMaster(world, [&] { text = config::readFileText(file); });
  world.broadcast(text);
  return text;
}

/// A file of lines "key value" with # comments.
class TplsFile {
 public:
  TplsFile(const std::string& text, std::string name, const std::vector<std::string>& known, Problems& problems)
      : name_(std::move(name)), problems_(problems) {
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      std::istringstream words(line.substr(0, line.find('#')));
      std::string key, value;
      if (!(words >> key)) continue;
      if (!(words >> value))
        problems.add(Place{name_, number}, fmt::format("'{}' has no value", key));
      else if (std::find(known.begin(), known.end(), key) == known.end())
        problems.add(Place{name_, number}, unknownWordMessage("key", key, known));
      else
        values_[key] = {value, number};
    }
  }

  Place place(const std::string& key) const {
    const auto found = values_.find(key);
    return {name_, found == values_.end() ? 0 : found->second.line};
  }
  bool has(const std::string& key) const { return values_.contains(key); }
  std::string word(const std::string& key, const std::string& byDefault) const {
    const auto found = values_.find(key);
    return found == values_.end() ? byDefault : found->second.text;
  }
  /// A number; what is missing without a default, or is none, is a problem.
  double number(const std::string& key, std::optional<double> byDefault = {}) const {
    const auto found = values_.find(key);
    if (found == values_.end()) {
      if (!byDefault) problems_.add(Place{name_, 0}, fmt::format("'{}' is missing", key));
      return byDefault.value_or(1);
    }
    const config::Setting value = config::parseOption(key, name_, found->second.text);
    if (const auto* i = std::get_if<std::int64_t>(&value.items.front())) return static_cast<double>(*i);
    if (const auto* d = std::get_if<double>(&value.items.front())) return *d;
    problems_.add(place(key), fmt::format("{}: a number is expected, not '{}'", key, found->second.text));
    return 1;
  }
  bool flag(const std::string& key) const {
    const std::string text = word(key, "T");
    const bool yes = text == "T" || text == "true" || text == ".true.", no = text == "F" || text == "false" || text == ".false.";
    if (!yes && !no) problems_.add(place(key), fmt::format("{}: T or F is expected, not '{}'", key, text));
    return yes;
  }

 private:
  struct Value {
    std::string text;
    int line = 0;
  };
  std::string name_;
  Problems& problems_;
  std::map<std::string, Value> values_;
};

const std::vector<std::string> runKeys{"num_procs_x",
                                       "num_procs_y",
                                       "num_procs_z",
                                       "auto_decomp",
                                       "mom_u",
                                       "mom_v",
                                       "mom_w",
                                       "levelset",
                                       "maxu",
                                       "phi_dat_frequency",
                                       "uvw_dat_frequency",
                                       "backup_frequency",
                                       "backup_text_format",
                                       "backup_hdf5_format",
                                       "num_timesteps",
                                       "max_iteration_dim"};
const std::vector<std::string> flowKeys{"maxl",     "maxm",   "maxn", "re",        "dpdl",         "mu_plus",
                                        "mu_minus", "height", "scap", "omega_max", "smooth_width", "smooth_width_scale",
                                        "dx",       "dy",     "dz",   "dt",        "idm",          "pe",
                                        "epn"};

/// Our settings, one after another.
struct List {
  std::vector<config::Setting> settings;
  template <class... Items>
  void add(const std::string& key, const Place& place, bool isList, Items... items) {
    settings.push_back({key, place, isList, {config::Setting::Scalar(items)...}});
  }
};

void addFlow(const TplsFile& flow, List& list, Problems& problems) {
  std::array<std::int64_t, 3> cells{};
  constexpr std::array<const char*, 3> points{"maxl", "maxm", "maxn"};
  for (std::size_t d = 0; d < 3; ++d) cells[d] = std::llround(flow.number(points[d])) - 1;
  const double h = 1 / static_cast<double>(std::max<std::int64_t>(1, cells[2]));
  list.add("grid.cells", flow.place("maxl"), true, cells[0], cells[1], cells[2]);
  list.add("grid.length", flow.place("maxl"), true, h * static_cast<double>(cells[0]), h * static_cast<double>(cells[1]));
  const double muUpper = flow.number("mu_plus", 1), muLower = flow.number("mu_minus", 1), scap = flow.number("scap");
  list.add("fluid.Re", flow.place("re"), false, flow.number("re") / muUpper);
  list.add("fluid.viscosity_ratio", flow.place("mu_minus"), false, muLower / muUpper);
  list.add("fluid.We", flow.place("scap"), false, scap == 0 ? infinity : 1 / scap);
  list.add("boundary.pressure_gradient", flow.place("dpdl"), false, flow.number("dpdl", -1));
  list.add("initial.height", flow.place("height"), false, flow.number("height"));
  list.add("time.dt", flow.place("dt"), false, flow.number("dt"));
  const std::string method = flow.word("idm", "lsm");
  if (method != "lsm" && method != "dim")
    problems.add(flow.place("idm"), unknownWordMessage("idm", method, std::vector<std::string>{"lsm", "dim"}));
  list.add("interface.method", flow.place("idm"), false, std::string(method == "dim" ? "phase_field" : "level_set"));
  if (method == "lsm") {
    const double width = flow.has("smooth_width") ? flow.number("smooth_width") / h : flow.number("smooth_width_scale", 1.5);
    list.add("interface.smoothing", flow.place("smooth_width"), false, std::round(width * 1e6) * 1e-6);
  } else if (method == "dim") {
    // There: C_t = 1/(pe epn) div(C (1 - C) grad mu); here: C_t = 1/Pe div(4 C (1 - C) grad mu).
    const double cahn = flow.number("epn", h / 2);
    list.add("interface.cahn", flow.place("epn"), false, cahn);
    list.add("interface.peclet", flow.place("pe"), false, 4 * cahn * flow.number("pe", 4 / (h * h)));
    list.add("interface.smoothing", flow.place("idm"), false, 0.0);  // viscosity is linear in C, which moves with u
    list.add("interface.mobility", flow.place("idm"), false, std::string("degenerate"));
  }
}

void addRun(const TplsFile& run, bool levelSet, List& list, std::vector<std::string>& notes) {
  const auto steps = [&](const char* key) { return static_cast<std::int64_t>(std::llround(run.number(key, 1))); };
  list.add("time.steps", run.place("num_timesteps"), false, steps("num_timesteps"));
  list.add("time.end", run.place("num_timesteps"), false, infinity);
  if (levelSet) list.add("interface.redistance_sweeps", run.place("levelset"), false, steps("levelset"));
  const bool text = run.flag("backup_text_format"), netcdf = run.flag("backup_hdf5_format");
  list.add("output.format", run.place("backup_text_format"), false, std::string(text ? netcdf ? "both" : "text" : "netcdf"));
  const std::int64_t phi = steps("phi_dat_frequency"), uvw = steps("uvw_dat_frequency");
  // There, uvw files hold the pressure, too.
  list.add("output.fields_every", run.place("uvw_dat_frequency"), false, uvw);
  if (phi != uvw) list.add("output.phi_every", run.place("phi_dat_frequency"), false, phi);
  list.add("output.restart_every", run.place("backup_frequency"), false, steps("backup_frequency"));
  for (const char* key : {"mom_u", "mom_v", "mom_w", "max_iteration_dim"})
    if (run.has(key)) notes.push_back(fmt::format("{}: no fixed number of sweeps; solver.*_tolerance says how far", key));
  for (const char* key : {"num_procs_x", "num_procs_y", "num_procs_z", "auto_decomp"})
    if (run.has(key)) notes.push_back(fmt::format("{}: -n gives the ranks, any number of them", key));
  if (run.has("maxu")) notes.push_back("maxu: the Courant number is computed from the velocity that is there");
}

}  // namespace

std::vector<config::Setting> readTplsOptions(const comm::Communicator& world, const fs::path& file,
                                             std::vector<std::string>& notes, Problems& problems) {
  const fs::path directory = file.parent_path(), flowFile = directory / "initial_config.dat";
  const TplsFile run(sharedText(world, file), file.string(), runKeys, problems);
  const TplsFile flow(sharedText(world, flowFile), flowFile.string(), flowKeys, problems);
  List list;
  addFlow(flow, list, problems);
  addRun(run, flow.word("idm", "lsm") == "lsm", list, notes);
  if (flow.number("omega_max", 0) != 0)
    notes.emplace_back("omega_max: TPLS 2.0 reads it and does nothing with it; nor is anything done here");
  const Place whole{file.string(), 0};
  list.add("boundary.x", whole, false, std::string("inlet_outlet"));
  list.add("boundary.outlet", whole, false, std::string("neumann"));
  list.add("initial.shape", whole, false, std::string("file"));
  list.add("initial.file", whole, false, (directory.empty() ? fs::path(".") : directory).string());
  return list.settings;
}

}  // namespace eagre::run
