// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/transform_points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "case/mesh_tools/surface_points.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

namespace {

using case_::PointStep;

const std::vector<std::string> operations{"-recentre",     "-translate", "-rotate",   "-rotate-angle",
                                          "-rotate-x",     "-rotate-y",  "-rotate-z", "-rollPitchYaw",
                                          "-yawPitchRoll", "-scale",     "-cylToCart"};

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

/// Applies the string, if there is one, then the options as OpenFOAM v1912 and v2206 do: translation, rotation, scale, the last
/// two about -origin.
void move(const Call& call, const std::string& text, std::vector<Vec3>& points) {
  if (!text.empty())
    for (const auto& step : case_::readPointSteps(text)) case_::transform(points, step);
  if (call.has("-recentre")) case_::transform(points, case_::translation(-case_::centreOfBox(points)));
  if (call.has("-translate"))
    case_::transform(points, case_::translation(case_::readVector(call.tool() + " -translate", call.value("-translate"))));
  std::optional<Vec3> origin;
  for (const char* option : {"-origin", "-centre"})  // of openfoam.org, of openfoam.com
    if (call.has(option)) origin = case_::readVector(call.tool() + " " + option, call.value(option));
  if (!origin && (call.has("-auto-origin") || call.has("-auto-centre"))) origin = case_::centreOfBox(points);
  if (origin) case_::transform(points, case_::translation(-*origin));
  if (const auto rotation = rotationOf(call)) case_::transform(points, *rotation);
  if (call.has("-scale")) case_::transform(points, case_::readScaling(call.tool() + " -scale", call.value("-scale")));
  if (origin) case_::transform(points, case_::translation(*origin));
  if (call.has("-cylToCart")) case_::fromCylinder(points, call.tool() + " -cylToCart", call.value("-cylToCart"));
}

void requireOperation(const Call& call, const std::string& text) {
  if (!text.empty() || std::ranges::any_of(operations, [&](const auto& o) { return call.has(o); })) return;
  throw Error(fmt::format("{}: nothing to do; give one of {}, or a string such as \"translate=(1 0 0), Rz=45\"", call.tool(),
                          fmt::join(operations, ", ")),
              ExitCode::usage);
}

void refuseFields(const Call& call) {
  if (call.has("-rotateFields"))
    throw Error(
        "transformPoints -rotateFields: Eagre moves points alone; turn the vectors in the fields of the start time by hand",
        ExitCode::usage);
  if (call.has("-time") && call.value("-time") != "constant" && call.value("-time") != "0")
    throw Error(fmt::format("transformPoints -time {}: Eagre reads meshes from constant/polyMesh alone", call.value("-time")),
                ExitCode::usage);
}

/// The options of both tools that have a value.
std::vector<std::string> optionsWithValues() {
  std::vector<std::string> options{"-origin", "-centre"};
  for (const auto& o : operations)
    if (o != "-recentre") options.push_back(o);
  return options;
}

/// Where a file of the case is to be written. Errors (usage): outside of it.
std::filesystem::path withinCase(const Call& call, const std::string& file) {
  const auto relative = std::filesystem::path(file).lexically_normal();
  if (relative.is_absolute() || *relative.begin() == "..")
    throw Error(fmt::format("{}: {} is outside of the case; Eagre writes into it alone", call.tool(), file), ExitCode::usage);
  return call.caseDirectory() / relative;
}

}  // namespace

void transformPoints(Call& call) {
  std::vector<std::string> options = optionsWithValues();
  options.emplace_back("-time");
  const auto positional = call.parse({"-recentre", "-auto-origin", "-auto-centre", "-rotateFields"}, options, 1);
  const std::string text = positional.empty() ? "" : positional[0];
  refuseFields(call);
  requireOperation(call, text);
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    mesh::PolyMesh mesh = meshCase.mesh();
    move(call, text, mesh.points);
    meshCase.replaceMesh(mesh);
    call.log().line("\nEnd\n");
  });
}

void surfaceTransformPoints(Call& call) {
  auto files = call.parse({"-recentre", "-auto-origin", "-auto-centre"}, optionsWithValues(), 3);
  std::string text;  // openfoam.org's, before the files
  if (!files.empty() && files[0].find('=') != std::string::npos) {
    text = files[0];
    files.erase(files.begin());
  }
  if (files.size() != 2)
    throw Error(fmt::format("{}: name two files, the surface to read and the one to write", call.tool()), ExitCode::usage);
  requireOperation(call, text);
  output::onMaster(call.world(), [&] {
    const auto from = call.caseDirectory() / files[0], to = withinCase(call, files[1]);
    case_::moveSurfacePoints(from, to, [&](std::vector<Vec3>& points) { move(call, text, points); });
    call.log().line(fmt::format("Wrote {}\n\nEnd\n", files[1]));
  });
}

}  // namespace eagre::run::tools
