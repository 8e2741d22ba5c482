// SPDX-License-Identifier: BSD-3-Clause
// Values of fields at points: probes in cells, patchProbes on the faces of patches.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "comm/redistribution.hpp"
#include "core/untrusted.hpp"
#include "fv/fields/named_patches.hpp"
#include "mesh/derived.hpp"
#include "mesh/find_cell.hpp"
#include "mesh/nearest_face.hpp"
#include "run/functions/field_choice.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {
namespace {

std::vector<Vec3> pointsOf(const config::Dictionary& d) {
  return d.get<std::vector<Vec3>>(d.has("probeLocations") || !d.has("points") ? "probeLocations" : "points");
}

/// The points of probes whose values are made of those of several cells.
class ProbeSampling final : public Sampling {
 public:
  explicit ProbeSampling(const config::Dictionary& d) : Sampling(readScheme(d), d.place()), points_(pointsOf(d)) {}
  /// On rank 0: whether a point lies in a cell.
  const std::vector<char>& found() const { return found_; }

 private:
  void addStencils(const mesh::PointStencils& mesh, mesh::Stencils& stencils) override {
    found_.clear();
    for (const Vec3& point : points_) {
      const Label cell = mesh.locate(mesh.cellsAround({&point, 1}), point);
      if (cell >= 0) mesh.add(stencils, scheme_, point, cell);
      stencils.close();
      found_.push_back(cell >= 0);
    }
  }
  std::vector<Vec3> points_;
  std::vector<char> found_;
};

/// One file a field, with a row per time and a column per point.
class PointValues : public FunctionObject {
 public:
  void requireFields(const fv::Context& context) const override {
    for (const auto& name : fields_.names())
      if (!has(context.registry, name)) warnOfMissing(context, name);
  }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    if (between_) between_->follow(context.mesh);
    if (fixed_ && !geometry_.isOf(context.mesh)) locate(context);
    for (const auto& name : fields_.of(context.registry, true)) {
      if (const auto* scalar = context.registry.scalar(name))
        sample(context, *scalar);
      else if (const auto* vector = context.registry.vector(name))
        sample(context, *vector);
      else if (const auto* tensor = context.registry.symmTensor(name))
        sample(context, *tensor);
      else if (const auto* flux = context.registry.surfaceScalar(name); flux && onPatches_)
        write(context, name, 1, [&](Label b, int) { return flux->atBoundary(b); });
      else
        warnOfMissing(context, name);
    }
  }

 protected:
  PointValues(const FunctionSource& source, bool onPatches, std::vector<Vec3> points)
      : points_(std::move(points)),
        fixed_(source.dict.getOr<bool>("fixedLocations", true)),
        schedule_(source.dict),
        fields_(source.dict.at("fields")),
        onPatches_(onPatches),
        writesOutside_(source.dict.getOr<bool>("includeOutOfBounds", true)),
        between_(std::dynamic_pointer_cast<ProbeSampling>(source.sampling)),
        digits_(source.context.log.precision()),
        directory_(source.directory) {}
  /// Finds the cells or faces of the points: which of the points are on this rank, and in which cell or boundary face of it.
  struct Found {
    std::vector<Label> entities;  ///< of this rank
    std::vector<Label> places;    ///< and the points that are in them
    std::vector<char> isAnywhere;
  };
  virtual Found find(const fv::Context& context) = 0;
  void locate(const fv::Context& context) {
    geometry_.set(context.mesh);
    Found found = find(context);
    entities_ = std::move(found.entities);
    found_ = std::move(found.isAnywhere);
    if (between_ && context.mesh.communicator().master()) found_ = between_->found();
    if (shown_.empty()) shown_ = points_;
    const auto& all = context.mesh.communicator();
    plan_.emplace(all, found.places, comm::Redistribution::onMaster(all, static_cast<GlobalLabel>(points_.size())));
  }

  std::vector<Vec3> points_;
  bool fixed_;  ///< in space, when the mesh moves

 private:
  bool has(const fv::Registry& registry, const std::string& name) const {
    return registry.scalar(name) || registry.vector(name) || registry.symmTensor(name) ||
           (onPatches_ && registry.surfaceScalar(name));
  }
  void warnOfMissing(const fv::Context& context, const std::string& name) const {
    if (!onPatches_ && context.registry.surfaceScalar(name))
      context.log.warnOnce(fmt::format("probes: the field '{}' lies on faces and has no values in cells", name));
    else
      context.log.warnOnce(fmt::format("probes: there is no field '{}'", name));
  }
  template <class T>
  void sample(const fv::Context& context, const fv::VolField<T>& field) {
    if (between_) {
      std::vector<double> numbers;
      for (const T& value : between_->values(field))
        for (int c = 0; c < nComponents<T>; ++c) numbers.push_back(component(value, c));
      writeRow(context, field.name(), nComponents<T>, numbers);
      return;
    }
    write(context, field.name(), nComponents<T>,
          [&](Label i, int c) { return component(onPatches_ ? field.boundary()[i] : field.cells()[i], c); });
  }
  std::string text(double value) const { return fmt::format("{:.{}g}", value, digits_); }
  std::string padded(const std::string& value) const { return fmt::format(" {:>{}}", value, digits_ + 7); }

  template <class F>
  void write(const fv::Context& context, const std::string& name, int components, F&& value) {
    std::vector<double> own;
    for (const Label i : entities_)
      for (int c = 0; c < components; ++c) own.push_back(value(i, c));
    writeRow(context, name, components, plan_->gather(own, components));
  }
  /// values: of all points, on rank 0.
  void writeRow(const fv::Context& context, const std::string& name, int components, const std::vector<double>& values) {
    constexpr double notFound = -1e300;  // what OpenFOAM writes
    // Rank 0 alone opens the file, but all ranks must stop if the field's name cannot be that of a file.
    static_cast<void>(inside(directory_, name));
    if (!context.mesh.communicator().master()) return;
    std::string line = fmt::format("{:>{}}", text(context.time().value), digits_ + 7);
    for (std::size_t p = 0; p < points_.size(); ++p) {
      if (!found_[p] && !writesOutside_) continue;
      std::string column;
      for (int c = 0; c < components; ++c)
        column += fmt::format("{}{}", c > 0 ? " " : "",
                              text(found_[p] ? values[p * static_cast<std::size_t>(components) + c] : notFound));
      line += components == 1 ? padded(column) : fmt::format("{}{})", padded("("), column);
    }
    open(name).line(line);
  }
  /// On rank 0.
  Series& open(const std::string& name) {
    auto [it, isNew] = series_.try_emplace(name);
    if (isNew) {
      it->second = std::make_unique<Series>(true, directory_, name);
      std::string numbers = fmt::format("#{:>{}}", "Probe", digits_ + 6);
      for (std::size_t p = 0; p < points_.size(); ++p) {
        const Vec3& at = shown_[p];
        it->second->line(
            fmt::format("# Probe {} ({} {} {}){}", p, text(at.x), text(at.y), text(at.z), found_[p] ? "" : "  # Not Found"));
        if (found_[p] || writesOutside_) numbers += padded(std::to_string(p));
      }
      it->second->line(numbers);
      it->second->line(fmt::format("#{:>{}}", "Time", digits_ + 6));
    }
    return *it->second;
  }

  Schedule schedule_;
  FieldChoice fields_;
  bool onPatches_, writesOutside_;
  std::shared_ptr<ProbeSampling> between_;  ///< null: the values are those of the cells or faces
  int digits_;
  mesh::GeometryStamp geometry_;
  fs::path directory_;
  std::vector<Vec3> shown_;  ///< the points of the start, which the heads of the files show
  std::vector<char> found_;
  std::vector<Label> entities_;               ///< of this rank: cells, or boundary faces
  std::optional<comm::Redistribution> plan_;  ///< of their values, to rank 0
  std::map<std::string, std::unique_ptr<Series>> series_;
};

/// Values of fields at given points: those of their cells, or with an interpolationScheme made of those around.
class Probes final : public PointValues {
 public:
  explicit Probes(const FunctionSource& s) : PointValues(s, false, pointsOf(s.dict)) {
    if (!fixed_ && s.dict.has("interpolationScheme") && readScheme(s.dict) != mesh::PointScheme::cell)
      s.dict.warn(s.dict.at("interpolationScheme").place,
                  s.dict.name() + ": with fixedLocations no the values are those of the cells, whatever the interpolationScheme");
    locate(s.context);
  }
  bool followsRefinement() const override { return true; }
  void meshChanged(fv::Context& context, DirectorySource&) override { locate(context); }

 private:
  Found find(const fv::Context& context) override {
    Found found;
    for (const auto& point : points_) {
      bool isInside = false;
      const Label cell = mesh::findCell(context.mesh, point, isInside);
      if (cell >= 0) {
        found.entities.push_back(cell);
        found.places.push_back(static_cast<Label>(found.isAnywhere.size()));
      }
      found.isAnywhere.push_back(isInside);
      if (!isInside)
        context.log.warnOnce(fmt::format("probes: the point ({:g} {:g} {:g}) lies in no cell", point.x, point.y, point.z));
    }
    return found;
  }
};

/// Values of fields on the faces of patches that are nearest to given points, which are taken to lie on them from there on.
class PatchProbes final : public PointValues {
 public:
  explicit PatchProbes(const FunctionSource& s)
      : PointValues(s, true, s.dict.get<std::vector<Vec3>>("probeLocations")),
        patches_(fv::namedPatches(s.dict, s.dict.has("patches") ? "patches" : "patch", s.context.mesh)) {
    std::erase_if(patches_, [&](std::size_t p) {
      const auto& patch = s.context.mesh.patches[p];
      if (patch.type == "empty")
        s.context.log.warnOnce(fmt::format("patchProbes '{}': the patch {} is empty and has no values", s.name, patch.name));
      return patch.type == "empty";
    });
    locate(s.context);
  }

 private:
  Found find(const fv::Context& context) override {
    const auto nearest = mesh::nearestFaces(context.mesh, patches_, points_);
    Found found;
    for (std::size_t p = 0; p < points_.size(); ++p) {
      points_[p] = nearest[p].place;
      found.isAnywhere.push_back(1);
      if (nearest[p].face < 0) continue;
      found.entities.push_back(nearest[p].face);
      found.places.push_back(static_cast<Label>(p));
    }
    return found;
  }
  std::vector<std::size_t> patches_;
};

}  // namespace

std::shared_ptr<Sampling> makeProbeSampling(const config::Dictionary& d) {
  if (!d.has("interpolationScheme") || readScheme(d) == mesh::PointScheme::cell || !d.getOr<bool>("fixedLocations", true))
    return nullptr;
  return std::make_shared<ProbeSampling>(d);
}
std::unique_ptr<FunctionObject> makeProbes(const FunctionSource& s) { return std::make_unique<Probes>(s); }
std::unique_ptr<FunctionObject> makePatchProbes(const FunctionSource& s) { return std::make_unique<PatchProbes>(s); }

}  // namespace eagre::run
