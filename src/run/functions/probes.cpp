// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <map>

#include "mesh/find_cell.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

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

}  // namespace

std::unique_ptr<FunctionObject> makeProbes(const FunctionSource& s) {
  return std::make_unique<Probes>(s.dict, s.context, s.directory);
}

}  // namespace eagre::run
