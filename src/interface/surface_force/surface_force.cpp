// SPDX-License-Identifier: BSD-3-Clause
#include "interface/surface_force/surface_force.hpp"

#include <fmt/format.h>

#include "config/word_choice.hpp"
#include "interface/words.hpp"

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
const WordTable<Row> table{{"alphaCSF",
                            "continuum surface force sigma K grad(alpha) (Brackbill et al. 1992), as a force on the faces",
                            {makeAlphaCSF, checkAlphaCSF}}};

const config::Entry* choice(const config::Dictionary& transportProperties, const std::string& keyword) {
  const auto* forces = transportProperties.findDict("surfaceForces");
  return forces ? forces->find(keyword) : nullptr;
}

const Row& chosen(const config::Dictionary& transportProperties) {
  return config::chosen(table, "deltaFunctionModel", choice(transportProperties, "deltaFunctionModel"));
}
}  // namespace

std::vector<Word> surfaceForceWords() { return table.words(); }

std::unique_ptr<SurfaceForce> makeSurfaceForce(const config::Dictionary& transportProperties, const SurfaceForceInputs& inputs) {
  auto curvature = makeCurvatureModel(choice(transportProperties, "curvatureModel"), inputs.context, inputs.state);
  return chosen(transportProperties).make(inputs, std::move(curvature));
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
  problems.guard([&] { chosen(transportProperties).check(context, alphaName, problems); });
}

}  // namespace eagre::interface_
