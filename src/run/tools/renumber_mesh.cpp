// SPDX-License-Identifier: BSD-3-Clause
#include "run/tools/tool.hpp"

namespace eagre::run::tools {

void renumberMesh(Call& call) {
  call.parse({"-overwrite", "-noOverwrite", "-noFields", "-frontWidth", "-constant", "-latestTime", "-decompose", "-dict",
              "-write-maps"},
             {"-dict", "-time", "-renumber-method", "-renumber-coeffs"});
  call.log().line("renumberMesh is not needed: Eagre orders cells for speed in memory; the files stay as they are");
}

void checkMesh(Call& call) {
  call.parse({"-allGeometry", "-allTopology", "-constant", "-latestTime", "-meshQuality", "-noTopology", "-noZero",
              "-writeAllFields", "-writeAllSurfaceFields", "-writeSets", "-nonOrthThreshold", "-skewThreshold"},
             {"-time", "-dict", "-writeSets", "-writeFields", "-nonOrthThreshold", "-skewThreshold"});
  call.log().line("checkMesh is not needed: Eagre checks the mesh before it runs (eagre check)");
}

}  // namespace eagre::run::tools
