// SPDX-License-Identifier: BSD-3-Clause
#include "case/poly_mesh_io.hpp"
#include "case/zone_generator.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

void createZones(Call& call) {
  call.parse({"-clear"}, {"-dict"});
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    Problems ignored;  // createZones needs no fvSchemes
    const auto control = ControlDict::read(meshCase.dictionaries().controlDict(), false, ignored);
    const config::Dictionary& dict = meshCase.requiredDictionary("createZonesDict");
    call.log().line("Reading " + dict.name());
    mesh::PolyMesh mesh = meshCase.mesh();
    const auto geometry = mesh::uncheckedGeometry(mesh);
    const case_::SourceContext context{.mesh = mesh,
                                       .geometry = geometry,
                                       .field = [](const std::string&) { return nullptr; },
                                       .caseDirectory = meshCase.dictionaries().directory()};
    case_::createZones(dict, mesh, context, call.has("-clear"), call.log());
    case_::writeMeshZones(mesh, meshCase.polyMesh(), {control.binary, control.compressed, control.writePrecision});
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
