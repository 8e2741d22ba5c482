// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <memory>
#include <set>

#include "core/untrusted.hpp"
#include "run/functions/face_zones.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

/// fluxSummary: of each zone of faces the sum of the fluxes along it and of those against it, of both, and of their magnitudes,
/// in a table of its own.
class FluxSummary final : public FunctionObject {
 public:
  explicit FluxSummary(const FunctionSource& source)
      : schedule_(source.dict),
        zones_(std::dynamic_pointer_cast<FaceZones>(source.sampling)),
        phi_(source.dict.getOr("phi", "phi")),
        scale_(source.dict.getOr<double>("scaleFactor", 1)),
        place_(source.dict.place()) {
    std::set<std::string> names;
    for (const auto& zone : zones_->zones()) {
      requirePlainName("the file of the zone", zone.name + ".dat", place_);
      // As in v1912 the file of a second one of a name is that of an earlier run.
      const bool isNew = names.insert(zone.name).second;
      tables_.emplace_back(
          source, isNew ? zone.name + ".dat" : fmt::format("{}_{}.dat", zone.name, source.directory.filename().string()));
    }
  }
  void requireFields(const fv::Context& context) const override {
    const auto* phi = context.registry.surfaceScalar(phi_);
    if (!phi) throw Error(place_, fmt::format("functions: there is no flux '{}' in this solver", phi_));
    if (phi->dimensions() != dimVolumeFlux && phi->dimensions() != dimMassFlux)
      throw Error(place_, fmt::format("functions: '{}' is no flux of volume or mass", phi_));
  }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    const auto& mesh = context.mesh;
    const auto& phi = *context.registry.surfaceScalar(phi_);
    for (std::size_t z = 0; z < tables_.size(); ++z) {
      const auto& zone = zones_->zones()[z];
      Table& table = tables_[z];
      std::vector<double> sums(2, 0.0);  // along, against
      for (std::size_t i = 0; i < zone.faces.size(); ++i) {
        const double flux = zone.signs[i] * phi[zone.faces[i]];
        sums[flux > 0 ? 0 : 1] += flux;
      }
      mesh.communicator().sum(sums);
      for (double& sum : sums) sum *= scale_;
      if (!table.started()) writeHeader(mesh, zone, table);
      table.line(fmt::format("{}\t{}\t{}\t{}\t{}", table.number(context.time().value), table.number(sums[0]),
                             table.number(sums[1]), table.number(sums[0] + sums[1]), table.number(sums[0] - sums[1])));
    }
  }

 private:
  void writeHeader(const mesh::Mesh& mesh, const FaceZones::Zone& zone, Table& table) const {
    double area = 0;
    for (const Label f : zone.faces) area += mesh.magSf[f];
    table.header("Flux summary");
    table.header("Face zone", zone.name);
    table.header("Total area", table.number(mesh.communicator().sum(area)));
    if (zone.direction) table.header("Reference direction", table.number(*zone.direction));
    table.header("Scale factor", table.number(scale_));
    table.columns({"positive", "negative", "net", "absolute"}, false);
  }

  Schedule schedule_;
  std::shared_ptr<const FaceZones> zones_;
  std::string phi_;
  double scale_;
  Place place_;
  std::vector<Table> tables_;  ///< one per zone
};

}  // namespace

std::unique_ptr<FunctionObject> makeFluxSummary(const FunctionSource& source) { return std::make_unique<FluxSummary>(source); }

}  // namespace eagre::run
