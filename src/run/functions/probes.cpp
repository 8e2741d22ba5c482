// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "comm/redistribution.hpp"
#include "mesh/derived.hpp"
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
        points_(d.get<std::vector<Vec3>>(d.has("probeLocations") || !d.has("points") ? "probeLocations" : "points")),
        fixed_(d.getOr<bool>("fixedLocations", true)),
        directory_(directory) {
    locate(context);
  }

  void requireFields(const fv::Context& context) const override {
    for (const auto& name : fields_)
      if (!context.registry.scalar(name) && !context.registry.vector(name)) warnOfMissing(context, name);
  }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    if (fixed_ && !geometry_.isOf(context.mesh)) locate(context);
    for (const auto& name : fields_) {
      if (const auto* f = context.registry.scalar(name))
        sample(context, name, 1, [&](Label c, int) { return f->cells()[c]; });
      else if (const auto* v = context.registry.vector(name))
        sample(context, name, 3, [&](Label c, int i) { return v->cells()[c][i]; });
      else
        warnOfMissing(context, name);
    }
  }
  bool followsRefinement() const override { return true; }
  void meshChanged(fv::Context& context, DirectorySource&) override { locate(context); }

 private:
  static void warnOfMissing(const fv::Context& context, const std::string& name) {
    context.log.warnOnce(fmt::format("probes: there is no field '{}'", name));
  }
  /// The cells of the points; again when the mesh has moved, unless they move with it.
  void locate(const fv::Context& context) {
    geometry_.set(context.mesh);
    cells_.clear();
    found_.clear();
    std::vector<Label> places;
    for (const auto& point : points_) {
      bool found = false;
      const Label cell = mesh::findCell(context.mesh, point, found);
      if (cell >= 0) {
        cells_.push_back(cell);
        places.push_back(static_cast<Label>(found_.size()));
      }
      found_.push_back(found);
      if (!found)
        context.log.warnOnce(fmt::format("probes: the point ({:g} {:g} {:g}) lies in no cell", point.x, point.y, point.z));
    }
    const auto& communicator = context.mesh.communicator();
    plan_.emplace(communicator, places, comm::Redistribution::onMaster(communicator, static_cast<GlobalLabel>(points_.size())));
  }

  template <class F>
  void sample(const fv::Context& context, const std::string& name, int components, F&& value) {
    constexpr double notFound = -1e300;  // what OpenFOAM writes
    std::vector<double> own;
    for (const Label c : cells_)
      for (int i = 0; i < components; ++i) own.push_back(value(c, i));
    std::vector<double> values = plan_->gather(own, components);
    if (!context.mesh.communicator().master()) return;
    for (std::size_t p = 0; p < points_.size(); ++p)
      if (!found_[p]) std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(p) * components, components, notFound);
    auto& series = open(context, name);
    std::string line = fmt::format("{:>13.6g}", context.time().value);
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
  bool fixed_;  ///< in space, when the mesh moves
  mesh::GeometryStamp geometry_;
  fs::path directory_;
  std::vector<char> found_;
  std::vector<Label> cells_;                  ///< of this rank, those that points are in
  std::optional<comm::Redistribution> plan_;  ///< of their values, to rank 0
  std::map<std::string, std::unique_ptr<Series>> series_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeProbes(const FunctionSource& s) {
  return std::make_unique<Probes>(s.dict, s.context, s.directory);
}

}  // namespace eagre::run
