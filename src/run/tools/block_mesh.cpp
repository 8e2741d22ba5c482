// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "output/on_master.hpp"
#include "run/case/made.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::tools {

void blockMesh(Call& call) {
  call.parse({"-noClean"}, {"-dict"});
  output::onMaster(call.world(), [&] {
    Problems problems;
    CaseDictionaries dictionaries(call.caseDirectory(), problems);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, problems);
    const std::string file = call.value("-dict");
    const auto mesh = makeMesh(dictionaries, call.log(), file);
    removeMeshLevels(dictionaries.directory(), call.log());
    writeMesh(dictionaries, control, mesh);
    recordBlockMesh(dictionaries.directory(), file);
    call.log().line("Writing polyMesh");
    call.log().line(fmt::format(
        "----------------\nMesh Information\n----------------\n  nPoints: {}\n  nCells: {}\n  nFaces: {}\n  nInternalFaces: {}",
        mesh.points.size(), mesh.nCells(), mesh.nFaces(), mesh.nInternalFaces()));
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
