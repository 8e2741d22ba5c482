// SPDX-License-Identifier: BSD-3-Clause
#include "run/tools/tool.hpp"

namespace eagre::run::tools {

void renumberMesh(Call& call) {
  call.parse({"-overwrite", "-noOverwrite", "-noFields", "-frontWidth", "-constant", "-latestTime", "-decompose", "-dict",
              "-write-maps", "-region"},
             {"-dict", "-time", "-renumber-method", "-renumber-coeffs", "-region"});
  call.log().line(
      "renumberMesh: not needed. The order of cells changes the speed of a run, not its results; the mesh stays as it is");
}

void checkMesh(Call& call) {
  call.parse({"-allGeometry", "-allTopology", "-constant", "-latestTime", "-meshQuality", "-noTopology", "-noZero",
              "-writeAllFields", "-writeAllSurfaceFields", "-writeSets", "-nonOrthThreshold", "-skewThreshold"},
             {"-time", "-dict", "-writeSets", "-writeFields", "-nonOrthThreshold", "-skewThreshold"});
  call.log().line("checkMesh: not needed. Eagre checks the mesh before it runs; eagre check CASE says what it finds");
}

}  // namespace eagre::run::tools
