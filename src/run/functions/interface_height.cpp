// SPDX-License-Identifier: BSD-3-Clause
// Height of the surface of the heavier phase above points: interfaceHeight.
#include <fmt/format.h>

#include <array>

#include "mesh/line_samples.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {
namespace {

/// Lines through the locations, against gravity, through the whole mesh.
class HeightSampling final : public Sampling {
 public:
  struct Line {
    double bottom = 0;  ///< height of the lowest point of the line in the mesh above the location [m]
    std::vector<mesh::LineSample> samples;
  };
  HeightSampling(const config::Dictionary& d, const Vec3& gravity)
      : Sampling(d.has("interpolationScheme") ? readScheme(d) : mesh::PointScheme::cellPoint, d.place()),
        locations_(d.get<std::vector<Vec3>>("locations")),
        up_(-1.0 * normalised(gravity)) {
    if (!(mag(gravity) > 0)) throw Error(d.place(), d.name() + ": without gravity there is no height");
  }
  const std::vector<Vec3>& locations() const { return locations_; }
  const std::vector<Line>& lines() const { return lines_; }
  const Vec3& up() const { return up_; }

 private:
  void addStencils(const mesh::PointStencils& mesh, mesh::Stencils& stencils) override {
    lines_.clear();
    Vec3 low = mesh.mesh().points.at(0), high = low;
    for (const Vec3& p : mesh.mesh().points) {
      low = cmptMin(low, p);
      high = cmptMax(high, p);
    }
    const Vec3 half = mag(high - low) * up_;
    for (const Vec3& location : locations_) {
      Line line;
      line.samples = mesh::midPointSamples(mesh, location - half, location + half, true);
      if (line.samples.empty())
        throw Error(place(), fmt::format("the line along gravity through ({:g} {:g} {:g}) does not meet the mesh", location.x,
                                         location.y, location.z));
      line.bottom = dot(up_, line.samples.front().position - location);
      for (const auto& sample : line.samples) {
        mesh.add(stencils, scheme_, sample.position, sample.cell);
        stencils.close();
      }
      lines_.push_back(std::move(line));
    }
  }
  std::vector<Vec3> locations_;
  Vec3 up_;
  std::vector<Line> lines_;  ///< rank 0
};

/// interfaceHeight: alpha integrated along the line through a location is the height of the liquid above the boundary, hB; hL is
/// that above the location. height: hB and hL of each location; position: the points of the surface.
class InterfaceHeight final : public FunctionObject {
 public:
  explicit InterfaceHeight(const FunctionSource& source)
      : schedule_(source.dict),
        sampling_(std::dynamic_pointer_cast<HeightSampling>(source.sampling)),
        alpha_(source.dict.getOr("alpha", "alpha")),
        place_(source.dict.place()),
        liquid_(source.dict.getOr<bool>("liquid", true)),
        heights_(source, "height.dat"),
        positions_(source, "position.dat") {}

  void start(fv::Context& context, DirectorySource&) override {
    if (!context.registry.scalar(alpha_))
      throw Error(place_,
                  fmt::format("interfaceHeight: there is no field '{}' in this solver; name the phase fraction: alpha", alpha_));
  }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    sampling_->follow(context.mesh);
    const std::vector<double> alpha = sampling_->values(*context.registry.scalar(alpha_));
    writeHeaders();
    std::string heights, positions;
    std::size_t first = 0;
    for (std::size_t l = 0; l < sampling_->lines().size(); ++l) {
      const auto& line = sampling_->lines()[l];
      double length = 0, filled = 0;
      for (std::size_t i = 0; i + 1 < line.samples.size(); ++i) {
        if (line.samples[i].segment != line.samples[i + 1].segment) continue;
        const double piece = dot(sampling_->up(), line.samples[i + 1].position - line.samples[i].position);
        length += piece;
        filled += 0.5 * piece * (alpha[first + i] + alpha[first + i + 1]);
      }
      first += line.samples.size();
      const double aboveBoundary = liquid_ ? filled : length - filled, aboveLocation = aboveBoundary + line.bottom;
      heights += fmt::format("\t{}\t{}", heights_.number(aboveBoundary), heights_.number(aboveLocation));
      positions += fmt::format("\t{}", positions_.number(sampling_->locations()[l] + aboveLocation * sampling_->up()));
    }
    heights_.row(context.time().value, heights);
    positions_.row(context.time().value, positions);
  }

 private:
  void writeHeaders() {
    if (heights_.started()) return;
    std::vector<std::string> columns, places;
    for (std::size_t l = 0; l < sampling_->locations().size(); ++l) {
      for (Table* table : {&heights_, &positions_})
        table->header(fmt::format("Location {}", l), table->number(sampling_->locations()[l]));
      columns.insert(columns.end(), {fmt::format("hB({})", l), fmt::format("hL({})", l)});
      places.push_back(fmt::format("p({})", l));
    }
    heights_.columns(columns, true);
    positions_.columns(places, true);
  }

  Schedule schedule_;
  std::shared_ptr<HeightSampling> sampling_;
  std::string alpha_;
  Place place_;
  bool liquid_;
  Table heights_, positions_;
};

}  // namespace

std::shared_ptr<Sampling> makeHeightSampling(const config::Dictionary& d, const Vec3& gravity) {
  return std::make_shared<HeightSampling>(d, gravity);
}
std::unique_ptr<FunctionObject> makeInterfaceHeight(const FunctionSource& source) {
  return std::make_unique<InterfaceHeight>(source);
}

}  // namespace eagre::run
