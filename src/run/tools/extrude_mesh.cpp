// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/extrude_mesh.hpp"

#include <fmt/format.h>

#include "case/poly_mesh_io.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

namespace {

/// The directory of sourceCase: "$FOAM_CASE", or a path from the case.
fs::path sourceCase(const config::Dictionary& dict, const fs::path& caseDirectory) {
  std::string text = dict.getOr("sourceCase", ".");
  for (const std::string_view name : {"$FOAM_CASE", "${FOAM_CASE}", "<case>"})
    if (text.starts_with(name)) text.erase(0, name.size()).insert(0, 1, '.');
  if (text.find('$') != std::string::npos)
    throw Error(dict.at("sourceCase").place, fmt::format("sourceCase \"{}\": Eagre knows the variable $FOAM_CASE only", text));
  fs::path source = fs::weakly_canonical(caseDirectory / text);
  if (!fileExists(source / "constant" / "polyMesh" / "faces"))
    throw Error(dict.has("sourceCase") ? dict.at("sourceCase").place : dict.place(),
                fmt::format("there is no mesh to extrude in {}; make it first (eagre run {}, or blockMesh there)",
                            (source / "constant" / "polyMesh").string(), source.string()));
  return source;
}

}  // namespace

void extrudeMesh(Call& call) {
  call.parse({"-dict", "-overwrite"}, {"-dict"});
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    const auto& dict = meshCase.requiredDictionary("extrudeMeshDict");
    const auto settings = case_::readExtrudeSettings(dict);
    const fs::path source = sourceCase(dict, call.caseDirectory());
    call.log().line(fmt::format("Extruding from {} using model {}", settings.fromPatch ? "patch" : "mesh", settings.model.type));
    meshCase.replaceMesh(case_::extrudeMesh(case_::readPolyMesh(source / "constant" / "polyMesh"), settings));
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
