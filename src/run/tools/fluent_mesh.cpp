// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/fluent_mesh.hpp"

#include <fmt/format.h>

#include "core/untrusted.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

namespace {

double positive(const Call& call, const std::string& option, double otherwise) {
  if (!call.has(option)) return otherwise;
  const auto number = finiteNumber(call.value(option));
  if (!number || !(*number > 0))
    throw Error(fmt::format("{} {}: expected a positive number, found '{}'", call.tool(), option, call.value(option)),
                ExitCode::usage);
  return *number;
}

void convert(Call& call, const std::vector<std::string>& words, case_::FluentOptions options) {
  if (words.empty()) throw Error(fmt::format("{}: name the mesh file of Fluent", call.tool()), ExitCode::usage);
  options.scale = positive(call, "-scale", 1);
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    const fs::path file = call.caseDirectory() / words[0];
    if (!fileExists(file)) throw Error(fmt::format("{}: there is no file {}", call.tool(), file.string()), ExitCode::badCase);
    call.log().line("Reading " + file.string());
    meshCase.replaceMesh(case_::readFluentMesh(file, options, call.log()));
    call.log().line("\nEnd\n");
  });
}

}  // namespace

void fluentMeshToFoam(Call& call) {
  const auto words = call.parse({"-writeZones"}, {"-scale", "-2D"}, 1);
  convert(call, words, {.thickness = positive(call, "-2D", 0), .zones = call.has("-writeZones")});
}

void fluent3DMeshToFoam(Call& call) {
  const auto words = call.parse({}, {"-scale"}, 1);
  convert(call, words, {.zones = true});
}

}  // namespace eagre::run::tools
