// SPDX-License-Identifier: BSD-3-Clause
#include "case/non_conformal_couples.hpp"

#include <fmt/format.h>

#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

void createNonConformalCouples(Call& call) {
  const auto patches = call.parse({"-overwrite"}, {}, 2);
  if (patches.size() != 2)
    throw Error(
        "createNonConformalCouples: the names of two patches are needed; a createNonConformalCouplesDict and -fields are not "
        "supported",
        ExitCode::usage);
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    meshCase.replaceMesh(case_::createNonConformalCouples(meshCase.mesh(), patches[0], patches[1]));
    call.log().line(fmt::format("Patches '{}' and '{}' are coupled where they overlap, by patches of type cyclicACMI\n\nEnd\n",
                                patches[0], patches[1]));
  });
}

}  // namespace eagre::run::tools
