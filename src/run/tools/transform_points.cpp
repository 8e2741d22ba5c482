// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/transform_points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

namespace {

using case_::PointStep;

const std::vector<std::string> operations{"-recentre", "-translate", "-rotate",       "-rotate-angle", "-rotate-x",
                                          "-rotate-y", "-rotate-z",  "-rollPitchYaw", "-yawPitchRoll", "-scale"};

/// The rotation that the options ask for, one only, in OpenFOAM's order of preference.
std::optional<PointStep> rotationOf(const Call& call) {
  const auto text = [&](const char* option) { return call.value(option); };
  const auto named = [&](const char* option) { return call.tool() + " " + option; };
  if (call.has("-rotate")) return case_::readRotation(named("-rotate"), text("-rotate"));
  if (call.has("-rotate-angle")) return case_::readAxisAngle(named("-rotate-angle"), text("-rotate-angle"));
  for (const auto& [option, axis] : {std::pair{"-rotate-x", Vec3{1, 0, 0}}, {"-rotate-y", {0, 1, 0}}, {"-rotate-z", {0, 0, 1}}})
    if (call.has(option)) return case_::rotationAbout(axis, case_::readNumber(named(option), text(option)));
  if (call.has("-rollPitchYaw")) return case_::rollPitchYaw(case_::readVector(named("-rollPitchYaw"), text("-rollPitchYaw")));
  if (call.has("-yawPitchRoll")) return case_::yawPitchRoll(case_::readVector(named("-yawPitchRoll"), text("-yawPitchRoll")));
  return std::nullopt;
}

/// Applies the options as OpenFOAM v1912 and v2206 do: translation, rotation, scale, the last two about -origin.
void applyOptions(const Call& call, std::vector<Vec3>& points) {
  if (call.has("-recentre")) case_::transform(points, case_::translation(-case_::centreOfBox(points)));
  if (call.has("-translate"))
    case_::transform(points, case_::translation(case_::readVector("transformPoints -translate", call.value("-translate"))));
  std::optional<Vec3> origin;
  if (call.has("-origin"))
    origin = case_::readVector("transformPoints -origin", call.value("-origin"));
  else if (call.has("-auto-origin"))
    origin = case_::centreOfBox(points);
  if (origin) case_::transform(points, case_::translation(-*origin));
  if (const auto rotation = rotationOf(call)) case_::transform(points, *rotation);
  if (call.has("-scale")) case_::transform(points, case_::readScaling("transformPoints -scale", call.value("-scale")));
  if (origin) case_::transform(points, case_::translation(*origin));
}

void refuse(const Call& call, const std::vector<std::string>& positional) {
  if (call.has("-rotateFields"))
    throw Error(
        "transformPoints -rotateFields: Eagre moves points alone; turn the vectors in the fields of the start time by hand",
        ExitCode::usage);
  if (call.has("-time") && call.value("-time") != "constant" && call.value("-time") != "0")
    throw Error(fmt::format("transformPoints -time {}: Eagre reads meshes from constant/polyMesh alone", call.value("-time")),
                ExitCode::usage);
  const bool any = !positional.empty() || std::ranges::any_of(operations, [&](const auto& o) { return call.has(o); });
  if (any) return;
  throw Error(fmt::format("transformPoints: nothing to do; give one of {}, or a string such as \"translate=(1 0 0), Rz=45\"",
                          fmt::join(operations, ", ")),
              ExitCode::usage);
}

}  // namespace

void transformPoints(Call& call) {
  std::vector<std::string> options{"-origin", "-time"};
  for (const auto& o : operations)
    if (o != "-recentre") options.push_back(o);
  const auto positional = call.parse({"-recentre", "-auto-origin", "-rotateFields"}, options, 1);
  refuse(call, positional);
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    mesh::PolyMesh mesh = meshCase.mesh();
    if (!positional.empty())
      for (const auto& step : case_::readPointSteps(positional[0])) case_::transform(mesh.points, step);
    applyOptions(call, mesh.points);
    meshCase.replaceMesh(mesh);
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
