// SPDX-License-Identifier: BSD-3-Clause
#include "case/create_zero_directory.hpp"

#include "output/file_sink.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

namespace {

std::string turbulenceModel(CaseDictionaries& dictionaries) {
  const auto* properties = dictionaries.optional("constant/turbulenceProperties");
  if (!properties) return "laminar";
  auto type = properties->get<std::string>("simulationType");
  if (type == "laminar") return type;
  return properties->subDict(type).get<std::string>(type + "Model");
}

}  // namespace

void createZeroDirectory(Call& call) {
  call.parse({}, {});
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    auto& dictionaries = meshCase.dictionaries();
    const auto& properties = dictionaries.required("system/caseProperties");
    const auto solver = dictionaries.controlDict().get<std::string>("application");
    mesh::PolyMesh mesh = meshCase.mesh();
    const bool newTypes = case_::setPatchTypes(properties, mesh.patches);
    const auto fields = case_::zeroDirectory(properties, solver, turbulenceModel(dictionaries), mesh.patches);
    if (newTypes) meshCase.replaceMesh(mesh);
    output::makeDirectory(call.caseDirectory() / "0");
    for (const auto& field : fields) {
      call.log().line("Writing 0/" + field.name);
      output::replaceFile(call.caseDirectory() / "0" / field.name, field.text);
    }
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
