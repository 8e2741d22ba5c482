// SPDX-License-Identifier: BSD-3-Clause
#include "interface/surface_force/surface_force.hpp"

#include <fmt/format.h>

#include "interface/word_table.hpp"

namespace eagre::interface_ {

// Each in the file of its name.
std::unique_ptr<SurfaceForce> makeAlphaCSF(const SurfaceForceInputs& inputs, std::unique_ptr<CurvatureModel> curvature);
void checkAlphaCSF(const fv::Context& context, const std::string& alphaName, Problems& problems);

namespace {
struct Row {
  std::unique_ptr<SurfaceForce> (*make)(const SurfaceForceInputs&, std::unique_ptr<CurvatureModel>);
  void (*check)(const fv::Context&, const std::string& alphaName, Problems&);
};
/// The first is what a case gets that does not choose.
const WordTable<Row> table{"deltaFunctionModel", {{"alphaCSF", {makeAlphaCSF, checkAlphaCSF}}}};

const config::Entry* choice(const config::Dictionary& transportProperties, const std::string& keyword) {
  const auto* forces = transportProperties.findDict("surfaceForces");
  return forces ? forces->find(keyword) : nullptr;
}
}  // namespace

std::unique_ptr<SurfaceForce> makeSurfaceForce(const config::Dictionary& transportProperties, const SurfaceForceInputs& inputs) {
  auto curvature = makeCurvatureModel(choice(transportProperties, "curvatureModel"), inputs.context, inputs.state);
  return table.find(choice(transportProperties, "deltaFunctionModel")).make(inputs, std::move(curvature));
}

void checkSurfaceForce(const config::Dictionary& transportProperties, const fv::Context& context, const std::string& alphaName,
                       Problems& problems) {
  if (const auto* forces = transportProperties.findDict("surfaceForces"))
    for (const auto& entry : forces->entries())
      if (entry.keyword != "curvatureModel" && entry.keyword != "deltaFunctionModel")
        forces->warn(entry.place, fmt::format("'{}' in surfaceForces is not supported and changes nothing; supported are "
                                              "curvatureModel and deltaFunctionModel",
                                              entry.keyword));
  problems.guard([&] { checkCurvatureModel(choice(transportProperties, "curvatureModel")); });
  problems.guard([&] { table.find(choice(transportProperties, "deltaFunctionModel")).check(context, alphaName, problems); });
}

}  // namespace eagre::interface_
