// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/mirror_mesh.hpp"

#include <fmt/format.h>

#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

void mirrorMesh(Call& call) {
  call.parse({"-overwrite", "-noOverwrite", "-dict"}, {"-dict"});
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    const auto& dict = meshCase.requiredDictionary("mirrorMeshDict");
    requireOverwrite(call, !dict.has("planeType"));  // OpenFOAM 12 and later
    const auto plane = case_::readMirrorPlane(dict);
    call.log().line(fmt::format("Mirroring the mesh at ({} {} {}), normal ({} {} {}); fields are not changed", plane.origin.x,
                                plane.origin.y, plane.origin.z, plane.normal.x, plane.normal.y, plane.normal.z));
    for (const auto& patch : meshCase.mesh().patches)
      if (patch.type == "cyclic")
        call.log().warnOnce(
            fmt::format("mirrorMesh: faces of cyclic patch '{}' may no longer match those of its partner", patch.name));
    meshCase.replaceMesh(case_::mirrorMesh(meshCase.mesh(), plane));
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
