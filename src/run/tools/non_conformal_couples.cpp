// SPDX-License-Identifier: BSD-3-Clause
#include "case/non_conformal_couples.hpp"

#include <fmt/format.h>

#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

void createNonConformalCouples(Call& call) {
  const auto patches = call.parse({"-overwrite"}, {"-dict"}, 2);
  if (patches.size() == 1)
    throw Error("createNonConformalCouples: the names of two patches are needed, or system/createNonConformalCouplesDict",
                ExitCode::usage);
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    using Couples = std::vector<std::pair<std::string, std::string>>;
    const Couples couples = patches.empty()
                                ? case_::readNonConformalCouples(meshCase.requiredDictionary("createNonConformalCouplesDict"))
                                : Couples{{patches[0], patches[1]}};
    mesh::PolyMesh mesh = meshCase.mesh();
    for (const auto& [first, second] : couples) {
      mesh = case_::createNonConformalCouples(std::move(mesh), first, second);
      call.log().line(
          fmt::format("Patches '{}' and '{}' are coupled where they overlap, by patches of type cyclicACMI", first, second));
    }
    meshCase.replaceMesh(mesh);
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
