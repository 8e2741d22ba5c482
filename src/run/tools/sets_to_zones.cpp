// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/sets_to_zones.hpp"

#include "case/poly_mesh_io.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

void setsToZones(Call& call) {
  call.parse({"-noFlipMap", "-constant", "-latestTime"}, {});
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    Problems ignored;  // setsToZones needs no fvSchemes
    const auto control = ControlDict::read(meshCase.dictionaries().controlDict(), false, ignored);
    mesh::PolyMesh mesh = meshCase.mesh();
    case_::setsToZones(meshCase.polyMesh(), mesh, !call.has("-noFlipMap"), call.log());
    case_::writeMeshZones(mesh, meshCase.polyMesh(), {control.binary, control.compressed, control.writePrecision});
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
