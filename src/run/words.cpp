// SPDX-License-Identifier: BSD-3-Clause
#include "run/words.hpp"

#include <iterator>

#include "case/words.hpp"
#include "comm/words.hpp"
#include "fv/words.hpp"
#include "interface/words.hpp"
#include "linear/words.hpp"
#include "mesh/words.hpp"
#include "physics/words.hpp"
#include "run/tools/tool.hpp"
#include "solvers/words.hpp"

namespace eagre::run {
namespace {

std::vector<WordKind> ownKinds() {
  return {{"functionObjects", "function objects: `type` of an entry in `functions` of controlDict", functionObjectWords()},
          {"fieldOperations", "operation of volFieldValue and surfaceFieldValue",
           merged({{"volFieldValue", volumeOperationWords()}, {"surfaceFieldValue", areaOperationWords()}})},
          {"runConditions", "conditions of the function object runTimeControl: `type` of an entry of `conditions`",
           runConditionWords()},
          {"sets", "lines and points of the function object sets: `type` of an entry of `sets`", setWords()},
          {"setFormats", "files of the function object sets: setFormat", setFormatWords()},
          {"sampledSurfaces", "surfaces of the function object surfaces: `type` of an entry of `surfaces`", surfaceWords()},
          {"surfaceFormats", "files of the function object surfaces: surfaceFormat", surfaceFormatWords()},
          {"startFrom", "where a run starts: startFrom of controlDict", startFromWords()},
          {"stopAt", "when a run ends: stopAt of controlDict", stopAtWords()},
          {"writeControls", "when times are written: writeControl of controlDict and of function objects", writeControlWords()},
          {"writeFormats", "OpenFOAM's files: writeFormat of controlDict", writeFormatWords()},
          {"timeFormats", "names of time directories: timeFormat of controlDict", timeFormatWords()},
          {"dumpFormats", "how times are written: `format` in `dump` of controlDict, --dump", dumpFormatWords()},
          {"tools", "tools that prepare a case, as sub-commands of eagre and as steps of a case's own script",
           tools::table().words()}};
}

}  // namespace

std::vector<WordKind> wordKinds() {
  std::vector<WordKind> all;
  for (auto* kinds : {&solvers::wordKinds, &fv::wordKinds, &linear::wordKinds, &interface_::wordKinds, &physics::wordKinds,
                      &ownKinds, &mesh::wordKinds, &case_::wordKinds, &comm::wordKinds})
    for (WordKind& kind : kinds()) all.push_back(std::move(kind));
  return all;
}

}  // namespace eagre::run
