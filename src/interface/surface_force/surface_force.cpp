// SPDX-License-Identifier: BSD-3-Clause
#include "interface/surface_force/surface_force.hpp"

#include <fmt/format.h>

#include "config/word_choice.hpp"
#include "interface/surface_force/interface_gravity.hpp"
#include "interface/words.hpp"

namespace eagre::interface_ {

// Each in the file of its name.
std::unique_ptr<SurfaceForce> makeAlphaCSF(const config::Dictionary& surfaceForces, const SurfaceForceInputs& inputs,
                                           std::unique_ptr<CurvatureModel> curvature);
void checkAlphaCSF(const config::Dictionary& surfaceForces, const fv::Context& context, const std::string& alphaName,
                   Problems& problems);

namespace {
struct Row {
  /// The force's own entries are in surfaceForces.subDict("<word>Coeffs").
  std::unique_ptr<SurfaceForce> (*make)(const config::Dictionary& surfaceForces, const SurfaceForceInputs&,
                                        std::unique_ptr<CurvatureModel>);
  /// Adds the problems of these entries, and of the schemes that the force names.
  void (*check)(const config::Dictionary& surfaceForces, const fv::Context&, const std::string& alphaName, Problems&);
};
/// The first is what a case gets that does not choose.
const WordTable<Row> table{{"alphaCSF",
                            "continuum surface force sigma K grad(alpha) (Brackbill et al. 1992), as a force on the faces",
                            {makeAlphaCSF, checkAlphaCSF}}};

const Row& chosen(const config::Dictionary& surfaceForces) {
  return config::chosen(table, "deltaFunctionModel", surfaceForces.find("deltaFunctionModel"));
}
}  // namespace

std::vector<Word> surfaceForceWords() { return table.words(); }

std::unique_ptr<SurfaceForce> makeSurfaceForce(const config::Dictionary& transportProperties, const SurfaceForceInputs& inputs) {
  const config::Dictionary none;
  const auto* own = transportProperties.findDict("surfaceForces");
  const auto& forces = own ? *own : none;
  return chosen(forces).make(forces, inputs, makeCurvatureModel(forces, inputs.context, inputs.state));
}

bool surfaceForceNeedsPoints(const config::Dictionary& transportProperties) {
  const auto* own = transportProperties.findDict("surfaceForces");
  if (!own) return false;
  Problems unknown;
  bool needed = curvatureNeedsPoints(*own);
  unknown.guard([&] { needed |= accelerationNeedsPlanes(*own); });
  return needed;
}

void checkSurfaceForce(const config::Dictionary& transportProperties, const fv::Context& context,
                       const InterfacePlanes::Phase& phase, Problems& problems) {
  const config::Dictionary none;
  const auto* own = transportProperties.findDict("surfaceForces");
  const auto& forces = own ? *own : none;
  for (const auto& entry : forces.entries())
    if (entry.keyword != "curvatureModel" && entry.keyword != "deltaFunctionModel" && entry.keyword != "accelerationModel" &&
        !entry.keyword.ends_with("Coeffs"))
      forces.warn(entry.place, fmt::format("'{}' in surfaceForces is not supported and changes nothing; supported are "
                                           "curvatureModel, deltaFunctionModel, accelerationModel and the Coeffs of these models",
                                           entry.keyword));
  checkCurvatureModel(forces, context, problems);
  const auto checkPlanes = [&](const char* model, bool (*needsPlanes)(const config::Dictionary&)) {
    problems.guard([&] {
      if (needsPlanes(forces)) InterfacePlanes::check(forces, model, context, phase, problems);
    });
  };
  checkPlanes("curvatureModel", curvatureNeedsPlanes);
  checkPlanes("accelerationModel", accelerationNeedsPlanes);
  problems.guard([&] { chosen(forces).check(forces, context, phase.alphaName, problems); });
}

}  // namespace eagre::interface_
