// SPDX-License-Identifier: BSD-3-Clause
#include "case/words.hpp"

namespace eagre::case_ {

std::vector<WordKind> wordKinds() {
  return {{"blockMeshEdges", "curved edges: `edges` of blockMeshDict", blockEdgeWords()},
          {"blockMeshGradings", "expansion of cells: `blocks` of blockMeshDict", gradingWords()},
          {"topoSetActions", "what is done with a set: `action` of topoSetDict", topoActionWords()},
          {"setSources", "sources of cells, faces and points: `source` of topoSetDict, regions of setFieldsDict", sourceWords()},
          {"zoneSources", "sources of zones: `source` of topoSetDict", zoneSourceWords()},
          {"zoneTypes", "zones: `type` of createZonesDict (openfoam.org)", zoneTypeWords()},
          {"surfaces", "surfaces of sources: `surface` or surfaceType, also as searchableBox and the like", surfaceWords()},
          {"implicitFunctions", "shapes of setAlphaField: `type` of setAlphaFieldDict", implicitFunctionWords()}};
}

}  // namespace eagre::case_
