// SPDX-License-Identifier: BSD-3-Clause
#include "run/function_objects.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "mesh/find_cell.hpp"

namespace eagre::run {
namespace {

namespace fs = std::filesystem;

/// When a function object writes: writeControl and writeInterval of its dictionary.
class Schedule {
 public:
  explicit Schedule(const config::Dictionary& d) {
    static const std::vector<std::string> words{"timeStep",          "writeTime", "outputTime", "adjustable",
                                                "adjustableRunTime", "runTime",   "onEnd",      "none"};
    const char* key = d.has("writeControl") ? "writeControl" : "outputControl";
    control_ = d.has(key) ? d.getChoice(key, words) : "timeStep";
    interval_ = d.getOr<double>(d.has("writeInterval") ? "writeInterval" : "outputInterval", 1);
    if (control_ == "onEnd")
      throw Error(d.at(key).place, d.name() + ": writeControl onEnd is not supported for function objects");
  }
  bool due(const fv::Context& context, bool writeTime) {
    if (control_ == "none") return false;
    if (control_ == "writeTime" || control_ == "outputTime") {
      if (writeTime) ++writes_;
      return writeTime && writes_ % static_cast<std::int64_t>(interval_) == 0;
    }
    if (control_ == "timeStep") return context.time.index % std::max<std::int64_t>(1, static_cast<std::int64_t>(interval_)) == 0;
    const auto index = static_cast<std::int64_t>((context.time.value + 0.5 * context.time.deltaT) / interval_);
    if (index <= passed_) return false;
    passed_ = index;
    return true;
  }

 private:
  std::string control_;
  double interval_ = 1;
  std::int64_t passed_ = 0, writes_ = 0;
};

/// A text file under postProcessing, written by rank 0, a line at a time.
class Series {
 public:
  Series(bool master, const fs::path& directory, const std::string& name) {
    if (!master) return;
    std::error_code ec;
    fs::create_directories(directory, ec);
    file_ = std::fopen((directory / name).c_str(), "w");
    if (!file_) throw Error((directory / name).string() + ": cannot be written", ExitCode::io);
  }
  ~Series() {
    if (file_) std::fclose(file_);
  }
  Series(const Series&) = delete;
  void line(const std::string& text) {
    if (!file_) return;
    fmt::print(file_, "{}\n", text);
    std::fflush(file_);
  }

 private:
  std::FILE* file_ = nullptr;
};

/// Values of fields in the cells of given points.
class Probes final : public FunctionObject {
 public:
  Probes(const config::Dictionary& d, const fv::Context& context, const fs::path& directory)
      : schedule_(d),
        fields_(d.get<std::vector<std::string>>("fields")),
        points_(d.get<std::vector<Vec3>>("probeLocations")),
        directory_(directory) {
    for (const auto& point : points_) {
      bool found = false;
      cells_.push_back(mesh::findCell(context.mesh, point, found));
      found_.push_back(found);
      if (!found)
        context.log.warnOnce(fmt::format("probes: the point ({:g} {:g} {:g}) lies in no cell", point.x, point.y, point.z));
    }
  }

  void execute(const fv::Context& context, bool writeTime) override {
    if (!schedule_.due(context, writeTime)) return;
    for (const auto& name : fields_) {
      if (const auto* f = context.registry.scalar(name))
        sample(context, name, 1, [&](Label c, int) { return f->cells()[c]; });
      else if (const auto* v = context.registry.vector(name))
        sample(context, name, 3, [&](Label c, int i) { return v->cells()[c][i]; });
      else
        context.log.warnOnce(fmt::format("probes: there is no field '{}'", name));
    }
  }

 private:
  template <class F>
  void sample(const fv::Context& context, const std::string& name, int components, F&& value) {
    constexpr double notFound = -1e300;  // what OpenFOAM writes
    std::vector<double> values(points_.size() * components, -vGreat);
    for (std::size_t p = 0; p < points_.size(); ++p)
      for (int i = 0; i < components; ++i) {
        if (cells_[p] >= 0)
          values[p * components + i] = value(cells_[p], i);
        else if (!found_[p])
          values[p * components + i] = notFound;
      }
    context.mesh.communicator().max(values);
    auto& series = open(context, name);
    std::string line = fmt::format("{:>13.6g}", context.time.value);
    for (std::size_t p = 0; p < points_.size(); ++p)
      line += components == 1 ? fmt::format(" {:>13.6g}", values[p])
                              : fmt::format(" {:>13}", fmt::format("({:.6g} {:.6g} {:.6g})", values[3 * p], values[3 * p + 1],
                                                                   values[3 * p + 2]));
    series.line(line);
  }
  Series& open(const fv::Context& context, const std::string& name) {
    auto [it, isNew] = series_.try_emplace(name);
    if (isNew) {
      it->second = std::make_unique<Series>(context.mesh.communicator().master(), directory_, name);
      std::string numbers = fmt::format("#{:>12}", "Probe");
      for (std::size_t p = 0; p < points_.size(); ++p) {
        it->second->line(fmt::format("# Probe {} ({:.6g} {:.6g} {:.6g}){}", p, points_[p].x, points_[p].y, points_[p].z,
                                     found_[p] ? "" : "  # Not Found"));
        numbers += fmt::format(" {:>13}", p);
      }
      it->second->line(numbers);
      it->second->line(fmt::format("#{:>12}", "Time"));
    }
    return *it->second;
  }

  Schedule schedule_;
  std::vector<std::string> fields_;
  std::vector<Vec3> points_;
  fs::path directory_;
  std::vector<Label> cells_;
  std::vector<char> found_;
  std::map<std::string, std::unique_ptr<Series>> series_;
};

/// First initial residual of each field's linear solves in the step.
class Residuals final : public FunctionObject {
 public:
  Residuals(const config::Dictionary& d, const fs::path& directory)
      : schedule_(d), fields_(d.get<std::vector<std::string>>("fields")), directory_(directory) {}

  void execute(const fv::Context& context, bool writeTime) override {
    if (!schedule_.due(context, writeTime)) return;
    std::string names = "# Time        ", values = fmt::format("{:<13.6g}", context.time.value);
    for (const auto& field : fields_)
      for (const char* suffix : {"", "x", "y", "z"}) {
        const auto it = context.registry.residuals().find(field + suffix);
        if (it == context.registry.residuals().end()) continue;
        names += fmt::format("\t{:<13}", field + suffix);
        values += fmt::format("\t{:<13.6e}", it->second);
      }
    if (!series_) {
      series_ = std::make_unique<Series>(context.mesh.communicator().master(), directory_, "residuals.dat");
      series_->line("# Residuals");
      series_->line(names);
    }
    series_->line(values);
  }

 private:
  Schedule schedule_;
  std::vector<std::string> fields_;
  fs::path directory_;
  std::unique_ptr<Series> series_;
};

}  // namespace

std::vector<std::unique_ptr<FunctionObject>> makeFunctionObjects(const config::Dictionary& controlDict,
                                                                 const fv::Context& context, const fs::path& caseDirectory,
                                                                 const std::string& startTime, Problems& problems) {
  std::vector<std::unique_ptr<FunctionObject>> objects;
  const auto* functions = controlDict.findDict("functions");
  if (!functions) return objects;
  for (const auto& entry : functions->entries()) {
    if (!entry.isDict()) continue;
    const auto& d = *entry.dict;
    const auto directory = caseDirectory / "postProcessing" / entry.keyword / startTime;
    problems.guard([&] {
      if (!d.getOr<bool>("enabled", true)) return;
      const auto type = d.get<std::string>("type");
      if (type == "probes")
        objects.push_back(std::make_unique<Probes>(d, context, directory));
      else if (type == "residuals" || type == "solverInfo")
        objects.push_back(std::make_unique<Residuals>(d, directory));
      else
        context.log.warnOnce(
            fmt::format("function object '{}' of type '{}' is not supported and left out (supported: probes, residuals)",
                        entry.keyword, type));
    });
  }
  return objects;
}

}  // namespace eagre::run
