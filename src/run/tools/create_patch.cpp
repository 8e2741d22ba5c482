// SPDX-License-Identifier: BSD-3-Clause
#include "case/create_patch.hpp"

#include <fmt/format.h>

#include "case/mesh_sets.hpp"
#include "case/zone_generator.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

void createPatch(Call& call) {
  call.parse({"-overwrite", "-noOverwrite"}, {"-dict"});
  output::onMaster(call.world(), [&] {
    requireOverwrite(call, false);
    MeshCase meshCase(call);
    Problems ignored;  // createPatch needs no fvSchemes
    const auto control = ControlDict::read(meshCase.dictionaries().controlDict(), false, ignored);
    const config::Dictionary& dict = meshCase.requiredDictionary("createPatchDict");
    call.log().line(fmt::format("Reading {}\n", dict.name()));
    const auto plan = case_::readCreatePatchDict(dict, !meshCase.dictionaries().flavour().orgSince(10));
    const mesh::PolyMesh& mesh = meshCase.mesh();
    const auto geometry = mesh::uncheckedGeometry(mesh);
    const case_::SourceContext context{.mesh = mesh, .geometry = geometry, .caseDirectory = meshCase.dictionaries().directory()};
    const auto facesOf = [&](const case_::CreatePatchPlan::Patch& p) {
      if (!p.set.empty()) return case_::readMeshSet(meshCase.polyMesh(), case_::SetKind::faces, p.set, mesh, p.place);
      const auto zone = p.generator ? case_::generateZone(*p.generator, context, call.log(), case_::SetKind::faces)
                                    : case_::namedZone(p.zone, p.place, context, case_::SetKind::faces);
      return zone.members;
    };
    writeMesh(meshCase.dictionaries(), control, case_::createPatch(plan, mesh, facesOf, call.log()));
    // Faces have other numbers now.
    case_::removeMeshSets(meshCase.polyMesh());
    call.log().line("Writing repatched mesh to constant/polyMesh\n\nEnd\n");
  });
}

}  // namespace eagre::run::tools
