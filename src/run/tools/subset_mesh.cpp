// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/subset_mesh.hpp"

#include <fmt/format.h>

#include "case/mesh_sets.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

void subsetMesh(Call& call) {
  const auto words = call.parse({"-overwrite", "-noFields"}, {"-patch"}, 1);
  if (words.empty()) throw Error("subsetMesh: give the name of a cellSet, as in subsetMesh -overwrite c0", ExitCode::usage);
  requireOverwrite(call, false);
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    const auto cells =
        case_::readMeshSet(meshCase.polyMesh(), case_::SetKind::cells, words[0], meshCase.mesh(), Place{"subsetMesh", 0});
    if (cells.empty()) throw Error(fmt::format("subsetMesh: cellSet '{}' is empty", words[0]), ExitCode::badCase);
    call.log().line(fmt::format("Keeping the {} cells of cellSet {}; fields are not changed", cells.size(), words[0]));
    meshCase.replaceMesh(case_::subsetMesh(meshCase.mesh(), cells, call.value("-patch")));
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
